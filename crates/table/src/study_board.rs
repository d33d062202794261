//! The study of an analysis board: which of its chapters is shown, what is done with them, and what happens
//! if the store has another version of it.

use record::Game;
use record::game::Path;
use rules::GameId;

use crate::analysis::Analysis;
use crate::event::Request;
use crate::keep::Content;
use crate::sentence::Sentence;
use crate::study::{Chapter, Study, StudyDeed};
use crate::table::{Purpose, Setup, Table};

/// A study on a board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ShownStudy {
    pub(crate) study: Study,
    /// The number of the chapter whose tree is on the board.
    on_board: u32,
    /// As the store has it, as far as is known.
    known: String,
}

/// What is shown of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyView {
    /// What it is called, or nothing.
    pub name: String,
    /// Its chapters: their numbers, their names, and which games they are of.
    pub chapters: Vec<(u32, String, GameId)>,
    /// The chapter that is on the board.
    pub on_board: u32,
    /// The place and the name of the chapter that was removed last, and can be put back.
    pub removed: Option<(usize, String)>,
    /// Whether chapters can be made of it: no game is that goes on against a person.
    pub may: bool,
}

/// Does what adds no chapter. Whether it could be done.
fn change(study: &mut Study, deed: &StudyDeed) -> bool {
    match deed {
        StudyDeed::Add(_) | StudyDeed::AddPosition(_) | StudyDeed::AddCopy(_) => false,
        StudyDeed::Rename(id, name) => study.rename(*id, name),
        StudyDeed::Move { id, up } => study.shift(*id, *up),
        StudyDeed::Remove(id) => study.remove(*id),
        StudyDeed::Restore => study.restore(),
        StudyDeed::Show(id) => study.show(*id),
        StudyDeed::Name(name) => {
            study.call(name);
            true
        }
    }
}

impl Table {
    /// An analysis board of a study: it shows the chapter that was shown last, if that is of the game.
    /// None if the study has no chapter of the game.
    pub fn open_study(mut study: Study, kind: GameId, key: &str) -> Option<(Table, Vec<Request>)> {
        let chapter = study.of_kind(kind)?.clone();
        study.show(chapter.id());
        study.forget_removed();
        let known = study.save();
        let game = chapter.game().clone();
        let setup = Setup::here(*game.start(), key);
        let (mut table, out) = Table::new(Setup { game, purpose: Purpose::Analysis, ..setup });
        if let Some(analysis) = &mut table.analysis {
            analysis.study = Some(ShownStudy { study, on_board: chapter.id(), known });
        }
        table.show_beginning();
        Some((table, out))
    }

    pub(crate) fn study(&self) -> Option<&ShownStudy> {
        self.analysis.as_ref()?.study.as_ref()
    }

    /// The study with the tree as it is on the board.
    pub fn kept_study(&self) -> Option<Study> {
        let ShownStudy { study, on_board, .. } = self.study()?;
        let mut study = study.clone();
        study.set_game(*on_board, &self.game);
        Some(study)
    }

    /// What is shown of the study: nothing but what may be done, where it has not begun.
    pub fn study_view(&self) -> StudyView {
        let may = self.analysis.as_ref().is_some_and(|analysis| !analysis.advice.is_silent());
        let Some(ShownStudy { study, on_board, .. }) = self.study() else {
            let (name, chapters) = (String::new(), Vec::new());
            return StudyView { name, chapters, on_board: 0, removed: None, may };
        };
        let entry = |chapter: &Chapter| (chapter.id(), chapter.name().to_owned(), chapter.kind());
        StudyView {
            name: study.name().to_owned(),
            chapters: study.chapters().iter().map(entry).collect(),
            on_board: *on_board,
            removed: study.removed().map(|(place, chapter)| (place, chapter.name().to_owned())),
            may,
        }
    }

    /// The board as the first chapter of a study that has not begun yet.
    fn begun_study(&self) -> Option<Study> {
        Study::new("", vec![Chapter::new("", self.game.clone())])
    }

    pub(crate) fn change_study(&mut self, deed: &StudyDeed, out: &mut Vec<Request>) {
        if !self.study_view().may {
            return self.refuse(Sentence::new("study.silent"), out);
        }
        let is_new = self.study().is_none();
        let place = self.place();
        let Some(mut study) = self.kept_study().or_else(|| self.begun_study()) else { return };
        let added = match deed {
            StudyDeed::Add(chapters) => chapters.clone(),
            StudyDeed::AddPosition(name) => {
                vec![Chapter::new(name, Game::new(*self.game.position(place)))]
            }
            StudyDeed::AddCopy(name) => vec![Chapter::new(name, self.game.clone())],
            _ if is_new => return,
            deed => return self.set_study(study, |study| change(study, deed), out),
        };
        let Some(first) = study.add(added) else { return };
        if is_new {
            // The analysis stays as it is; the study is kept under a name of its own.
            self.keeper.move_to_study();
        }
        self.set_study(study, |study| study.show(first), out);
    }

