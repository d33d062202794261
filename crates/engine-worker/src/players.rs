//! Who thinks in a worker: the opponent, and the adviser, who has a memory of its own, so that the opponent
//! knows nothing but what its level has found out.

use engine::proof::{Mates, Prover};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use crate::answer::{Answer, Verdict, proof, worth};
use crate::page::{Function, date_now, now, object};
use crate::{Player, wants_net};

/// What the players remember of positions, in megabytes.
const OPPONENT: u32 = 16;
const ADVISER: u32 = 8;

/// How long a slice of an analysis is, in milliseconds: the first one, those after it and, where each begins
/// anew and so takes twice as long as the one before, the last one.
const FIRST_SLICE: f64 = 60.0;
const NEXT_SLICE: f64 = 100.0;
const LONGEST_SLICE: f64 = 2000.0;

/// How long the solver of whole turns takes in each slice, and in all, in milliseconds.
const PROOF_SLICE: f64 = 40.0;
const LONGEST_PROOF: f64 = 8000.0;

/// What is left of the time at least, however long the module took to come.
const LEAST: f64 = 0.25;

/// How many positions are looked at for a draw, at most for each hand; the survey has a limit of its own.
const FOR_A_DRAW: f64 = 10_000.0;

#[wasm_bindgen]
extern "C" {
    /// What the page asks (`EngineQuestion` in `web/shell/contract.d.ts`), as an object of its own.
    type Asked;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn id(this: &Asked) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn kind(this: &Asked) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn game(this: &Asked) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn saved(this: &Asked) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn level(this: &Asked) -> Result<u8, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn ms(this: &Asked) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn nodes(this: &Asked) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn seed(this: &Asked) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn asked(this: &Asked) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn count(this: &Asked) -> Result<Option<u8>, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn places(this: &Asked) -> Result<Option<Vec<u32>>, JsValue>;
    #[wasm_bindgen(method, getter, structural, catch)]
    fn draw(this: &Asked) -> Result<Option<u32>, JsValue>;
}

/// What a worker is asked.
struct Question {
    /// The number that the answers have.
    id: f64,
    /// What is thought about: "turn" for the opponent's own, "review" for a game that is over.
    kind: String,
    game: String,
    /// The game, as the table saves it.
    saved: String,
    level: u8,
    /// Milliseconds at most; 0: as long as it takes.
    ms: f64,
    /// Positions at most; 0: any number.
    nodes: f64,
    seed: u32,
    /// When it was asked, in milliseconds since 1970.
    asked: f64,
    /// How many lines an analysis has.
    count: u8,
    /// Behind how many turns a survey looks, one place after the other.
    places: Vec<u32>,
    /// Behind how many turns an analysis looks at a draw, if it does.
    draw: Option<u32>,
}

/// What the page asks; nothing if a value is missing.
fn question(asked: &Asked) -> Option<Question> {
    let number = |read: Result<f64, JsValue>| read.ok().filter(|number| !number.is_nan());
    Some(Question {
        id: number(asked.id())?,
        kind: asked.kind().ok()??,
        game: asked.game().ok()??,
        saved: asked.saved().ok()??,
        level: asked.level().ok()?,
        ms: number(asked.ms())?,
        nodes: number(asked.nodes())?,
        seed: asked.seed().ok()?,
        asked: number(asked.asked())?,
        count: asked.count().ok()?.unwrap_or(1),
        places: asked.places().ok()?.unwrap_or_default(),
        draw: asked.draw().ok()?,
    })
}

fn read(asked: JsValue) -> Result<Question, JsError> {
    let is_one = asked.is_object();
    let read = is_one.then(|| question(&asked.unchecked_into())).flatten();
    read.ok_or_else(|| JsError::new("this is no question"))
}

/// What a worker answers: thoughts that get better and the last of them, or what the table is to be told.
#[derive(Default)]
struct Reply<'a> {
    id: f64,
    /// Whether it is the last one.
    done: bool,
    /// Whether a net judges: "used", "missing" or, where there is none, "none".
    net: Option<&'static str>,
    thought: Option<&'a Answer>,
    /// An event of the table.
    event: Option<JsValue>,
    /// Whether there is no more to find.
    rests: bool,
    /// Whether the worker now hears nothing for long, so that for another question a new one is quicker.
    deaf: bool,
}

impl Reply<'_> {
    /// A plain object with the fields that have a value.
    fn to_object(&self) -> JsValue {
        let always = [
            ("id", self.id.into()),
            ("done", self.done.into()),
            ("rests", self.rests.into()),
            ("deaf", self.deaf.into()),
        ];
        let net = self.net.map(|net| ("net", net.into()));
        let thought = self.thought.map(|thought| ("thought", thought.to_object()));
        let event = self.event.clone().map(|event| ("event", event));
        object(always.into_iter().chain(net).chain(thought).chain(event))
    }
}

