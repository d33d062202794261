//! A table of two people against a plain model: a record of the steps, the step that waits to be
//! confirmed, the place where one stands, the question asked, and what was last kept. Both are told the same events
//! at random, in whatever order.

use crate::play;

use play::{Play, from, here};
use record::{Game, Record};
use rules::{Actor, AnyPosition, Color, GameId, Phase, Step};
use table::{
    Content, End, Event, Keeping, Moment, Question, Request, Setup, StoreFault, Stored, Table,
    Tone, Walk,
};
use testkit::chance::Chance;

/// What is known of a table.
struct Model {
    record: Record,
    held: Option<Step>,
    confirms: bool,
    /// How many steps are seen; none: all of them.
    seen: Option<usize>,
    question: Option<Question>,
    is_refused: bool,
    note: Option<&'static str>,
    /// Whether a step of the game was ever taken, be it back by now.
    has_played: bool,
    keep: Keep,
}

/// What is known of the store.
#[derive(Default)]
struct Keep {
    revision: u64,
    content: Option<Content>,
    flight: Option<(u64, Content)>,
    has_failed: bool,
    is_told: bool,
}

impl Model {
    fn is_live(&self) -> bool {
        self.seen.is_none()
    }

    fn place(&self) -> usize {
        self.seen.unwrap_or(self.record.steps().len())
    }

    fn show(&mut self, place: usize) {
        self.seen = Some(place).filter(|&place| place < self.record.steps().len());
        self.is_refused = false;
        self.note = None;
    }

    fn take(&mut self, step: Step) {
        self.record.take(step).unwrap();
        self.question = None;
        self.has_played = true;
    }

