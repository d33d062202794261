//! A game as an animated GIF: one picture after another, each of which changes only a part of the one before.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use wasm_bindgen::prelude::*;

/// How many colours a picture may have, besides the one that leaves a pixel as it was.
const COLORS: usize = 255;
/// The number of the colour that leaves a pixel as it was.
const KEPT: u8 = COLORS as u8;
/// How many times as long as another the last picture is shown before all begins again.
const LAST: u16 = 3;

/// A colour without its opacity.
type Rgb = [u8; 3];

/// What has changed from the picture before, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// An animation that is being made.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct Animation {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    height: usize,
    /// How long a picture is shown, in hundredths of a second.
    delay: u16,
    /// The picture before, pixel by pixel; nothing at first.
    shown: Vec<Rgb>,
    /// What was added last, which is written once it is known how long it lasts.
    waiting: Option<Frame<'static>>,
}

#[wasm_bindgen]
impl Animation {
    /// An animation of pictures of this size, each of which is shown for so many milliseconds.
    ///
    /// # Errors
    /// If pictures cannot be so large.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u16, height: u16, delay: u16) -> Result<Animation, JsError> {
        Animation::begin(width, height, delay).map_err(|error| JsError::new(&error.to_string()))
    }

    /// Adds a picture: four bytes a pixel, row by row. One that changes nothing lengthens the one before.
    ///
    /// # Errors
    /// If it has another size.
    pub fn add(&mut self, pixels: &[u8]) -> Result<(), JsError> {
        self.take(pixels).map_err(|error| JsError::new(&error.to_string()))
    }

    /// The file. The animation begins again and again, after its last picture has been shown for longer.
    ///
    /// # Errors
    /// If it has no picture.
    pub fn finish(self) -> Result<Vec<u8>, JsError> {
        self.file().map_err(|error| JsError::new(&error.to_string()))
    }
}

impl Animation {
    fn begin(width: u16, height: u16, delay: u16) -> Result<Animation, gif::EncodingError> {
        let mut encoder = Encoder::new(Vec::new(), width, height, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let [width, height] = [width, height].map(usize::from);
        let (delay, shown) = ((delay / 10).max(1), Vec::new());
        Ok(Animation { encoder, width, height, delay, shown, waiting: None })
    }

    fn take(&mut self, pixels: &[u8]) -> Result<(), gif::EncodingError> {
        let pixels: Vec<Rgb> =
            pixels.chunks_exact(4).map(|four| [four[0], four[1], four[2]]).collect();
        if pixels.len() != self.width * self.height {
            return Err(gif::EncodingError::FrameBufferTooSmallForDimensions);
        }
        let Some(part) = self.changed(&pixels) else {
            if let Some(frame) = &mut self.waiting {
                frame.delay = frame.delay.saturating_add(self.delay);
            }
            return Ok(());
        };
        if let Some(frame) = self.waiting.take() {
            self.encoder.write_frame(&frame)?;
        }
        self.waiting = Some(self.frame(part, &pixels));
        self.shown = pixels;
        Ok(())
    }

    fn file(mut self) -> Result<Vec<u8>, gif::EncodingError> {
        if let Some(mut frame) = self.waiting.take() {
            frame.delay = frame.delay.saturating_mul(LAST);
            self.encoder.write_frame(&frame)?;
        }
        self.encoder.into_inner()
    }

    /// Whether a pixel is not as it is shown.
    fn is_new(&self, pixels: &[Rgb], at: usize) -> bool {
        self.shown.get(at) != Some(&pixels[at])
    }

    /// The smallest rectangle with all that is new; nothing if nothing is.
    fn changed(&self, pixels: &[Rgb]) -> Option<Part> {
        let new = (0..pixels.len()).filter(|&at| self.is_new(pixels, at));
        let places = new.map(|at| (at % self.width, at / self.width));
        let [left, top, right, bottom] = places.fold(None, |all: Option<[usize; 4]>, (x, y)| {
            let [left, top, right, bottom] = all.unwrap_or([x, y, x, y]);
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        })?;
        Some(Part { left, top, width: right - left + 1, height: bottom - top + 1 })
    }

    /// A part of a picture, in the colours that are new in it.
    fn frame(&self, part: Part, pixels: &[Rgb]) -> Frame<'static> {
        let rows = part.top..part.top + part.height;
        let places = || {
            rows.clone().flat_map(|row| {
                let first = row * self.width + part.left;
                first..first + part.width
            })
        };
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for at in places().filter(|&at| self.is_new(pixels, at)) {
            *counts.entry(pixels[at]).or_default() += 1;
        }
        let palette = Palette::of(counts);
        let color = |at: usize| match self.is_new(pixels, at) {
            true => palette.numbers.get(&pixels[at]).copied().unwrap_or(KEPT),
            false => KEPT,
        };
        let [left, top, width, height] =
            [part.left, part.top, part.width, part.height].map(|size| size as u16);
        Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(KEPT),
            left,
            top,
            width,
            height,
            palette: Some(palette.bytes()),
            buffer: Cow::Owned(places().map(color).collect()),
            ..Frame::default()
        }
    }
}