/// An event of an analysis board.
fn analysed(name: &str, about: JsValue) -> JsValue {
    object([("analyse", object([(name, about)]))])
}

/// Who plays a part: of which game, by which seed, and whether a net is to judge.
struct Seated {
    game: String,
    seed: u32,
    wants_net: bool,
    has_net: bool,
    player: Player,
}

/// A slice of an analysis: of which question, how long it is, and what those before it took, in
/// milliseconds.
struct Slice {
    id: f64,
    ms: f64,
    spent: f64,
    /// Whether there are no better lines to find.
    rests: bool,
    /// What proves things of the turn, until there is nothing more that it could prove.
    prover: Option<Prover>,
    /// How long it has taken.
    proving: f64,
    /// The draw that is looked at when this slice is over.
    draw: Option<u32>,
}

/// The players of a worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Players {
    opponent: Option<Seated>,
    adviser: Option<Seated>,
    /// Whether the adviser is asked.
    advises: bool,
    /// The slice of an analysis that comes next.
    slice: Option<Slice>,
    /// The survey that goes on: of which question, and how many of its places are done.
    surveyed: Option<(f64, usize)>,
}

#[wasm_bindgen]
impl Players {
    /// Nobody so far.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Players {
        Players::default()
    }

    /// Seats who is asked a `EngineQuestion`: the opponent about a turn of its own, else the adviser. Who sat there
    /// for another game gives its memory back. Whether the player wants a net that it has not been given.
    ///
    /// # Errors
    /// If it is no question, or there is no game of that name.
    pub fn seat(&mut self, question: JsValue) -> Result<bool, JsError> {
        let Question { kind, game, seed, level, .. } = read(question)?;
        self.advises = kind != "turn";
        let wants_net = wants_net(&game, level);
        let (part, memory) = if self.advises {
            (&mut self.adviser, ADVISER)
        } else {
            (&mut self.opponent, OPPONENT)
        };
        let is_same = |seated: &Seated| {
            (&*seated.game, seated.seed, seated.wants_net) == (&*game, seed, wants_net)
        };
        if part.as_ref().is_some_and(is_same) {
            return Ok(false);
        }
        *part = None;
        let player = Player::new(&game, seed, memory)?;
        *part = Some(Seated { game, seed, wants_net, has_net: false, player });
        Ok(wants_net)
    }

    /// Gives who was seated its net.
    ///
    /// # Errors
    /// If the bytes are no net of the game: why. Everything stays as it is then.
    pub fn set_net(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        let seated = self.seated()?;
        seated.player.set_net(bytes)?;
        seated.has_net = true;
        Ok(())
    }

    /// Has who was seated answer a `EngineQuestion`; `tell` is given each reply (`EngineReply`). Whether there is more
    /// to find: then this is to be called again, after the worker has heard whether anything else is asked.
    ///
    /// # Errors
    /// If it is no question, its game cannot be read, or nobody was seated.
    pub fn answer(&mut self, question: JsValue, tell: &Function) -> Result<bool, JsError> {
        let question = read(question)?;
        let id = question.id;
        let tell = |reply: Reply<'_>| tell.tell(&Reply { id, ..reply }.to_object());
        match &*question.kind {
            "lines" => self.slice(&question, &tell),
            "survey" => self.survey(&question, &tell),
            _ => self.think(&question, &tell).map(|()| false),
        }
    }
}

impl Players {
    fn seated(&mut self) -> Result<&mut Seated, JsError> {
        let part = if self.advises { &mut self.adviser } else { &mut self.opponent };
        part.as_mut().ok_or_else(|| JsError::new("nobody is seated"))
    }

