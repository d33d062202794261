//! A study: several chapters, each a tree of any of the games with a name, kept together.
//!
//! Its saved form is text. Each line is a keyword and its data; the lines of a chapter's game follow it,
//! each behind a tab:
//!
//! ```text
//! fivefold-study 1
//! name Openings
//! at 2
//! chapter 1 The start
//! tag Annotator Ada
//!     fivefold-record 1
//!     …
//! chapter 2
//!     …
//! removed 1 3 What was deleted last, with its place
//!     …
//! ```
//!
//! Lines with another keyword, and the lines behind tabs below them, are a later version's: they are kept, and
//! written last.

use std::fmt::Write as _;

use record::Verdict;
use record::game::Game;
use record::link::{self, LinkError};
use record::pgn::{self, Entry};
use rules::GameId;

const HEADER: &str = "fivefold-study 1";
/// What the lines of a game stand behind.
const INSIDE: char = '\t';
/// The longest name, in characters.
const LONGEST_NAME: usize = 80;
/// The most chapters.
pub const MOST_CHAPTERS: usize = 1_000;
/// The tags that follow from the names of a study and its chapters, as Lichess writes them.
const EVENT: &str = "Event";
const STUDY_NAME: &str = "StudyName";
const CHAPTER_NAME: &str = "ChapterName";

/// A chapter.
#[derive(Clone, PartialEq, Debug)]
pub struct Chapter {
    /// Its number, which no other chapter of the study ever has.
    id: u32,
    name: String,
    /// What a file said of it besides: tags of PGN in their order.
    tags: Vec<(String, String)>,
    /// Its tree, in which nobody has ended the game.
    game: Game,
    /// How the players ended it.
    verdict: Option<Verdict>,
}

/// A name as it is kept: one line, not too long.
fn named(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST_NAME).collect::<String>().trim_end().to_owned()
}

impl Chapter {
    /// A chapter of a game.
    pub fn new(name: &str, game: Game) -> Chapter {
        Chapter::with_tags(name, Vec::new(), game)
    }

    fn with_tags(name: &str, tags: Vec<(String, String)>, mut game: Game) -> Chapter {
        let verdict = game.verdict().filter(|verdict| verdict.ending.is_by_players());
        game.set_verdict(None);
        game.lead();
        Chapter { id: 0, name: named(name), tags, game, verdict }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// What it is called; empty: nothing.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same under a name.
    pub fn called(self, name: &str) -> Chapter {
        Chapter { name: named(name), ..self }
    }

    /// Its tree.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Which game it is of.
    pub fn kind(&self) -> GameId {
        self.game.start().game()
    }

    /// How the players ended its game.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// What a file said of it besides.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The tree, with the end that the players gave it.
    fn ended(&self) -> Game {
        let mut game = self.game.clone();
        if game.verdict().is_none() {
            game.set_verdict(self.verdict);
        }
        game
    }
}

/// A study.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    name: String,
    /// The chapter that is shown.
    at: u32,
    /// At least one.
    chapters: Vec<Chapter>,
    /// The chapter that was removed last, and its place.
    removed: Option<(usize, Chapter)>,
    /// The lines that only a later version knows.
    unknown_lines: String,
}

/// Whether a line of a saved study is one that only a later version knows.
fn is_unknown(line: &str) -> bool {
    let keyword = line.split(' ').next().unwrap_or_default();
    !keyword.is_empty()
        && keyword.bytes().all(|byte| byte.is_ascii_lowercase())
        && !["name", "at", "chapter", "tag", "removed"].contains(&keyword)
}

/// What is done with the chapters of a study.
#[derive(Clone, PartialEq, Debug)]
pub enum StudyDeed {
    /// These are added behind the others, and the first of them is shown.
    Add(Vec<Chapter>),
    /// A chapter with the position that is shown.
    AddPosition(String),
    /// A chapter with a copy of the tree that is shown.
    AddCopy(String),
    /// A chapter is called something.
    Rename(u32, String),
    /// A chapter is moved up, or down.
    Move {
        /// Which.
        id: u32,
        /// Whether it changes places with the one before it.
        up: bool,
    },
    /// A chapter is removed.
    Remove(u32),
    /// The chapter that was removed last is put back.
    Restore,
    /// A chapter is shown.
    Show(u32),
    /// The study is called something.
    Name(String),
}

impl Study {
    /// A study of these chapters; none without chapters.
    pub fn new(name: &str, chapters: Vec<Chapter>) -> Option<Study> {
        let mut study = Study {
            name: named(name),
            at: 0,
            chapters: Vec::new(),
            removed: None,
            unknown_lines: String::new(),
        };
        study.at = study.add(chapters)?;
        Some(study)
    }

