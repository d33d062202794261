//! The sounds: a few strokes on wood, glass and felt, computed as they are needed.

use wasm_bindgen::prelude::wasm_bindgen;

/// One stroke: a tone that dies away, with some noise at its beginning.
#[derive(Clone, Copy)]
struct Stroke {
    /// Seconds after the beginning.
    at: f32,
    /// In Hz.
    pitch: f32,
    /// Seconds until it has died away.
    ring: f32,
    /// 0 to 1.
    loud: f32,
    /// How much noise is in its beginning, 0 to 1; without any, it is a note and not a knock.
    knock: f32,
}

const fn knock(at: f32, pitch: f32, ring: f32, loud: f32, knock: f32) -> Stroke {
    Stroke { at, pitch, ring, loud, knock }
}

const fn note(at: f32, pitch: f32, ring: f32, loud: f32) -> Stroke {
    Stroke { at, pitch, ring, loud, knock: 0.0 }
}

/// The strokes of each sound.
const SOUNDS: [(&str, &[Stroke]); 8] = [
    ("move", &[knock(0.0, 210.0, 0.09, 0.5, 0.7)]),
    ("capture", &[knock(0.0, 300.0, 0.06, 0.5, 1.0), knock(0.055, 150.0, 0.14, 0.7, 0.8)]),
    ("drop", &[knock(0.0, 130.0, 0.16, 0.7, 0.5)]),
    (
        "draw",
        &[
            knock(0.0, 420.0, 0.06, 0.3, 0.8),
            knock(0.09, 393.0, 0.06, 0.3, 0.8),
            knock(0.18, 366.0, 0.06, 0.3, 0.8),
            knock(0.27, 339.0, 0.06, 0.3, 0.8),
            knock(0.36, 312.0, 0.06, 0.3, 0.8),
        ],
    ),
    ("end", &[note(0.0, 392.0, 0.18, 0.22), note(0.09, 523.0, 0.26, 0.22)]),
    ("check", &[note(0.05, 659.0, 0.3, 0.26), note(0.17, 659.0, 0.36, 0.2)]),
    ("refused", &[note(0.0, 120.0, 0.1, 0.35), note(0.09, 98.0, 0.14, 0.35)]),
    (
        "over",
        &[
            note(0.1, 262.0, 0.4, 0.24),
            note(0.23, 330.0, 0.4, 0.24),
            note(0.36, 392.0, 0.4, 0.24),
            note(0.49, 523.0, 0.9, 0.24),
        ],
    ),
];

/// What a voice makes of a stroke: oak, unless it is "glass" or "felt".
fn voiced(stroke: Stroke, voice: &str) -> Stroke {
    let (pitch, ring, loud, knock) = match voice {
        "glass" => (3.0, 2.4, 0.5, 0.15),
        "felt" => (0.72, 0.8, 0.9, 0.25),
        _ => return stroke,
    };
    Stroke {
        at: stroke.at,
        pitch: stroke.pitch * pitch,
        ring: stroke.ring * ring,
        loud: stroke.loud * loud,
        knock: stroke.knock * knock,
    }
}

/// Seconds in which a stroke begins, in which a knock falls to its pitch, and in which its noise dies away.
const ATTACK: f32 = 0.004;
const FALL: f32 = 0.03;
const CRACKLE: f32 = 0.035;
/// The natural logarithms of how far a stroke dies away (to a ten thousandth), and of how far above its
/// pitch a knock begins (1.6 times).
const SILENCE: f32 = -9.21;
const ABOVE: f32 = 0.47;

/// The sine of an angle in turns, to a thousandth.
fn sine(turns: f32) -> f32 {
    let x = turns - turns.floor() - 0.5;
    let near = 16.0 * x * (x.abs() - 0.5);
    near * (0.775 + 0.225 * near.abs())
}

/// A triangle of the same length and height.
fn triangle(turns: f32) -> f32 {
    let x = turns + 0.25;
    1.0 - 4.0 * (x - x.floor() - 0.5).abs()
}

/// What something is multiplied by at each sample so that it changes by a factor, of which this is the
/// natural logarithm, within so many seconds.
fn change(logarithm: f32, seconds: f32, rate: f32) -> f32 {
    let each = logarithm / (seconds * rate);
    1.0 + each + each * each / 2.0
}

/// Adds a stroke to what is heard already.
fn strike(heard: &mut [f32], stroke: Stroke, rate: f32, seed: &mut u32) {
    let Stroke { at, pitch, ring, loud, knock } = stroke;
    let is_note = knock == 0.0;
    let (dies, falls, fades) =
        (change(SILENCE, ring, rate), change(-ABOVE, FALL, rate), change(SILENCE, CRACKLE, rate));
    let (mut level, mut noise) = (loud, loud * knock * 0.5);
    let (mut turns, mut above) = (0.0, if is_note { 1.0 } else { 1.6 });
    // A low pass of two poles takes the sharpness out of the noise.
    let width = 6.3 * pitch * 8.0 / rate;
    let (take, mut first, mut second) = (width / (1.0 + width), 0.0, 0.0);
    let begin = (at * rate) as usize;
    for (time, sample) in heard.iter_mut().skip(begin).take((ring * rate) as usize).enumerate() {
        let attack = (time as f32 / (ATTACK * rate)).min(1.0);
        let tone = if is_note { triangle(turns) } else { sine(turns) };
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let random = (*seed >> 8) as f32 / 8_388_608.0 - 1.0;
        first += take * (random - first);
        second += take * (first - second);
        *sample += attack * (level * tone + noise * second);
        turns += pitch * above / rate;
        level *= dies;
        noise *= fades;
        above = (above * falls).max(1.0);
    }
}

