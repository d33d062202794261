//! Runs the tasks in turn, over and over, and prints a line for each run: its name, how many things
//! it counted and how many seconds that took, separated by tabs. Then asks each question once and
//! prints a line for each: `answer`, what is asked, and the seconds.
//!
//! The argument is the number of rounds (1 unless given).

use std::time::{Duration, Instant};

use bench::Bench;

/// A task is repeated until it has taken so long.
const LEAST: Duration = Duration::from_millis(300);

fn main() {
    let rounds = std::env::args().nth(1).map_or(1, |text| text.parse().expect("a number"));
    let bench = Bench::new();
    for _ in 0..rounds {
        for task in 0..bench.tasks() {
            let start = Instant::now();
            let mut counted = 0.0;
            while start.elapsed() < LEAST {
                counted += bench.run(task);
            }
            println!("{}\t{counted}\t{}", bench.name(task), start.elapsed().as_secs_f64());
        }
    }
    for question in 0..bench.questions() {
        let start = Instant::now();
        bench.ask(question);
        println!("answer\t{}\t{}", bench.question(question), start.elapsed().as_secs_f64());
    }
}
