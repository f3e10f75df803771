//! The code that is compiled per operation: decoding its request and awaiting its handler.

use std::{
    any::Any,
    future::{Future, Ready, ready},
    pin::Pin,
    sync::Arc,
};

use super::{AnyCaller, Call, Context, Refusal, Success};
use crate::codec::{Decode, FormReader, validate};
use crate::core::{Descriptor, Version, debug::shows};

/// The routes of a group of operations.
pub struct Group<S: 'static>(pub(super) &'static [Route<S>]);

impl<S> Group<S> {
    /// Creates the routes of a group.
    #[must_use]
    pub const fn new(routes: &'static [Route<S>]) -> Self {
        Self(routes)
    }
}

/// An operation and its handler for an implementor `S`.
pub struct Route<S> {
    pub(super) operation: &'static Descriptor,
    pub(super) handle: fn(Arc<S>, Admitted) -> Handled,
}

/// The routes of a group, as the generated crate has them: of each operation
/// its request, the method that handles it, and the kind of its context.
#[doc(hidden)]
#[macro_export]
macro_rules! routes {
    ($group:ident for $trait:ident { $($request:ty: $handler:ident($context:ident),)* }) => {
        #[doc = concat!("The routes of `", stringify!($trait), "`.")]
        #[must_use]
        pub fn $group<S: $trait>() -> $crate::server::Group<S> {
            $crate::server::Group::new(const { &[$(
                $crate::server::Route::new(<$request as $crate::Operation>::DESCRIPTOR, |server, admitted| {
                    let valid = admitted.$context();
                    ::std::boxed::Box::pin(async move {
                        let (request, context) = valid?;
                        // A credential may have the name of an operation.
                        let given = <S as $trait>::$handler(&server, request, context).await;
                        given.map($crate::server::Success::of::<<$request as $crate::Operation>::Returns>)
                    })
                })
            ),*] })
        }
    };
}

impl<S> Route<S> {
    /// Creates the route of an operation.
    #[must_use]
    pub const fn new(operation: &'static Descriptor, handle: fn(Arc<S>, Admitted) -> Handled) -> Self {
        Self { operation, handle }
    }
}

/// A running handler.
pub type Handled = Pin<Box<dyn Future<Output = Result<Success, Refusal>> + Send>>;

shows!([S] Group<S>, |it| Group { routes: it.0 });

shows!([S] Route<S>, |it| Route { operation: it.operation.name });

/// A request that has passed the gates and isn't decoded yet.
///
/// Only the gates make one, and only with valid parameters it becomes a
/// [`Context`]. The parameters are validated here and nowhere else: the steps are
/// in `validate`.
#[derive(Debug)]
pub struct Admitted {
    call: Call,
    caller: Option<AnyCaller>,
    form: FormReader,
}

impl Admitted {
    pub(super) fn new(
        call: Call,
        caller: Option<AnyCaller>,
        mut form: FormReader,
        version: Option<Version>,
    ) -> Self {
        validate::prepare(&mut form, call.operation, version);
        validate::check_constants(&mut form, call.operation);
        Self { call, caller, form }
    }

    /// Returns the parameters and the context of an operation that needs a credential.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn context<O: Decode, C: Any>(self) -> Result<(O, Context<C>), Refusal> {
        self.decoded(required)
    }

    /// Returns the parameters and the context of an operation whose credential is optional.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn optional_context<O: Decode, C: Any>(self) -> Result<(O, Context<Option<C>>), Refusal> {
        self.decoded(optional)
    }

    /// Returns the parameters and the context of an operation without a credential.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn anonymous_context<O: Decode>(self) -> Result<(O, Context<()>), Refusal> {
        self.decoded(nobody)
    }

    /// The parameters and the context of any operation.
    #[cfg(feature = "mock")]
    pub(crate) fn any_context<O: Decode>(self) -> Result<(O, Context<Option<AnyCaller>>), Refusal> {
        self.decoded(Ok)
    }

    /// The request.
    #[cfg(feature = "mock")]
    pub(crate) fn call(&self) -> &Call {
        &self.call
    }

    /// The parameters.
    #[cfg(feature = "mock")]
    pub(crate) fn form(&mut self) -> &mut FormReader {
        &mut self.form
    }

    fn decoded<O: Decode, C>(mut self, caller: ToCaller<C>) -> Result<(O, Context<C>), Refusal> {
        let request = O::decode(&mut self.form);
        Ok((request, self.valid(caller)?))
    }

    /// Validates the parameters. It is compiled once for each type of caller.
    fn valid<C>(self, caller: ToCaller<C>) -> Result<Context<C>, Refusal> {
        let operation = self.call.operation;
        validate::finish(self.form, operation.parameters)
            .map_err(|errors| Refusal::of_errors(&validate::for_caller(errors, operation)))?;
        Ok(Context { caller: caller(self.caller)?, call: self.call })
    }
}

type ToCaller<C> = fn(Option<AnyCaller>) -> Result<C, Refusal>;

fn required<C: Any>(caller: Option<AnyCaller>) -> Result<C, Refusal> {
    // The gates make the caller that the description asks for.
    typed(caller).ok_or_else(|| Refusal::internal("the caller is not of the credential's type"))
}

fn optional<C: Any>(caller: Option<AnyCaller>) -> Result<Option<C>, Refusal> {
    // One of another type isn't nobody.
    caller.map(|caller| required(Some(caller))).transpose()
}

fn nobody(_: Option<AnyCaller>) -> Result<(), Refusal> {
    Ok(())
}

fn typed<C: Any>(caller: Option<AnyCaller>) -> Option<C> {
    caller.and_then(|caller| caller.downcast().ok()).map(|caller| *caller)
}

pub(super) const NOT_IMPLEMENTED: &str = "this server does not implement the operation";

/// Returns the response of an operation that isn't implemented.
pub fn not_implemented<T>() -> Ready<Result<T, Refusal>> {
    ready(Err(Refusal::not_implemented(NOT_IMPLEMENTED)))
}
