//! A program for the terminal, made of an API's descriptors.

// Until the commands call them.
#![allow(dead_code)]

mod lines;
mod print;
mod problem;
mod profile;
mod save;
mod screen;
mod source;
