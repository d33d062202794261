//! Work that several threads share.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// What `work` makes of each number, in their order, on so many threads.
///
/// # Errors
/// The first error of the work, or that a thread has ended early.
pub(crate) fn each<T: Send>(
    threads: u32,
    numbers: Range<u32>,
    work: impl Fn(u32) -> io::Result<T> + Sync,
) -> io::Result<Vec<T>> {
    let next = AtomicU32::new(numbers.start);
    let take = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return io::Result::Ok(done);
            }
            done.push((number, work(number)?));
        }
    };
    let mut done = Vec::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(take)).collect();
        for thread in threads {
            let ended = |_| Err(io::Error::other("a game could not be played to its end"));
            done.extend(thread.join().unwrap_or_else(ended)?);
        }
        io::Result::Ok(())
    })?;
    done.sort_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, made)| made).collect())
}