    /// Thinks of a turn, or judges each turn of a game that is over.
    fn think(&mut self, question: &Question, tell: &dyn Fn(Reply<'_>)) -> Result<(), JsError> {
        let &Question { id, ref kind, ref saved, level, ms, nodes, asked, .. } = question;
        let reasoned = self.advises;
        let Seated { player, wants_net, has_net, .. } = self.seated()?;
        let net = match (*wants_net, *has_net) {
            (true, true) => "used",
            (true, false) => "missing",
            (false, _) => "none",
        };
        tell(Reply { net: Some(net), ..Reply::default() });
        if kind == "review" {
            player.judge(saved, nodes, &mut |judged: &Verdict| {
                let judged = object([("id", id.into()), ("judgement", judged.to_object())]);
                tell(Reply { event: Some(object([("judged", judged)])), ..Reply::default() });
            })?;
            tell(Reply { done: true, ..Reply::default() });
            return Ok(());
        }
        // The clock of the day may be set anew while it thinks; what it says counts only between 0 and
        // what may be taken off the time.
        let waited = (date_now() - asked).clamp(0.0, ms.max(0.0) * (1.0 - LEAST));
        let end = if ms > 0.0 { now() + ms - waited } else { f64::INFINITY };
        let nodes = if nodes > 0.0 { nodes } else { f64::MAX };
        player.set_level(level);
        let mut hear = |better: &Answer| tell(Reply { thought: Some(better), ..Reply::default() });
        let thought = player.answer(saved, nodes, reasoned, &|| now() >= end, &mut hear)?;
        tell(Reply { thought: thought.as_ref(), done: true, ..Reply::default() });
        Ok(())
    }

    /// Looks a while for the best turns, and for what is proven; behind the first time, what a draw is worth.
    fn slice(&mut self, question: &Question, tell: &dyn Fn(Reply<'_>)) -> Result<bool, JsError> {
        let &Question { id, ref saved, count, draw, .. } = question;
        let is_same = |slice: &Slice| slice.id == id;
        let Some(mut slice) = self.slice.take().filter(is_same) else {
            let prover = self.seated()?.player.prover(saved)?;
            let (ms, spent, proving) = (FIRST_SLICE, 0.0, 0.0);
            let first = Slice { id, ms, spent, rests: false, prover, proving, draw };
            return self.look(first, saved, count, tell);
        };
        let Some(place) = slice.draw.take() else {
            return self.look(slice, saved, count, tell);
        };
        let rests = slice.rests && slice.prover.is_none();
        let worth = self.worth(saved, place, FOR_A_DRAW, false)?;
        let drawn = analysed("drawn", object([("id", id.into()), ("worth", worth)]));
        tell(Reply { event: Some(drawn), rests, ..Reply::default() });
        self.slice = (!rests).then_some(slice);
        Ok(!rests)
    }

    /// Looks for lines and proofs, as long as a slice is.
    fn look(
        &mut self,
        mut slice: Slice,
        saved: &str,
        count: u8,
        tell: &dyn Fn(Reply<'_>),
    ) -> Result<bool, JsError> {
        let id = slice.id;
        let player = &mut self.seated()?.player;
        player.set_level(0);
        let is_first = slice.proving == 0.0;
        let mut proven = None;
        if let Some(prover) = &mut slice.prover {
            let begun = now();
            let proof = prover.go_on(&|| now() >= begun + PROOF_SLICE);
            slice.proving += (now() - begun).max(1.0);
            let is_open = proof.mates == Mates::Unknown && slice.proving < LONGEST_PROOF;
            // What is still open needs no word but the first.
            proven = (is_first || !is_open).then_some(proof);
            if !is_open {
                slice.prover = None;
            }
        }
        let mut found = None;
        if !slice.rests {
            let begun = now();
            let lines = player.lines(saved, count, &|| now() >= begun + slice.ms)?;
            slice.spent = now() - begun + if lines.resumes { slice.spent } else { 0.0 };
            slice.rests = !lines.unfinished || (!lines.resumes && slice.ms >= LONGEST_SLICE);
            slice.ms = if lines.resumes { NEXT_SLICE } else { slice.ms * 2.0 };
            found = Some(analysed("found", lines.to_object(id, slice.spent)));
        }
        let proven = proven.map(|found| {
            let proof = proof(player.game, &found);
            analysed("proven", object([("id", id.into()), ("proof", proof)]))
        });
        let goes_on = !slice.rests || slice.prover.is_some() || slice.draw.is_some();
        if found.is_some() {
            tell(Reply { event: found, ..Reply::default() });
        }
        let is_long = slice.draw.is_some() || !slice.rests && slice.ms > NEXT_SLICE;
        let deaf = goes_on && is_long;
        tell(Reply { event: proven, rests: !goes_on, deaf, ..Reply::default() });
        self.slice = goes_on.then_some(slice);
        Ok(goes_on)
    }

    /// Says what the next place of a game is worth.
    fn survey(&mut self, question: &Question, tell: &dyn Fn(Reply<'_>)) -> Result<bool, JsError> {
        let &Question { id, ref saved, ref places, nodes, .. } = question;
        let at = self.surveyed.take().filter(|&(of, _)| of == id).map_or(0, |(_, at)| at);
        let Some(&place) = places.get(at) else { return Ok(false) };
        let worth = self.worth(saved, place, nodes, true)?;
        let found = [("id", id.into()), ("place", place.into()), ("worth", worth)];
        let goes_on = at + 1 < places.len();
        let event = Some(analysed("surveyed", object(found)));
        tell(Reply { event, rests: !goes_on, ..Reply::default() });
        self.surveyed = goes_on.then_some((id, at + 1));
        Ok(goes_on)
    }

    /// What a saved game is worth behind so many of its turns: a `Worth`, or null where there is nothing to be
    /// found out. Where pieces were drawn, `judges` asks for the best that is made of them as well.
    fn worth(
        &mut self,
        saved: &str,
        place: u32,
        nodes: f64,
        judges: bool,
    ) -> Result<JsValue, JsError> {
        let player = &mut self.seated()?.player;
        let found = player.worth(saved, place as usize, nodes, judges)?;
        Ok(found.map_or(JsValue::NULL, |found| worth(player.game, &found)))
    }
}
