//! `Debug` of types that may contain secrets.

/// Implements `Debug` for a type, which shows its name and these values and nothing else:
/// `shows!([T: Generics] Type<T>, |it| Type { name: it.value })`.
macro_rules! shows {
    ([$($generics:tt)*] $type:ty, |$it:ident| $name:ident { $($field:ident: $value:expr),* }) => {
        impl<$($generics)*> ::std::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let $it = self;
                let _ = $it;
                let mut shown = f.debug_struct(stringify!($name));
                shown$(.field(stringify!($field), &$value))*.finish_non_exhaustive()
            }
        }
    };
    ($type:ty, |$it:ident| $($shown:tt)*) => {
        $crate::core::debug::shows!([] $type, |$it| $($shown)*);
    };
}
pub(crate) use shows;
