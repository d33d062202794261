//! What only the whole module of the page has: letters, lessons, puzzles. Most pages need none of
//! them and load a module built without the feature `whole`: there the types below have no values,
//! so that the compiler removes all code that uses them.

/// Whether letters, lessons and puzzles are included.
pub const IS_WHOLE: bool = cfg!(feature = "whole");

/// A value that exists in the whole module alone.
#[cfg(feature = "whole")]
pub type WholeOnly<T> = Box<T>;

/// A value that exists in the whole module alone.
#[cfg(not(feature = "whole"))]
#[derive(Clone, PartialEq, Debug)]
pub struct WholeOnly<T>(std::convert::Infallible, std::marker::PhantomData<T>);

#[cfg(not(feature = "whole"))]
impl<T> std::ops::Deref for WholeOnly<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self.0 {}
    }
}

#[cfg(not(feature = "whole"))]
impl<T> std::ops::DerefMut for WholeOnly<T> {
    fn deref_mut(&mut self) -> &mut T {
        match self.0 {}
    }
}

/// A value in the whole module, nothing elsewhere.
#[cfg(feature = "whole")]
pub fn whole_only<T>(value: T) -> Option<WholeOnly<T>> {
    Some(Box::new(value))
}

/// A value in the whole module, nothing elsewhere.
#[cfg(not(feature = "whole"))]
pub fn whole_only<T>(_value: T) -> Option<WholeOnly<T>> {
    None
}