    /// Does something to the study and shows the chapter that is to be shown. Nothing changes where that is
    /// refused.
    fn set_study(
        &mut self,
        mut study: Study,
        does: impl FnOnce(&mut Study) -> bool,
        out: &mut Vec<Request>,
    ) {
        if !does(&mut study) {
            return;
        }
        let Some(analysis) = &mut self.analysis else { return };
        let shown = analysis.study.take();
        let (was, known) = match shown {
            Some(shown) => (shown.on_board, shown.known),
            None => (study.chapters().first().map_or(0, Chapter::id), String::new()),
        };
        self.touched = true;
        let next = study.shown().filter(|chapter| chapter.id() != was);
        let next = next.map(|chapter| (chapter.id(), chapter.game().clone()));
        let on_board = next.as_ref().map_or(was, |&(id, _)| id);
        analysis.study = Some(ShownStudy { study, on_board, known });
        if let Some((_, game)) = next {
            self.put_on_board(game, out);
            out.push(Request::Say(self.says()));
        }
    }

    /// Another tree comes onto the board, which may be of another game.
    fn put_on_board(&mut self, game: Game, out: &mut Vec<Request>) {
        self.stop_report(out);
        let is_of_another = game.start().game() != self.game.start().game();
        if let Some(analysis) = &mut self.analysis {
            let Analysis { advice, report, book, played, study, .. } =
                std::mem::take(&mut **analysis);
            let report = report.anew();
            **analysis = Analysis { advice, report, study, ..Analysis::default() };
            if !is_of_another {
                (analysis.book, analysis.played) = (book, played);
            }
        }
        self.first_start = *game.start();
        self.game = game;
        self.replaced = true;
        self.cursor = None;
        self.pick = None;
        self.note = None;
        self.refusal = None;
        self.lead();
        self.show_beginning();
    }

    /// A chapter is read from its beginning.
    fn show_beginning(&mut self) {
        self.cursor = Some(Path::START).filter(|&start| start != self.game.live());
    }

    /// The store has the study as it was written last.
    pub(crate) fn study_is_kept(&mut self) {
        if let Some(shown) = self.analysis.as_mut().and_then(|analysis| analysis.study.as_mut()) {
            shown.known = self.keeper.known_text().unwrap_or_default().to_owned();
        }
    }

    /// The stored study is not what is shown here: it takes its place if nothing was changed here; else both
    /// become one, or where they have nothing in common, this one goes beside it.
    pub(crate) fn meet_study(&mut self, stored: &Content, out: &mut Vec<Request>) {
        let theirs = Study::load(&stored.saved);
        let is_unchanged = match (self.study(), self.kept_study()) {
            (Some(shown), Some(own)) => own.save() == shown.known,
            _ => !self.has_happened(),
        };
        if let Some(theirs) = theirs {
            if stored.saved == self.content().saved {
                return;
            }
            if is_unchanged && self.take_study(theirs.clone(), out) {
                return;
            }
            self.touched = true;
            if let Some(mut own) = self.kept_study()
                && own.merge(&theirs)
            {
                return self.unite_with(own);
            }
        }
        self.touched = true;
        self.keeper.move_beside();
        self.notice(Sentence::new("kept.beside"), out);
    }

    /// Shows a stored study, with the chapter that stood here if it is still there. Whether it has one.
    fn take_study(&mut self, mut study: Study, out: &mut Vec<Request>) -> bool {
        let kind = self.game.start().game();
        let own = self.study().and_then(|shown| study.chapter(shown.on_board));
        let Some(chapter) = own.or(study.of_kind(kind)).or(study.shown()) else { return false };
        let (on_board, game) = (chapter.id(), chapter.game().clone());
        study.show(on_board);
        study.forget_removed();
        let known = study.save();
        if let Some(analysis) = &mut self.analysis {
            analysis.study = Some(ShownStudy { study, on_board, known });
        }
        if game != self.game {
            self.put_on_board(game, out);
        }
        true
    }

    /// The study has become one with another version of it.
    fn unite_with(&mut self, study: Study) {
        let place = self.place();
        let Some(shown) = self.analysis.as_mut().and_then(|analysis| analysis.study.as_mut())
        else {
            return;
        };
        if let Some(chapter) = study.chapter(shown.on_board) {
            self.game = chapter.game().clone();
            self.cursor = Some(place);
        }
        shown.study = study;
        self.lead();
    }
}