    /// What a hand does on the board, unless it may not.
    fn act(&mut self, event: &Event) {
        self.is_refused = false;
        self.note = None;
        if let Some(held) = self.held.filter(|_| self.is_live()) {
            match event {
                Event::EndTurn => {
                    self.held = None;
                    return self.take(held);
                }
                Event::Undo => {
                    self.held = None;
                    return;
                }
                _ => {}
            }
        }
        if !self.is_live() {
            self.note = Some("history.look");
            return;
        }
        if self.held.is_some() {
            self.note = Some("step.unconfirmed");
            return;
        }
        match *event {
            // What chance draws is nobody's to name.
            Event::Step(Step::Draw(_)) => {}
            Event::Step(step) => self.step(step),
            Event::EndTurn => self.step(Step::End),
            Event::Undo => {
                self.record.undo();
            }
            Event::Redo => {
                self.record.redo();
            }
            Event::UndoTo(kept) => {
                for _ in kept..self.record.turn_steps().len() {
                    self.record.undo();
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, step: Step) {
        let before = *self.record.live();
        if before.why_not(step).is_some() {
            self.is_refused = true;
            return;
        }
        let mut after = before;
        after.play(step);
        let is_over = after.turn() != before.turn() || after.outcome().is_some();
        if self.confirms && is_over && step != Step::End && before.most_steps() == 1 {
            self.held = Some(step);
            return;
        }
        self.take(step);
    }

    fn walk(&mut self, walk: Walk) {
        let (place, all) = (self.place(), self.record.steps().len());
        match walk {
            Walk::First => self.show(0),
            Walk::Back if place > 0 => self.show(place - 1),
            Walk::On if place < all => self.show(place + 1),
            Walk::Latest => self.show(all),
            Walk::Into => self.note = Some("lines.none"),
            Walk::Back | Walk::On | Walk::Out => {}
        }
    }

    fn ask(&mut self, event: &Event) {
        self.note = None;
        let turn = self.record.live().turn();
        match event {
            Event::Resign => self.question = Some(Question::Resign(turn)),
            Event::OfferDraw => self.question = Some(Question::Draw(turn)),
            Event::TakeBack => {
                let mut turns = self.record.turns();
                let is_there = turns.any(|played| played.done && played.color == !turn);
                // Who looks at an earlier position takes nothing back.
                if is_there && self.is_live() {
                    self.question = Some(Question::TakeBack(!turn));
                } else {
                    self.note = Some("computer.nothing-back");
                }
            }
            Event::Answer(yes) => {
                let Some(question) = self.question.take().filter(|_| *yes) else { return };
                (self.held, self.seen) = (None, None);
                match question {
                    Question::Resign(loser) => self.record.resign(loser),
                    Question::Draw(_) => self.record.agree_draw(),
                    Question::TakeBack(color) => assert!(self.record.take_back(color)),
                    other => panic!("{other:?}"),
                }
            }
            other => panic!("{other:?}"),
        }
    }

    fn content(&self) -> Content {
        let spec = self.record.start().spec();
        let held = self.held.map(|step| step.display(spec).to_string()).unwrap_or_default();
        Content { saved: self.record.save(), held, computer: None, post: None }
    }

    /// Whether there is anything that is not kept as it is.
    fn is_news(&self) -> bool {
        let has_happened = self.has_played
            || self.held.is_some()
            || self.record.verdict().is_some()
            || self.keep.revision != 0;
        has_happened && self.keep.content.as_ref() != Some(&self.content())
    }

    /// What the store is asked for: all that is known and not kept, one write at a time.
    fn check_writes(&mut self, out: &[Request], story: &str) {
        let mut writes = out.iter().filter_map(|request| match request {
            Request::Keep { key, follows, revision, content, .. } => {
                assert_eq!(key, "a game", "{story}");
                Some((*follows, *revision, content.clone()))
            }
            _ => None,
        });
        let is_due = self.is_news() && self.keep.flight.is_none();
        match writes.next() {
            Some((follows, revision, content)) => {
                assert!(is_due, "{story}: a write that is not due");
                assert_eq!((follows, &content), (self.keep.revision, &self.content()), "{story}");
                assert!(revision != 0 && revision != follows, "{story}");
                self.keep.flight = Some((revision, content));
                self.keep.has_failed = false;
            }
            // What has failed is tried again when it is time, or when something happens.
            None => assert!(!is_due || self.keep.has_failed, "{story}: not written"),
        }
        assert!(writes.next().is_none(), "{story}: two writes at once");
    }
}

fn check(table: &Table, model: &Model, story: &str) {
    let (view, record) = (table.view(), &model.record);
    assert_eq!(table.game().record().as_ref(), Ok(record), "{story}");
    let (live, place) = (model.is_live(), model.place());
    assert_eq!((view.is_live, table.game().count(view.at)), (live, place), "{story}");
    let (mut position, before) = (*record.position(place), *record.position(place));
    let held = model.held.filter(|_| live);
    if let Some(step) = held {
        position.play(step);
    }
    assert_eq!((view.position, view.held), (position, held), "{story}");
    assert_eq!(view.turn, before.turn(), "{story}");
    assert_eq!(view.question, model.question, "{story}");
    assert_eq!(view.result, record.verdict(), "{story}");
    assert_eq!(view.refusal.is_some(), model.is_refused, "{story}");
    let over = record.verdict().is_some();
    let may_act = over || (live && held.is_none());
    assert_eq!(view.may_act, may_act, "{story}");
    let is_plain = !model.is_refused && model.note.is_none();
    assert_eq!(view.tone == Tone::Prompt, is_plain, "{story}");
    let key = match (model.is_refused, model.note) {
        (true, _) => Some("refused"),
        (_, Some(note)) => Some(note),
        _ if !live => None,
        _ if held.is_some() => Some("step.unconfirmed"),
        _ => None,
    };
    assert!(key.is_none_or(|key| view.says.key == key), "{story}: {}", view.says.key);
    if over {
        return;
    }

    let controls = view.controls;
    let steps = before.list();
    let placing = before.phase() == Phase::Placement;
    let chance = before.actor() == Actor::Chance;
    let is_open = live && held.is_none() && !chance;
    let end = match () {
        () if held.is_some() => End::May,
        () if !is_open || (before.most_steps() == 1 && !placing) => End::Hidden,
        () if !steps.contains(&Step::End) => End::NotYet,
        () if steps.len() == 1 => End::Must,
        () => End::May,
    };
    assert_eq!(controls.end, end, "{story}");
    let begun = !record.turn_steps().is_empty();
    let undo = live && (held.is_some() || begun);
    assert_eq!(controls.undo, undo, "{story}");
    let redo = if may_act { record.undone().len() } else { 0 };
    assert_eq!(controls.redo, redo, "{story}");
    assert_eq!(controls.draw, live && chance, "{story}");
    assert_eq!(controls.place, is_open && placing, "{story}");
    let played = !record.steps().is_empty();
    let ends = played && held.is_none();
    let turn = record.live().turn();
    let has_other = record.turns().any(|played| played.done && played.color == !turn);
    assert_eq!(controls.takeback, live && has_other, "{story}");
    // Who looks back may give up, too, or offer a draw.
    assert_eq!((controls.resign, controls.offer), (ends, ends), "{story}");
    assert!(!controls.now && !controls.review && !controls.rematch, "{story}");
    assert_eq!(controls.hint, is_open, "{story}");
    // The turns as the score lists them.
    let score: Vec<_> = table.score().collect();
    let turns: Vec<_> = record.turns().collect();
    assert_eq!(score.len(), turns.len(), "{story}");
    for (listed, turn) in score.iter().zip(turns) {
        let told = (listed.from, listed.to, listed.color, listed.number, listed.done);
        assert_eq!(told, (turn.from, turn.to, turn.color, turn.number, turn.done), "{story}");
    }
    // What has been begun, and the last turn that is over, where one stands.
    let last = record.turns().filter(|turn| turn.done && turn.to <= place).last();
    let from = last.map_or(0, |turn| turn.to);
    let is_inside = before.is_inside_turn() && held.is_none();
    let begun = if is_inside { &record.steps()[from..place] } else { &[] };
    assert_eq!(table.begun(), begun, "{story}");
    let told = table.last_turn().map(|turn| table.game().steps(turn));
    assert_eq!(told, last.map(|turn| &record.steps()[turn.from..turn.to]), "{story}");
}

/// A step at random: mostly a legal one.
fn any_step(position: &AnyPosition, chance: &mut Chance) -> Step {
    let steps = position.list();
    let any = steps.get(chance.below(steps.len().max(1))).copied();
    match (any, chance.below(8_u32)) {
        (Some(Step::Move { from, to, .. }), 0) => Step::go(to, from),
        (Some(Step::Drop { role, .. }), 0) => {
            Step::Drop { role, to: rules::Square::new(chance.below(4_u8)) }
        }
        // To and fro, so that turns are not over at once.
        (Some(Step::End), 1..=5) => any_step_but_end(&steps, chance),
        (Some(step), _) => step,
        (None, _) => Step::End,
    }
}

fn any_step_but_end(steps: &[Step], chance: &mut Chance) -> Step {
    let others: Vec<Step> = steps.iter().copied().filter(|&step| step != Step::End).collect();
    others.get(chance.below(others.len().max(1))).copied().unwrap_or(Step::End)
}

fn any_event(model: &Model, chance: &mut Chance) -> Event {
    let live = model.record.live();
    match chance.below(40_u32) {
        0..=14 if live.actor() == Actor::Chance => Event::Draw,
        0..=14 => Event::Step(any_step(live, chance)),
        15 => Event::Draw,
        16..=17 => Event::EndTurn,
        18..=20 => Event::Undo,
        21..=22 => Event::Redo,
        23 => Event::UndoTo(chance.below(4_usize)),
        24 => Event::Walk(Walk::First),
        25..=26 => Event::Walk(Walk::Back),
        27..=28 => Event::Walk(Walk::On),
        29..=31 => Event::Walk(Walk::Latest),
        32 => Event::Confirms(chance.below(2_u32) == 0),
        33 => Event::TakeBack,
        34 if chance.below(8_u32) == 0 => Event::OfferDraw,
        35 if chance.below(8_u32) == 0 => Event::Resign,
        36 => Event::Answer(chance.below(2_u32) == 0),
        _ => Event::Step(any_step(live, chance)),
    }
}

fn moment(chance: &mut Chance, now: &mut u64) -> Moment {
    *now += chance.below(50_u64);
    // Now and then a number that could be taken for none.
    Moment { now: *now, random: if chance.below(9_u32) == 0 { 0 } else { chance.below(u64::MAX) } }
}

/// Tells a table and the model the same events.
fn run(setup: &Setup, seed: u64, events: usize) -> Model {
    let mut chance = Chance(seed);
    let mut now = 0;
    let (mut table, asked) = Table::new(setup.clone());
    assert_eq!(asked, [Request::Load { key: "a game".to_owned() }]);
    table.handle(
        Moment { now: 0, random: 1 },
        Event::Loaded { key: "a game".to_owned(), found: None },
    );
    let mut model = Model {
        record: setup.game.record().unwrap(),
        held: None,
        confirms: setup.confirms,
        seen: None,
        question: None,
        is_refused: false,
        note: None,
        has_played: false,
        keep: Keep::default(),
    };
    let mut story = format!("{} {seed}:", setup.game.start().fen());
    for _ in 0..events {
        if model.record.verdict().is_some() && chance.below(3_u32) == 0 {
            break;
        }
        let event = any_event(&model, &mut chance);
        // Behind the end of a game steps are only tried: another test's.
        let is_over = model.record.verdict().is_some();
        if is_over && !matches!(event, Event::Confirms(_) | Event::Walk(_)) {
            continue;
        }
        story += &format!("\n{event:?}");
        let out = table.handle(moment(&mut chance, &mut now), event.clone());
        match &event {
            Event::Walk(walk) => model.walk(*walk),
            Event::Confirms(confirms) => model.confirms = *confirms,
            Event::Resign | Event::OfferDraw | Event::TakeBack | Event::Answer(_) => {
                model.ask(&event);
            }
            Event::Draw => {
                model.act(&event);
                let is_due = model.record.live().actor() == Actor::Chance;
                if is_due && model.is_live() && model.held.is_none() {
                    let steps = table.game().steps(table.game().tip());
                    assert!(matches!(steps, [Step::Draw(_)]), "{story}");
                    model.take(steps[0]);
                }
            }
            event => model.act(event),
        }
        model.check_writes(&out, &story);
        check(&table, &model, &story);
        store(&mut table, &mut model, &mut chance, &mut now, &mut story);
        if chance.below(12_u32) == 0 {
            reopen(&mut table, &mut model, setup, &mut chance, &mut now, &mut story);
        }
    }
    model
}

/// What the store says, if it says anything.
fn store(
    table: &mut Table,
    model: &mut Model,
    chance: &mut Chance,
    now: &mut u64,
    story: &mut String,
) {
    let key = "a game".to_owned();
    let event = match (&model.keep.flight, chance.below(6_u32)) {
        (Some((revision, _)), 0..=2) => Event::Kept { key, revision: *revision },
        (Some((revision, _)), 3) => {
            Event::KeepFailed { key, revision: *revision, fault: StoreFault::Blocked }
        }
        // An answer to another write is no answer.
        (Some((revision, _)), 4) => Event::Kept { key, revision: revision ^ 1 },
        (None, 0) => {
            Event::KeepFailed { key, revision: model.keep.revision, fault: StoreFault::Blocked }
        }
        (None, 1) => Event::Woken(1),
        _ => return,
    };
    *story += &format!("\n{event:?}");
    let flown = model.keep.flight.as_ref().map(|(revision, _)| *revision);
    let is_due = matches!(event, Event::Woken(_)) && model.keep.has_failed && model.is_news();
    match &event {
        Event::Kept { revision, .. } if Some(*revision) == flown => {
            let (revision, content) = model.keep.flight.take().unwrap();
            (model.keep.revision, model.keep.content) = (revision, Some(content));
            model.keep.is_told = false;
        }
        Event::KeepFailed { revision, .. } if Some(*revision) == flown => {
            model.keep.flight = None;
            model.keep.has_failed = true;
            // Once, until it is kept again.
            if !std::mem::replace(&mut model.keep.is_told, true) {
                model.note = Some("kept.blocked");
            }
        }
        _ => {}
    }
    let out = table.handle(moment(chance, now), event);
    model.check_writes(&out, story);
    assert!(!is_due || !model.keep.has_failed, "{story}: not tried again");
    let state = match (&model.keep.flight, model.keep.has_failed) {
        (Some(_), _) => Keeping::Writing,
        (None, true) => Keeping::Failed,
        (None, false) => Keeping::Kept,
    };
    assert_eq!(table.view().keeping, state, "{story}");
    check(table, model, story);
}

/// The window is closed, and another one opened: what was kept is there again, and nothing else.
fn reopen(
    table: &mut Table,
    model: &mut Model,
    setup: &Setup,
    chance: &mut Chance,
    now: &mut u64,
    story: &mut String,
) {
    let Some(content) = model.keep.content.clone() else { return };
    *story += "\nopened again";
    let setup = Setup { confirms: model.confirms, ..setup.clone() };
    let key = "a game".to_owned();
    (*table, _) = Table::new(setup);
    let found = Some(Stored { revision: model.keep.revision, content: content.clone() });
    let out = table.handle(moment(chance, now), Event::Loaded { key, found });
    model.record = Record::load(&content.saved).unwrap();
    let spec = model.record.start().spec();
    model.held = Step::parse(&content.held, spec).ok();
    (model.seen, model.question, model.is_refused, model.note) = (None, None, false, None);
    (model.keep.flight, model.keep.has_failed) = (None, false);
    model.keep.is_told = false;
    model.has_played = !model.record.steps().is_empty();
    model.check_writes(&out, story);
    check(table, model, story);
}

#[test]
fn a_table_of_two_does_what_its_plain_model_does() {
    let mut over = 0;
    for setup in [
        here(GameId::Orthodox),
        here(GameId::Charismatic),
        here(GameId::Chessence),
        here(GameId::Progressive),
        here(GameId::CompleteContramatic),
        from(GameId::Magnetic, "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"),
        from(GameId::Orthodox, "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"),
        from(GameId::Charismatic, "3k4/p6p/8/8/8/8/P7/R3K2R[] w - - 0 9 - -"),
    ] {
        for seed in 0..30 {
            let confirms = seed % 2 == 0;
            let model = run(&Setup { confirms, ..setup.clone() }, seed, 120);
            over += usize::from(model.record.verdict().is_some());
        }
    }
    assert!(over > 20, "{over} games came to an end");
}

#[test]
fn a_side_that_has_finished_nothing_takes_nothing_back() {
    let mut play = Play::new(here(GameId::Orthodox));
    play.to(Event::TakeBack);
    assert_eq!((play.table.question(), play.table.game().tip()), (None, Game::ROOT));
    play.type_all("e2e4");
    play.to(Event::TakeBack);
    assert_eq!(play.table.question(), Some(Question::TakeBack(Color::White)));
}

/// Also where it was the first of the game, and nothing has happened but that.
#[test]
fn a_step_taken_back_before_it_was_confirmed_does_not_come_back() {
    let mut play = Play::new(Setup { confirms: true, ..here(GameId::Orthodox) });
    play.type_all("e2e4");
    play.keep_all();
    assert_eq!(play.last_keep().2.held, "e2e4");
    play.to(Event::Undo);
    let (follows, revision, content) = play.last_keep();
    assert_eq!(content, Play::new(here(GameId::Orthodox)).table.content());
    assert!(follows != 0 && revision != follows);
}

#[test]
fn each_write_makes_a_revision_of_its_own_whatever_is_drawn() {
    for drawn in [0, 1, u64::MAX] {
        let mut table = Table::new(here(GameId::Orthodox)).0;
        let mut last = 0;
        let moment = Moment { now: 0, random: drawn };
        table.handle(moment, Event::Loaded { key: "a game".to_owned(), found: None });
        for text in ["e2e4", "e7e5", "d2d4", "d7d5", "c2c4", "c7c5"] {
            // Such that it falls on nothing, or on the revision that stands there.
            for same in [0, last] {
                let random = drawn.wrapping_mul(same) ^ last.rotate_left(17);
                let moment = Moment { now: 0, random };
                let out = table.handle(moment, Event::Typed(text.to_owned()));
                let Some(Request::Keep { follows, revision, .. }) =
                    out.into_iter().find(|request| matches!(request, Request::Keep { .. }))
                else {
                    continue;
                };
                assert_eq!(follows, last);
                assert!(revision != 0 && revision != last, "{drawn} {last}: {revision}");
                let key = "a game".to_owned();
                table.handle(moment, Event::Kept { key, revision });
                last = revision;
            }
        }
        assert!(last != 0);
    }
}
