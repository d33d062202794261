//! What happens at a table: seats, turn order, letters, the computer's turns, lessons, puzzles,
//! variations, and what is to be kept.
//!
//! Everything that happens to a game is an [`Event`] handed to [`Table::handle`]; everything that is
//! to be done is a [`Request`] handed back; everything that is shown is a [`View`], a function of the
//! table's state. No clock, randomness, store, network, pixel or word is inside: time and random
//! numbers come in with events, sentences go out as keys with values.
//!
//! ```
//! use rules::{AnyPosition, GameId};
//! use table::{Event, Moment, Request, Setup, Table};
//!
//! // Two people at one device. What the table asks for first is what the store knows of the game.
//! let setup = Setup::here(AnyPosition::initial(GameId::Magnetic), "my game");
//! let (mut table, asked) = Table::new(setup);
//! assert!(matches!(&asked[..], [Request::Load { key, .. }] if key == "my game"));
//! let key = "my game".to_owned();
//! table.handle(Moment { now: 0, random: 1 }, Event::Loaded { key, found: None });
//!
//! // A step requests that the game be stored with it.
//! let asked = table.handle(Moment { now: 900, random: 2 }, Event::Typed("c2c4".to_owned()));
//! assert!(asked.iter().any(|request| matches!(
//!     request,
//!     Request::Keep { content, .. } if content.saved.contains("c2c4")
//! )));
//! assert!(table.view().refusal.is_none());
//! ```

mod advice;
mod agreements;
mod analysis;
mod analysis_lines;
mod asked;
mod audience;
mod book;
mod brought;
mod chance;
mod claim;
mod clock;
mod computer;
mod conditional;
mod daily;
mod data;
mod days;
mod draws;
#[cfg(feature = "whole")]
mod editor;
mod event;
mod exercise;
mod gift;
mod hand;
mod inspect;
mod keep;
mod known;
mod learning;
mod letters;
mod lines;
mod live;
mod live_message;
#[cfg(feature = "whole")]
mod lobby;
mod mail;
mod opponent;
mod picture;
mod premove;
mod problem;
mod progress;
mod proofs;
mod puzzle;
mod reason;
mod remarks;
mod replay;
mod report;
mod review;
mod sentence;
mod shelf;
#[cfg(feature = "whole")]
mod sketch;
mod store;
mod study;
mod study_board;
mod table;
mod task;
mod telling;
mod thinking;
mod timer;
mod together;
mod view;
mod watch_message;
mod watching;
mod whole;

pub use analysis::{Analyse, Analysis, TreeItem};
pub use analysis_lines::{AdvisedLine, AdvisedTurn, AnalysisView, EngineLine, FollowedStep, Look};
pub use asked::{Asked, Decision, Proof, Seals};
pub use book::{Book, Card, Entry, Section, Tile};
pub use brought::{Arrival, Arrivals, Beside, Brought, BroughtByLink, beside, same_as};
pub use claim::CLAIM_AFTER;
pub use clock::{Clock, EXCHANGE, Reading, Timed};
pub use computer::{Doing, Thought};
pub use conditional::ConditionalView;
pub use daily::{Day, day_of, streak};
pub use data::{Data, DataError};
pub use days::{ALLOWANCE, DAY, TurnTime};
#[cfg(feature = "whole")]
pub use editor::{Edit, Editor, Right, Tool, fen_problem};
pub use event::{Amendment, Effort, Event, Moment, Question, Request, StoreFault, Think, Walk};
pub use exercise::{Answer, AnswerKind, Caption, Exercise, Stage, Way};
pub use hand::Pick;
pub use inspect::legend;
pub use keep::{Content, Keeping, Post, Revision, Stored, name_of};
pub use known::{KnownMove, KnownView};
pub use learning::{Learn, LearningView};
pub use letters::invitation;
pub use lines::{LineTurn, Lines};
pub use live::{GAIN, MOST, Presence, Wire};
pub use live_message::GREETINGS;
#[cfg(feature = "whole")]
pub use lobby::{Challenge, Lobby, LobbyEvent, LobbyRequest, Terms};
pub use mail::{Agreed, Came, Choice, Entropy, MailError};
pub use opponent::{LEVELS, Opponent, Seating, Side, USUAL, Wish, level_key, level_of};
pub use picture::{ScoreTurn, forbids_checks};
pub use problem::{Aim, Problem, Reply, Solution};
pub use progress::{PuzzleProgress, Success, TaskProgress};
pub use proofs::{Mates, Saves, TurnProof};
pub use puzzle::{Puzzle, PuzzleState};
pub use reason::Reason;
pub use report::{Point, ReportView, SideReport, Survey, Worth, nodes_for};
pub use review::{Grade, Judgement, LapseView, ReviewView};
pub use sentence::{Sentence, Value};
pub use shelf::{Facts, Standing};
#[cfg(feature = "whole")]
pub use sketch::Sketch;
pub use store::{Recovered, recovered, room_for};
pub use study::{Chapter, MOST_CHAPTERS, Study, StudyDeed};
pub use study_board::StudyView;
pub use table::{Level, Purpose, Seat, Setup, Table};
pub use task::{Goal, Lesson, LessonState, Task};
pub use telling::{Outcome, droppable, result, spaced};
pub use together::Together;
pub use view::{Controls, End, MailView, Tone, View};
pub use watching::{Watch, WatchView};
pub use whole::{IS_WHOLE, WholeOnly, whole_only};