/// The colours of a picture.
struct Palette {
    colors: Vec<Rgb>,
    /// The number of each colour that occurs: its own, or that of the one most like it.
    numbers: HashMap<Rgb, u8>,
}

impl Palette {
    /// The most frequent colours are kept as they are: squares and pieces. Those that are left out are the
    /// rare ones at the edges of curves.
    fn of(counts: HashMap<Rgb, usize>) -> Palette {
        let mut all: Vec<(Rgb, usize)> = counts.into_iter().collect();
        all.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors: Vec<Rgb> = all.iter().take(COLORS).map(|&(color, _)| color).collect();
        let nearest = |color: Rgb| {
            let far = |other: &Rgb| -> u32 {
                let apart = |part: usize| u32::from(color[part].abs_diff(other[part]));
                (0..3).map(|part| apart(part) * apart(part)).sum()
            };
            let found = colors.iter().enumerate().min_by_key(|&(_, other)| far(other));
            found.map_or(0, |(number, _)| number as u8)
        };
        let numbers = all.iter().map(|&(color, _)| (color, nearest(color))).collect();
        Palette { colors, numbers }
    }

    /// For a file: with the colour that leaves a pixel as it was.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize(3 * (COLORS + 1), 0);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 40;
    const HEIGHT: usize = 30;

    /// A picture of one colour with a rectangle of another.
    fn picture(ground: Rgb, part: Part, color: Rgb) -> Vec<u8> {
        let pixel = |at: usize| {
            let (x, y) = (at % WIDTH, at / WIDTH);
            let is_in = (part.left..part.left + part.width).contains(&x)
                && (part.top..part.top + part.height).contains(&y);
            let [red, green, blue] = if is_in { color } else { ground };
            [red, green, blue, 255]
        };
        (0..WIDTH * HEIGHT).flat_map(pixel).collect()
    }

    fn animation(pictures: &[Vec<u8>]) -> Vec<u8> {
        let mut animation = Animation::new(WIDTH as u16, HEIGHT as u16, 800).unwrap();
        for picture in pictures {
            animation.add(picture).unwrap();
        }
        animation.finish().unwrap()
    }

