//! Facts of bodies that are one value.

use std::iter;

use super::list::Facts;
use super::returns::content_types;
use super::{Key, Piece, Value, Words};
use crate::model::{Api, Operation, Parameter, Presence, Type, Wire};

use Piece::Text;

impl<'a> Facts<'a> {
    /// Adds a body that is one value.
    pub fn body(&mut self, api: &'a Api, operation: &'a Operation) {
        let mut bodies = operation.bodies();
        let Some((body, parameter)) = operation.body.as_ref().zip(bodies.next()) else { return };
        let null = parameter.nullable.then_some(Text(" or null"));
        let own = match &parameter.content {
            Some(content) => content_types(&content.content_type, &content.more_content_types),
            None => content_types(&body.content_type, &body.more_content_types),
        };
        let others = bodies.filter_map(|parameter| Some((parameter, parameter.content.as_ref()?)));
        let others = others.flat_map(|(parameter, content)| {
            let media = content_types(&content.content_type, &content.more_content_types);
            [Text(", or "), body_kind(api, parameter), Text(" as ")].into_iter().chain(media)
        });
        let optional =
            (parameter.presence == Presence::Optional).then_some(Text("; the body may be left out"));
        let value = iter::once(body_kind(api, parameter))
            .chain(null)
            .chain([Text(" as ")])
            .chain(own)
            .chain(others)
            .chain(optional);
        self.add(Key::Body, Value::Model(body), Words::new("The body is ", value, "."));
        for parameter in operation.bodies() {
            let (is_partial, media_type) = match &parameter.content {
                Some(content) => (content.partial, vec![Text(" as "), Piece::media(&content.content_type)]),
                None => (body.partial, Vec::new()),
            };
            if is_partial {
                let words = [Text("Any field of the body")].into_iter().chain(media_type);
                self.add(Key::Partial, Value::Flag, Words::new("", words, " may be left out."));
            }
        }
    }
}

/// The kind of a body, in a word.
fn body_kind<'a>(api: &'a Api, parameter: &'a Parameter) -> Piece<'a> {
    match parameter.wire {
        Wire::File => Text("bytes"),
        Wire::Text => Text("text"),
        // A partial body has a type of its own, which the documents don't have.
        Wire::Json | Wire::List => match whole(api, parameter) {
            Some(ty) => Piece::Type(&ty.name, Some(ty)),
            None => Piece::of(api, &parameter.ty),
        },
    }
}

/// The type whose fields a partial body may leave out.
fn whole<'a>(api: &'a Api, parameter: &Parameter) -> Option<&'a Type> {
    let part_of = api.ty(parameter.ty.shape.named()?)?.part_of.as_ref()?;
    api.types.iter().find(|ty| ty.name == *part_of)
}
