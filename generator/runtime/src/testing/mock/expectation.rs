//! One expectation, written as a chain of methods.

use std::{
    any::Any,
    fmt,
    future::{Future, ready},
    marker::PhantomData,
    panic::Location,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use http::StatusCode;

use super::{
    Caller, Times,
    expected::{Codec, Condition},
    plan::Plan,
    steps::{AnyRequest, Handler, Step},
};
use crate::codec::{Decode, Encode, FormReader, FormWriter, JsonValue, Operation, validate};
use crate::core::debug::shows;
use crate::server::{Context, Given, Handled, Refusal, Respond, Success};
use crate::testing::sent::Sent;

/// An expected operation: which requests, how often, and the responses.
///
/// Responses are used in the order in which they are written, once each; the last
/// one is used for all further calls, and at least once.
/// [`Expectation::times`] changes that for the response before it:
///
/// ```text
/// mock.expect::<GardenList>().fails(503, "starting").times(2).returns(beds);
/// ```
pub struct Expectation<'a, O> {
    plan: &'a Plan,
    index: usize,
    operation: PhantomData<fn() -> O>,
}

impl<'a, O> Expectation<'a, O>
where
    O: Operation<Returns: Respond> + Decode + fmt::Debug,
{
    pub(super) fn new(plan: &'a Plan, at: &'static Location<'static>, order: Option<usize>) -> Self {
        let codec = Codec {
            operation: O::DESCRIPTOR,
            decode: |admitted| {
                admitted
                    .any_context::<O>()
                    .map(|(request, context)| (Box::new(request) as AnyRequest, context))
            },
            show: |request| match request.downcast_ref::<O>() {
                Some(request) => format!("{request:?}"),
                None => O::DESCRIPTOR.name.to_owned(),
            },
        };
        Self { plan, index: plan.add(codec, at, order), operation: PhantomData }
    }

    /// Matches only requests with exactly these parameters. A report names those
    /// that differ. A parameter that is the header `Accept` or `User-Agent` counts if it is
    /// set here: without it, clients send their own.
    ///
    /// # Panics
    /// If the operation has a file: check that in [`Expectation::when`].
    #[must_use]
    #[track_caller]
    #[expect(clippy::panic, reason = "a mistake in a test fails it")]
    pub fn with(self, request: O) -> Self
    where
        O: Encode,
    {
        if O::DESCRIPTOR.parameters.iter().any(|parameter| parameter.file) {
            panic!("`with` can't compare the file of {}: use `when`", O::DESCRIPTOR.name);
        }
        let mut written = FormWriter::new(O::DESCRIPTOR.parameters);
        request.encode(&mut written);
        let mut form = FormReader::default();
        for placed in &written.values {
            placed.add_to(&mut form);
        }
        validate::prepare(&mut form, O::DESCRIPTOR, None);
        self.on_condition(Condition::Equals(Sent::of(O::DESCRIPTOR.parameters, &form)))
    }

    /// Matches only requests with this value of a parameter, as text, by its name
    /// in the documents; a list is joined as it is sent, or by commas. A report shows the
    /// value that differs.
    ///
    /// # Panics
    /// If the operation has no such parameter.
    #[must_use]
    #[track_caller]
    #[expect(clippy::panic, reason = "a mistake in a test fails it")]
    pub fn with_parameter(self, name: &str, value: impl Into<String>) -> Self {
        let mut known = O::DESCRIPTOR.parameters.iter();
        let Some(parameter) = known.find(|known| known.name == name && !known.file) else {
            let names: Vec<&str> = O::DESCRIPTOR.parameters.iter().map(|known| known.name).collect();
            panic!("{} has no parameter `{name}`: expected one of {}", O::DESCRIPTOR.name, names.join(", "));
        };
        self.on_condition(Condition::Has(Sent::one(parameter, value.into())))
    }

    /// Matches only requests for which the closure returns `true`. The content of a file is
    /// in memory: [`Upload::as_bytes`](crate::Upload::as_bytes).
    #[must_use]
    #[track_caller]
    pub fn when(self, holds: impl Fn(&O) -> bool + Send + Sync + 'static) -> Self {
        let holds = move |request: &dyn Any| request.downcast_ref().is_some_and(&holds);
        self.on_condition(Condition::Holds(Box::new(holds), Location::caller()))
    }

    /// Returns a value, as a handler of a server returns it. For an operation
    /// that returns a file, that is a [`server::File`](crate::server::File); one that is a
    /// stream is returned only once.
    pub fn returns(self, value: Given<O>) -> Self {
        let success = Mutex::new(Some(Success::of::<O::Returns>(value)));
        self.respond(move || {
            let mut success = success.lock().unwrap_or_else(PoisonError::into_inner);
            let again = success.as_ref().and_then(Success::again);
            let success = again.or_else(|| success.take());
            success.ok_or("has sent its file, which is a stream: use `File::bytes` or `returns_with`").map(Ok)
        })
    }

    /// Responds with what the closure returns for the request: `Ok` of a result, or a
    /// refusal. If it panics, the test fails.
    pub fn returns_with(self, respond: impl FnMut(O) -> Result<Given<O>, Refusal> + Send + 'static) -> Self {
        let respond = Mutex::new(respond);
        self.handled_by(move |request, _| {
            let mut respond = respond.lock().unwrap_or_else(PoisonError::into_inner);
            ready(respond(request))
        })
    }

    /// Responds like a handler of a server: asynchronously, with the credential
    /// and the headers.
    pub fn handled_by<F, R>(self, handle: F) -> Self
    where
        F: Fn(O, Context<Caller>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Given<O>, Refusal>> + Send + 'static,
    {
        let handle = Arc::new(handle);
        self.handler(move |request, context| {
            let handle = handle.clone();
            Ok(Box::pin(async move {
                let Ok(request) = request.downcast::<O>() else {
                    return Err(Refusal::internal("the request is of another operation"));
                };
                handle(*request, context).await.map(Success::of::<O::Returns>)
            }))
        })
    }

    /// Responds with a failure in the API's shape.
    ///
    /// # Panics
    /// If the status is not one from 400 to 599.
    #[track_caller]
    pub fn fails(self, status: u16, message: impl Into<String>) -> Self {
        let refusal = Refusal::new(failure(status), message.into());
        self.respond(move || Ok(Err(refusal.clone())))
    }

    /// Responds with a failure whose body is a value, as the API describes it for the status.
    ///
    /// # Panics
    /// If the status is not one from 400 to 599.
    #[track_caller]
    pub fn fails_with<T: JsonValue>(self, status: u16, body: &T) -> Self {
        let refusal = Refusal::json(failure(status), body);
        self.respond(move || Ok(Err(refusal.clone())))
    }

    /// Breaks the connection instead of responding.
    pub fn breaks(self) -> Self {
        self.respond(|| Ok(Ok(Success::broken())))
    }

    /// Waits before responding.
    pub fn after(self, delay: Duration) -> Self {
        self.edit_last(|step| step.delay = Some(delay))
    }

    /// Sets how often the call is expected: `2`, `1..`, `0..=3`.
    pub fn times(self, times: impl Into<Times>) -> Self {
        let times = times.into();
        self.edit_last(|step| step.times = Some(times))
    }

    /// Expects the call exactly once.
    pub fn once(self) -> Self {
        self.times(1)
    }

    /// Expects no call: one fails the test.
    pub fn never(self) -> Self {
        self.times(0)
    }

    fn on_condition(self, condition: Condition) -> Self {
        self.plan.edit(self.index, |expected| expected.conditions.push(Arc::new(condition)));
        self
    }

    /// Adds a response that doesn't depend on the request.
    fn respond<F>(self, respond: F) -> Self
    where
        F: Fn() -> Result<Result<Success, Refusal>, &'static str> + Send + Sync + 'static,
    {
        self.handler(move |_, _| respond().map(|response| Box::pin(ready(response)) as Handled))
    }

    /// Adds a response: to the last step if that has none, or else as a new step.
    fn handler<F>(self, handler: F) -> Self
    where
        F: Fn(AnyRequest, Context<Caller>) -> Result<Handled, &'static str> + Send + Sync + 'static,
    {
        let handler: Option<Handler> = Some(Arc::new(handler));
        self.plan.edit(self.index, |expected| match expected.steps.last_mut() {
            Some(step) if step.handler.is_none() => step.handler = handler,
            _ => expected.steps.push(Step { handler, ..Step::default() }),
        });
        self
    }

    fn edit_last(self, change: impl FnOnce(&mut Step)) -> Self {
        self.plan.edit(self.index, |expected| {
            expected.steps.last_mut().map(change);
        });
        self
    }
}

shows!([O: Operation] Expectation<'_, O>, |it| Expectation { operation: O::DESCRIPTOR.name });

#[track_caller]
#[expect(clippy::panic, reason = "a mistake in a test fails it")]
fn failure(status: u16) -> StatusCode {
    match StatusCode::from_u16(status) {
        Ok(status) if status.is_client_error() || status.is_server_error() => status,
        _ => panic!("fails({status}): the status of a failure is from 400 to 599"),
    }
}

/// Expectations of different operations that must be met in order.
pub struct InOrder<'a, A> {
    plan: &'a Plan,
    order: usize,
    api: PhantomData<fn() -> A>,
}

impl<'a, A> InOrder<'a, A> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        Self { plan, order: plan.new_order(), api: PhantomData }
    }

    /// Expects an operation after those before it, once unless
    /// [`Expectation::times`] says otherwise.
    #[track_caller]
    pub fn expect<O>(&mut self) -> Expectation<'a, O>
    where
        O: Operation<Api = A, Returns: Respond> + Decode + fmt::Debug,
    {
        Expectation::new(self.plan, Location::caller(), Some(self.order))
    }
}

shows!([A] InOrder<'_, A>, |it| InOrder {});