    /// What it is called; empty: nothing.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its chapters in their order.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The chapter with a number.
    pub fn chapter(&self, id: u32) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.id == id)
    }

    /// The number of the chapter that is shown.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// The chapter that is shown first on a board of a game.
    pub fn of_kind(&self, kind: GameId) -> Option<&Chapter> {
        let is_of = |chapter: &&Chapter| chapter.kind() == kind;
        let mut fitting = self.chapter(self.at).into_iter().chain(&self.chapters);
        fitting.find(is_of)
    }

    /// The chapter that is shown.
    pub fn shown(&self) -> Option<&Chapter> {
        self.chapter(self.at)
    }

    /// Gives the study a name.
    pub fn call(&mut self, name: &str) {
        self.name = named(name);
    }

    /// Adds chapters behind the others; the number of the first of them.
    pub fn add(&mut self, chapters: Vec<Chapter>) -> Option<u32> {
        let room = MOST_CHAPTERS.saturating_sub(self.chapters.len());
        let known = self.chapters.iter().chain(self.removed.iter().map(|(_, chapter)| chapter));
        let first = known.map(|chapter| chapter.id).max().unwrap_or(0) + 1;
        let chapters = chapters.into_iter().take(room).zip(first..);
        let length = self.chapters.len();
        self.chapters.extend(chapters.map(|(chapter, id)| Chapter { id, ..chapter }));
        (self.chapters.len() > length).then_some(first)
    }

    fn place(&self, id: u32) -> Option<usize> {
        self.chapters.iter().position(|chapter| chapter.id == id)
    }

    /// Gives a chapter a name. Whether it is there.
    pub fn rename(&mut self, id: u32, name: &str) -> bool {
        let Some(place) = self.place(id) else { return false };
        self.chapters[place].name = named(name);
        true
    }

    /// Moves a chapter up or down by one place. Whether it could be.
    pub fn shift(&mut self, id: u32, up: bool) -> bool {
        let Some(place) = self.place(id) else { return false };
        let other = if up { place.checked_sub(1) } else { Some(place + 1) };
        let Some(other) = other.filter(|&other| other < self.chapters.len()) else { return false };
        self.chapters.swap(place, other);
        true
    }

    /// Removes a chapter; the last one stays. The next one of its game is shown, else the one before it, else that
    /// of another game, if it was shown itself. Whether it was removed.
    pub fn remove(&mut self, id: u32) -> bool {
        let Some(place) = self.place(id).filter(|_| self.chapters.len() > 1) else { return false };
        let chapter = self.chapters.remove(place);
        if self.at == id {
            let (before, behind) = self.chapters.split_at(place);
            let next = behind.iter().chain(before.iter().rev());
            let mut of_kind = next.clone().filter(|other| other.kind() == chapter.kind());
            self.at = of_kind.next().or(next.clone().next()).map_or(0, Chapter::id);
        }
        self.removed = Some((place, chapter));
        true
    }

    /// The chapter that was removed last, with its place.
    pub fn removed(&self) -> Option<(usize, &Chapter)> {
        self.removed.as_ref().map(|(place, chapter)| (*place, chapter))
    }

    /// Forgets what was removed, unless no chapter of its game is left: then the page of another game offers to put
    /// it back.
    pub(crate) fn forget_removed(&mut self) {
        let is_left = |(_, gone): &(usize, Chapter)| {
            self.chapters.iter().all(|chapter| chapter.kind() != gone.kind())
        };
        self.removed = self.removed.take().filter(is_left);
    }

    /// Puts the chapter that was removed last back in its place, and shows it. Whether there was one, and room.
    pub fn restore(&mut self) -> bool {
        if self.chapters.len() == MOST_CHAPTERS {
            return false;
        }
        let Some((place, chapter)) = self.removed.take() else { return false };
        self.at = chapter.id;
        self.chapters.insert(place.min(self.chapters.len()), chapter);
        true
    }

    /// Shows a chapter. Whether it is there.
    pub fn show(&mut self, id: u32) -> bool {
        let is_there = self.place(id).is_some();
        if is_there {
            self.at = id;
        }
        is_there
    }

    /// Sets the tree of a chapter. The players' end stays with the line that they have ended.
    pub fn set_game(&mut self, id: u32, game: &Game) {
        let Some(place) = self.place(id) else { return };
        let chapter = &mut self.chapters[place];
        if chapter.verdict.is_some() && chapter.game.played_steps() != game.played_steps() {
            chapter.verdict = None;
        }
        chapter.game.clone_from(game);
        chapter.game.set_verdict(None);
    }

    /// Takes over what another version of the same study has besides: turns, annotations and chapters.
    /// Whether it is the same study; else nothing changes.
    pub fn merge(&mut self, other: &Study) -> bool {
        let own = |theirs: &Chapter| {
            let same = self.chapter(theirs.id)?;
            (same.game.start() == theirs.game.start()).then_some(same.id)
        };
        let same: Vec<Option<u32>> = other.chapters.iter().map(own).collect();
        if same.iter().all(Option::is_none) {
            return false;
        }
        let mut further = Vec::new();
        for (theirs, same) in other.chapters.iter().zip(same) {
            match same.and_then(|id| self.place(id)) {
                Some(place) => {
                    let chapter = &mut self.chapters[place];
                    chapter.game.graft(&theirs.game);
                    chapter.game.lead();
                }
                None => further.push(theirs.clone()),
            }
        }
        self.add(further);
        true
    }

    // The saved form.

    /// Whether a saved text is a study.
    pub fn is_one(saved: &str) -> bool {
        saved.starts_with(HEADER)
    }

    /// The saved form; [`Study::load`] reads it back.
    pub fn save(&self) -> String {
        let mut out = format!("{HEADER}\nname {}\nat {}\n", self.name, self.at);
        let kept = self.chapters.iter().map(|chapter| ("chapter".to_owned(), chapter));
        let removed = self.removed.iter();
        let removed = removed.map(|(place, chapter)| (format!("removed {place}"), chapter));
        for (what, chapter) in kept.chain(removed) {
            let _ = writeln!(out, "{what} {} {}", chapter.id, chapter.name);
            for (name, value) in &chapter.tags {
                let value = value.replace(['\n', '\r'], " ");
                let _ = writeln!(out, "tag {name} {value}");
            }
            for line in chapter.ended().save().lines() {
                let _ = writeln!(out, "{INSIDE}{line}");
            }
        }
        out + &self.unknown_lines
    }

    /// Reads a study as [`Study::save`] writes it. Every step is checked by the rules.
    pub fn load(saved: &str) -> Option<Study> {
        let mut lines = saved.strip_prefix(HEADER)?.strip_prefix('\n')?.lines().peekable();
        let name = named(lines.next()?.strip_prefix("name ")?);
        let at = lines.next()?.strip_prefix("at ")?.parse().ok()?;
        let (chapters, unknown_lines) = (Vec::new(), String::new());
        let mut study = Study { name, at, chapters, removed: None, unknown_lines };
        while let Some(line) = lines.next() {
            if is_unknown(line) {
                study.unknown_lines.push_str(line);
                study.unknown_lines.push('\n');
                while let Some(line) = lines.next_if(|line| line.starts_with(INSIDE)) {
                    study.unknown_lines.push_str(line);
                    study.unknown_lines.push('\n');
                }
                continue;
            }
            // What was removed stands behind the chapters.
            let removed = line.strip_prefix("removed ").and_then(|rest| rest.split_once(' '));
            let (place, rest) = match removed {
                Some((place, rest)) => (Some(place.parse::<usize>().ok()?), rest),
                None => (None, line.strip_prefix("chapter ")?),
            };
            let (id, name) = rest.split_once(' ')?;
            let id: u32 = id.parse().ok()?;
            let mut tags = Vec::new();
            while let Some(tag) = lines.next_if(|line| line.starts_with("tag ")) {
                let (name, value) = tag.strip_prefix("tag ")?.split_once(' ')?;
                tags.push((name.to_owned(), value.to_owned()));
            }
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with(INSIDE)) {
                text.push_str(line.strip_prefix(INSIDE)?);
                text.push('\n');
            }
            let game = Game::load(&text).ok()?;
            let is_full = place.is_none() && study.chapters.len() == MOST_CHAPTERS;
            if id == 0 || study.place(id).is_some() || is_full || study.removed.is_some() {
                return None;
            }
            let chapter = Chapter { id, ..Chapter::with_tags(name, tags, game) };
            match place {
                Some(place) => study.removed = Some((place, chapter)),
                None => study.chapters.push(chapter),
            }
        }
        let first = study.chapters.first()?.id;
        if study.place(study.at).is_none() {
            study.at = first;
        }
        Some(study)
    }

    // The file.

    /// The study as PGN, a game for each chapter, named as Lichess names them.
    pub fn pgn(&self) -> String {
        let written = |chapter: &Chapter| {
            let mut tags = chapter.tags.clone();
            let event = event(&self.name, &chapter.name);
            let known = [(EVENT, &*event), (STUDY_NAME, &self.name), (CHAPTER_NAME, &chapter.name)];
            for (tag, value) in known {
                let has_own = chapter.tags.iter().any(|(own, _)| own == tag);
                if !value.is_empty() && !has_own {
                    tags.push((tag.to_owned(), value.to_owned()));
                }
            }
            let mut tree = chapter.ended();
            tree.lead_into_begun();
            pgn::write(&Entry { tags, tree })
        };
        self.chapters.iter().map(written).collect()
    }

    /// A study of the games of a file; none if there are none.
    pub fn of_pgn(entries: Vec<Entry>) -> Option<Study> {
        let first = |tag| entries.iter().find_map(|entry: &Entry| entry.tag(tag)).unwrap_or("");
        let mut name = first(STUDY_NAME).to_owned();
        if name.is_empty() && first(CHAPTER_NAME).is_empty() {
            // Some files name both in the event alone.
            let studies = || {
                let events = entries.iter().map(|entry| entry.tag(EVENT).unwrap_or(""));
                events.map(|event| event.split_once(": ").map_or("", |(study, _)| study))
            };
            let common = studies().next().unwrap_or("").to_owned();
            if studies().all(|study| study == common) {
                name = common;
            }
        }
        let name = named(&name);
        let chapters = entries.into_iter().map(|entry| chapter_of(&name, entry)).collect();
        Study::new(&name, chapters)
    }

    // The link.

    /// The study as the fragment of a link.
    ///
    /// # Errors
    /// [`LinkError::Long`] if it is too long for one, or the reason why one of its games is.
    pub fn link(&self) -> Result<String, LinkError> {
        let chapter = |chapter: &Chapter| link::Chapter {
            name: chapter.name.clone(),
            tags: chapter.tags.clone(),
            game: chapter.ended(),
        };
        let chapters: Vec<link::Chapter> = self.chapters.iter().map(chapter).collect();
        link::write_chapters(&self.name, &chapters)
    }

    /// The study of a link.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_link(text: &str) -> Result<Study, LinkError> {
        let (name, chapters) = link::read_chapters(text)?;
        let chapter =
            |chapter: link::Chapter| Chapter::with_tags(&chapter.name, chapter.tags, chapter.game);
        Study::new(&name, chapters.into_iter().map(chapter).collect()).ok_or(LinkError::Many)
    }

    /// Whether a link says all that the study has.
    pub fn is_whole_in(&self, link: &str) -> bool {
        let entry = |chapter: &Chapter| {
            let mut tags = chapter.tags.clone();
            tags.sort();
            (chapter.name.clone(), tags, chapter.ended().save())
        };
        let all = |study: &Study| study.chapters.iter().map(entry).collect::<Vec<_>>();
        Study::of_link(link).is_ok_and(|read| read.name == self.name && all(&read) == all(self))
    }
}