/// A sound in a voice, as samples for a rate in Hz; none if there is no sound of that name.
#[wasm_bindgen]
pub fn sound(name: &str, voice: &str, rate: f32) -> Vec<f32> {
    let found = SOUNDS.iter().find(|(sound, _)| *sound == name);
    let strokes = found.map_or(&[][..], |(_, strokes)| strokes);
    let strokes = || strokes.iter().map(|&stroke| voiced(stroke, voice));
    let length = strokes().map(|stroke| stroke.at + stroke.ring).fold(0.0, f32::max);
    let mut heard = vec![0.0; (length * rate.clamp(0.0, 192_000.0)) as usize];
    let mut seed = 1;
    strokes().for_each(|stroke| strike(&mut heard, stroke, rate, &mut seed));
    heard
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f32 = 48_000.0;

    fn loudest(samples: &[f32]) -> f32 {
        samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
    }

    /// How often a second the samples rise through zero.
    fn pitch_of(samples: &[f32]) -> f32 {
        let rises = samples.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        rises as f32 * RATE / samples.len() as f32
    }

    #[test]
    fn each_sound_is_heard_in_each_voice_and_dies_away_without_clipping() {
        for (name, strokes) in SOUNDS {
            for voice in ["oak", "glass", "felt"] {
                let samples = sound(name, voice, RATE);
                let most = loudest(&samples);
                assert!((0.05..1.0).contains(&most), "{name}, {voice}: {most}");
                let end = &samples[samples.len() - 480..];
                assert!(loudest(end) < most / 20.0, "{name}, {voice}: {}", loudest(end));
                // Nothing is heard before the first stroke.
                let first = (strokes[0].at * RATE) as usize;
                assert!(samples[..first].iter().all(|&sample| sample == 0.0));
            }
        }
        assert!(sound("nothing", "oak", RATE).is_empty());
    }

    #[test]
    fn waves_are_those_of_their_names() {
        for step in 0..1000 {
            let turns = step as f32 / 100.0;
            let expected = (turns * std::f32::consts::TAU).sin();
            assert!((sine(turns) - expected).abs() < 0.002, "{turns}");
        }
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.25].map(triangle), [0.0, 1.0, 0.0, -1.0, 1.0]);
    }

    #[test]
    fn a_stroke_has_its_pitch_and_glass_thrice_that() {
        let mut heard = vec![0.0; 24_000];
        strike(&mut heard, note(0.0, 400.0, 0.5, 0.5), RATE, &mut 1);
        assert!((pitch_of(&heard) - 400.0).abs() < 4.0, "{}", pitch_of(&heard));
        let [oak, glass] = ["oak", "glass"].map(|voice| pitch_of(&sound("end", voice, RATE)));
        assert!(glass > 2.5 * oak, "{glass} and {oak} Hz");
    }

    /// By the decay that a stroke's length stands for.
    #[test]
    fn a_stroke_dies_away_in_its_time() {
        let factor = change(SILENCE, 0.1, RATE);
        let left = (0..4800).fold(1.0, |level, _| level * factor);
        assert!((0.8e-4..1.25e-4).contains(&left), "{left}");
    }

    #[test]
    fn a_change_has_its_logarithm_to_the_second_order() {
        for each in [-0.1_f32, -0.01, 0.01, 0.1] {
            assert!((change(each * 50.0, 0.5, 100.0) - each.exp()).abs() < 2e-4, "{each}");
        }
    }

    /// A note whose samples are alternately at its waves' zeros and tops shows how loud it is.
    #[test]
    fn a_note_begins_within_the_attack_dies_away_from_then_on_and_is_silent_after_its_ring() {
        const RATE: f32 = 8000.0;
        let (ring, loud) = (0.25_f32, 0.5_f32);
        let mut heard = vec![0.0; 4000];
        strike(&mut heard, note(0.1, RATE / 4.0, ring, loud), RATE, &mut 1);
        let (before, after) = heard.split_at(800);
        let (ringing, after) = after.split_at(2000);
        assert!([before, after].concat().iter().all(|&sample| sample == 0.0));
        for (time, &sample) in ringing.iter().enumerate() {
            let attack = (time as f32 / 32.0).min(1.0);
            let wave = [0.0, 1.0, 0.0, -1.0][time % 4];
            let wanted = attack * wave * loud * (-9.21 * time as f32 / (ring * RATE)).exp();
            assert!((sample - wanted).abs() < 1e-4, "{time}: {sample}, not {wanted}");
        }
    }

    #[test]
    fn glass_rings_for_longer_than_oak_and_felt_less_long() {
        let lengths = ["oak", "glass", "felt"].map(|voice| sound("move", voice, 1000.0).len());
        assert_eq!(lengths, [90, 216, 72]);
    }

    /// Every 97th sample of each sound in each voice, in ten thousandths.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn each_sound_is_heard_as_it_was() {
        let mut text = String::new();
        for (name, _) in SOUNDS {
            for voice in ["oak", "glass", "felt"] {
                let samples = sound(name, voice, 8000.0);
                text.push_str(&format!("# {name}, {voice}: {} samples\n", samples.len()));
                let kept: Vec<String> = samples
                    .iter()
                    .step_by(97)
                    .map(|sample| ((sample * 10_000.0).round() as i32).to_string())
                    .collect();
                for row in kept.chunks(20) {
                    text.push_str(&format!("{}\n", row.join(" ")));
                }
            }
        }
        crate::painter::tests::compare("sounds", &text);
    }
}
