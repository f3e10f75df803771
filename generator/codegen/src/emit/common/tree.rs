//! Syntax trees of what every operation has. `quote!` writes tokens, which have
//! to be parsed before they can be printed; of a thousand small functions that
//! costs more than anything else in a run.

mod items;

pub use self::items::*;

use proc_macro2::{Ident, Span};
use syn::{Expr, Lit, LitBool, LitInt, LitStr, Member, Stmt};

use super::rust::ident;

/// `"text"`
pub fn text(text: &str) -> Expr {
    literal(Lit::Str(LitStr::new(text, Span::call_site())))
}

/// `18`
pub fn number(number: impl Into<u64>) -> Expr {
    literal(Lit::Int(LitInt::new(&number.into().to_string(), Span::call_site())))
}

/// `true`
pub fn boolean(value: bool) -> Expr {
    literal(Lit::Bool(LitBool::new(value, Span::call_site())))
}

fn literal(lit: Lit) -> Expr {
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
}

/// `rt::Auth::None`, of its parts.
pub fn path(parts: &[&str]) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: joined(parts) })
}

/// A name that can be a keyword's, as that of an argument.
pub fn variable(name: &str) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: ident(name).into() })
}

fn joined(parts: &[&str]) -> syn::Path {
    let segments =
        parts.iter().map(|part| syn::PathSegment::from(Ident::new(part, Span::call_site()))).collect();
    syn::Path { leading_colon: None, segments }
}

/// `self.field`
pub fn of_self(field: &str) -> Expr {
    Expr::Field(syn::ExprField {
        attrs: Vec::new(),
        base: Box::new(path(&["self"])),
        dot_token: Default::default(),
        member: Member::Named(ident(field)),
    })
}

/// `&value`
pub fn reference(value: Expr) -> Expr {
    Expr::Reference(syn::ExprReference {
        attrs: Vec::new(),
        and_token: Default::default(),
        mutability: None,
        expr: Box::new(value),
    })
}

/// `&[one, two]`
pub fn list(items: impl IntoIterator<Item = Expr>) -> Expr {
    reference(Expr::Array(syn::ExprArray {
        attrs: Vec::new(),
        bracket_token: Default::default(),
        elems: items.into_iter().collect(),
    }))
}

/// `Some(value)`, or `None`.
pub fn option(value: Option<Expr>) -> Expr {
    value.map_or_else(|| path(&["None"]), |value| call(&["Some"], [value]))
}

/// `rt::Version::new(18, 3, 4)`
pub fn call(function: &[&str], arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(path(function)),
        paren_token: Default::default(),
        args: arguments.into_iter().collect(),
    })
}

/// `receiver.method(argument)`
pub fn method(receiver: Expr, method: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(receiver),
        dot_token: Default::default(),
        method: ident(method),
        turbofish: None,
        paren_token: Default::default(),
        args: arguments.into_iter().collect(),
    })
}

/// `rt::Deprecation { replacement: None }`
pub fn record<'a>(name: &[&str], fields: impl IntoIterator<Item = (&'a str, Expr)>) -> Expr {
    let field = |(name, expr)| {
        let member = ident(name);
        // A field initialised by a variable of its name uses the shorthand.
        let is_short = matches!(&expr, Expr::Path(it) if it.path.is_ident(&member));
        syn::FieldValue {
            attrs: Vec::new(),
            member: Member::Named(member),
            colon_token: (!is_short).then(Default::default),
            expr,
        }
    };
    Expr::Struct(syn::ExprStruct {
        attrs: Vec::new(),
        qself: None,
        path: joined(name),
        brace_token: Default::default(),
        fields: fields.into_iter().map(field).collect(),
        dot2_token: None,
        rest: None,
    })
}

/// `value;`
pub fn statement(value: Expr) -> Stmt {
    Stmt::Expr(value, Some(Default::default()))
}

/// `place = value;`
pub fn assignment(place: Expr, value: Expr) -> Stmt {
    statement(Expr::Assign(syn::ExprAssign {
        attrs: Vec::new(),
        left: Box::new(place),
        eq_token: Default::default(),
        right: Box::new(value),
    }))
}