/// The event of a chapter, as Lichess writes it.
fn event(study: &str, chapter: &str) -> String {
    match (study, chapter) {
        ("", name) | (name, "") => name.to_owned(),
        (study, chapter) => format!("{study}: {chapter}"),
    }
}

/// The chapter that a game of a file becomes, in a study of this name.
fn chapter_of(study: &str, entry: Entry) -> Chapter {
    let known =
        |tag: &str| entry.tag(tag).filter(|value| !value.is_empty() && !value.contains('?'));
    let behind = |event: &str| {
        let rest = event.strip_prefix(study).filter(|_| !study.is_empty())?;
        rest.strip_prefix(": ").map(str::to_owned)
    };
    let name = known(CHAPTER_NAME).map(str::to_owned);
    let name = name.or_else(|| behind(known(EVENT)?));
    let name = name.unwrap_or_else(|| match (known("White"), known("Black")) {
        (Some(white), Some(black)) => format!("{white} \u{2013} {black}"),
        _ => known(EVENT).filter(|event| *event != study).unwrap_or("").to_owned(),
    });
    let name = named(&name);
    let event = event(study, &name);
    let follows = |(tag, value): &(String, String)| match tag.as_str() {
        EVENT => *value == event || value == "?",
        STUDY_NAME => *value == study,
        CHAPTER_NAME => *value == name,
        // What PGN says of every game where nothing is known.
        "Site" | "White" | "Black" => value == "?",
        "Date" => value == "????.??.??",
        "Round" => value == "-",
        _ => false,
    };
    let tags = entry.tags.iter().filter(|tag| !follows(tag)).cloned().collect();
    Chapter::with_tags(&name, tags, entry.tree)
}
