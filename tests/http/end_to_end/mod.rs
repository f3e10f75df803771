//! Every operation of both APIs, sent by the generated clients over real HTTP
//! on loopback to a server that knows nothing of the generated code: what has
//! to arrive is read from the export of the spec's model.

mod broken;
mod descriptors;
pub mod echo;
mod every_operation;
mod layers;
mod peer;
mod repeats;
mod request;
mod response;
mod secrets;
