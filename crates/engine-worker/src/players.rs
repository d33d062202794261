//! Who thinks in a worker: the opponent, and the adviser, who has a memory of its own, so that the opponent
//! knows nothing but what its level has found out.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::{Player, wants_net};

/// What the players remember of positions, in megabytes.
const OPPONENT: u32 = 16;
const ADVISER: u32 = 8;

/// Who plays a part: of which game, by which seed, and whether a net is to judge.
struct Seated {
    game: String,
    seed: u32,
    wants_net: bool,
    has_net: bool,
    player: Player,
}

/// The players of a worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Players {
    opponent: Option<Seated>,
    adviser: Option<Seated>,
    /// Whether the adviser is asked.
    advises: bool,
}

#[wasm_bindgen]
impl Players {
    /// Nobody so far.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Players {
        Players::default()
    }

    /// Seats who is asked next: the opponent for a "turn", else the adviser. Who sat there for another
    /// game gives its memory back. Whether the player wants a net that it has not been given.
    ///
    /// # Errors
    /// If there is no game of that name.
    pub fn seat(&mut self, kind: &str, game: &str, seed: u32, level: u8) -> Result<bool, JsError> {
        self.advises = kind != "turn";
        let wants_net = wants_net(game, level);
        let (part, memory) = if self.advises {
            (&mut self.adviser, ADVISER)
        } else {
            (&mut self.opponent, OPPONENT)
        };
        let is_same = |seated: &Seated| {
            (&*seated.game, seated.seed, seated.wants_net) == (game, seed, wants_net)
        };
        if part.as_ref().is_some_and(is_same) {
            return Ok(false);
        }
        *part = None;
        let player = Player::new(game, seed, memory)?;
        let game = game.to_owned();
        *part = Some(Seated { game, seed, wants_net, has_net: false, player });
        Ok(wants_net)
    }

    fn seated(&mut self) -> Result<&mut Seated, JsError> {
        let part = if self.advises { &mut self.adviser } else { &mut self.opponent };
        part.as_mut().ok_or_else(|| JsError::new("nobody is seated"))
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

    /// Whether a net judges for who was seated: "used", "missing" or, where there is none, "none".
    ///
    /// # Errors
    /// If nobody was seated.
    pub fn net(&mut self) -> Result<String, JsError> {
        let seated = self.seated()?;
        let net = match (seated.wants_net, seated.has_net) {
            (true, true) => "used",
            (true, false) => "missing",
            (false, _) => "none",
        };
        Ok(net.to_owned())
    }

    /// Has who was seated think about a saved game: see [`Player::think`]; `nodes` 0: any number.
    ///
    /// # Errors
    /// If the saved game cannot be read, or nobody was seated.
    pub fn think(
        &mut self,
        saved: &str,
        level: u8,
        nodes: f64,
        stop: &Function,
        report: &Function,
    ) -> Result<JsValue, JsError> {
        let reasoned = self.advises;
        let player = &mut self.seated()?.player;
        player.set_level(level);
        let nodes = if nodes > 0.0 { nodes } else { f64::MAX };
        player.think(saved, nodes, reasoned, stop, report)
    }

    /// Has who was seated look back on a saved game: see [`Player::review`].
    ///
    /// # Errors
    /// If the saved game cannot be read, or nobody was seated.
    pub fn review(&mut self, saved: &str, nodes: f64, report: &Function) -> Result<(), JsError> {
        self.seated()?.player.review(saved, nodes, report)
    }
}