    /// The pictures of a file as they are seen one after another, and how long each is.
    fn seen(file: &[u8]) -> Vec<(Vec<Rgb>, u16)> {
        let mut decoder = gif::Decoder::new(file).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (WIDTH as u16, HEIGHT as u16));
        let mut canvas = vec![[0; 3]; WIDTH * HEIGHT];
        let mut seen = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let palette = frame.palette.as_ref().unwrap();
            for (place, &number) in frame.buffer.iter().enumerate() {
                let (x, y) = (place % usize::from(frame.width), place / usize::from(frame.width));
                let at = (usize::from(frame.top) + y) * WIDTH + usize::from(frame.left) + x;
                if frame.transparent != Some(number) {
                    let from = usize::from(number) * 3;
                    canvas[at] = [palette[from], palette[from + 1], palette[from + 2]];
                }
            }
            seen.push((canvas.clone(), frame.delay));
        }
        seen
    }

    fn pixels(picture: &[u8]) -> Vec<Rgb> {
        picture.chunks(4).map(|four| [four[0], four[1], four[2]]).collect()
    }

    const SQUARE: Part = Part { left: 5, top: 7, width: 10, height: 10 };
    const OTHER: Part = Part { left: 20, ..SQUARE };

    #[test]
    fn each_picture_is_seen_as_it_was_and_the_last_one_for_longer() {
        let pictures = [(SQUARE, [9, 9, 9]), (OTHER, [9, 9, 9]), (OTHER, [200, 10, 10])]
            .map(|(part, color)| picture([240, 230, 220], part, color));
        let seen = seen(&animation(&pictures));
        let wanted: Vec<Vec<Rgb>> = pictures.iter().map(|picture| pixels(picture)).collect();
        let shown: Vec<Vec<Rgb>> = seen.iter().map(|(picture, _)| picture.clone()).collect();
        assert!(shown == wanted);
        assert_eq!(seen.iter().map(|&(_, delay)| delay).collect::<Vec<_>>(), [80, 80, 240]);
    }

    #[test]
    fn a_picture_that_changes_nothing_lengthens_the_one_before() {
        let one = picture([240, 230, 220], SQUARE, [9, 9, 9]);
        let other = picture([240, 230, 220], OTHER, [9, 9, 9]);
        let seen = seen(&animation(&[one.clone(), one.clone(), other]));
        assert_eq!(seen.iter().map(|&(_, delay)| delay).collect::<Vec<_>>(), [160, 240]);
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let one = picture([240, 230, 220], SQUARE, [9, 9, 9]);
        let other = picture([240, 230, 220], SQUARE, [200, 10, 10]);
        let file = animation(&[one, other]);
        let mut decoder = gif::Decoder::new(&*file).unwrap();
        decoder.read_next_frame().unwrap();
        let frame = decoder.read_next_frame().unwrap().unwrap();
        let Part { left, top, width, height } = SQUARE;
        let part = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
        assert_eq!(part, [left, top, width, height]);
    }

    #[test]
    fn of_more_colors_than_a_picture_may_have_the_rare_ones_become_like_others() {
        let mut many = picture([240, 230, 220], SQUARE, [9, 9, 9]);
        for (place, pixel) in many.chunks_mut(4).take(400).enumerate() {
            pixel[..3].copy_from_slice(&[(place % 20) as u8 * 8, (place / 20) as u8 * 8, 77]);
        }
        let (shown, _) = &seen(&animation(&[many.clone()]))[0];
        let wanted = pixels(&many);
        assert_eq!(shown[WIDTH * HEIGHT - 1], [240, 230, 220], "what is frequent stays");
        let far = |one: &Rgb, other: &Rgb| {
            (0..3).map(|part| u32::from(one[part].abs_diff(other[part]))).max()
        };
        assert!(shown.iter().zip(&wanted).all(|(one, other)| far(one, other) <= Some(80)));
    }

    #[test]
    fn a_picture_of_another_size_is_refused_and_none_makes_an_empty_file() {
        let mut animation = Animation::begin(WIDTH as u16, HEIGHT as u16, 800).unwrap();
        assert!(animation.take(&[0; 16]).is_err());
        assert!(seen(&animation.file().unwrap()).is_empty());
    }

    #[test]
    fn a_color_that_is_left_out_becomes_the_nearest_one_as_the_crow_flies() {
        // All others are far from it.
        let mut counts: HashMap<Rgb, usize> =
            (0..COLORS as u8 - 2).map(|number| ([number, 255, 255], 5)).collect();
        let (rare, near, far) = ([10, 10, 10], [13, 13, 13], [10, 10, 17]);
        counts.extend([(rare, 1), (near, 9), (far, 10)]);
        let palette = Palette::of(counts);
        assert_eq!(palette.colors.len(), COLORS);
        assert_eq!(palette.colors[..2], [far, near], "the most frequent come first");
        assert_eq!(palette.numbers[&rare], 1);
        assert_eq!([palette.numbers[&far], palette.numbers[&near]], [0, 1]);
    }

    #[test]
    fn a_palette_has_the_color_that_leaves_a_pixel_behind_all_that_occur() {
        let palette = Palette::of(HashMap::from([([1, 2, 3], 2), ([4, 5, 6], 1)]));
        let bytes = palette.bytes();
        assert_eq!(bytes.len(), 256 * 3);
        assert_eq!(bytes[..6], [1, 2, 3, 4, 5, 6]);
        assert!(bytes[6..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn each_part_stays_when_the_next_one_is_shown_and_keeps_what_is_not_new_in_it() {
        let one = picture([240, 230, 220], SQUARE, [9, 9, 9]);
        let other = picture([240, 230, 220], OTHER, [9, 9, 9]);
        let file = animation(&[one, other]);
        let mut decoder = gif::Decoder::new(&*file).unwrap();
        let first = decoder.read_next_frame().unwrap().unwrap().clone();
        let second = decoder.read_next_frame().unwrap().unwrap();
        for frame in [&first, second] {
            assert_eq!(frame.dispose, DisposalMethod::Keep);
            assert_eq!(frame.transparent, Some(KEPT));
        }
        assert!(!first.buffer.contains(&KEPT), "all of the first picture is new");
        let kept = second.buffer.iter().filter(|&&number| number == KEPT).count();
        let between = (OTHER.left - SQUARE.left - SQUARE.width) * SQUARE.height;
        assert_eq!(kept, between);
    }
}
