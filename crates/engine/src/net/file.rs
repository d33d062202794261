//! Nets as bytes.
//!
//! A file begins with `FIVENETS`, a version (1), the game's number in links, the width of the hidden
//! layer, a byte of signs (1: the output is added to the evaluation made by hand), the scale (two
//! bytes) and the number of inputs (two bytes). The weights follow: the hidden layer's beginnings and
//! its rows (two bytes each), the output's (one byte each) and its beginning (four bytes). It ends with
//! a CRC-32 of all before. Numbers have their lowest byte first. A narrower net than the engine's is read as one
//! whose missing units weigh nothing.

use std::fmt;

use rules::GameId;

use super::{Layout, Net, WIDTH};

/// What a file begins with.
const MAGIC: &[u8; 8] = b"FIVENETS";
/// The version that is written and read.
const VERSION: u8 = 1;
/// The sign of a net that adds to the evaluation made by hand.
const ADDS: u8 = 1;

const CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// Why bytes are not a usable net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetError {
    /// They do not begin like a net.
    NoNet,
    /// They have an unknown version.
    Version(u8),
    /// They are damaged, or too few or too many.
    Damaged,
    /// They belong to no game, or to another one.
    Game,
    /// They have another shape than this engine's nets.
    Shape,
    /// The game is played without a net.
    NoUse,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NoNet => f.write_str("these bytes are no net"),
            NetError::Version(version) => write!(f, "nets of version {version} are not known"),
            NetError::Damaged => f.write_str("the net is damaged"),
            NetError::Game => f.write_str("the net is one of another game"),
            NetError::Shape => f.write_str("the net has another shape"),
            NetError::NoUse => f.write_str("the game is played without a net"),
        }
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// Reads a net.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(NetError::NoNet)?;
        let mut rest = Rest(content);
        if rest.take(MAGIC.len()) != Ok(&MAGIC[..]) {
            return Err(NetError::NoNet);
        }
        let version = rest.byte()?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        if u32::from_le_bytes(*checksum) != CHECKSUM.checksum(content) {
            return Err(NetError::Damaged);
        }
        let link = rest.byte()?;
        let game = GameId::ALL.iter().copied().find(|game| game.spec().link == link);
        let layout = Layout::of(game.ok_or(NetError::Game)?);
        let (width, signs) = (rest.byte()?, rest.byte()?);
        let (scale, inputs) = (rest.short()? as u16, rest.short()? as u16);
        let width = usize::from(width);
        let is_ours = (1..=WIDTH).contains(&width) && usize::from(inputs) == layout.inputs();
        if !is_ours || signs & !ADDS != 0 {
            return Err(NetError::Shape);
        }
        let bias = rest.shorts(width)?;
        let rows = (0..inputs).map(|_| rest.shorts(width)).collect::<Result<_, _>>()?;
        let output = [rest.bytes(width)?, rest.bytes(width)?];
        let output_bias = i32::from_le_bytes(rest.chunk()?);
        if !rest.0.is_empty() {
            return Err(NetError::Damaged);
        }
        // Beyond this the output would leave the range of its sum.
        if output_bias.unsigned_abs() > 1 << 24 {
            return Err(NetError::Shape);
        }
        let adds = signs & ADDS != 0;
        Ok(Net { layout, scale, adds, bias, rows, output, output_bias })
    }

    /// The net's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend([VERSION, self.game().spec().link, WIDTH as u8, u8::from(self.adds)]);
        out.extend(self.scale.to_le_bytes());
        out.extend((self.rows.len() as u16).to_le_bytes());
        for row in std::iter::once(&self.bias).chain(&self.rows) {
            out.extend(row.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        out.extend(self.output.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        out.extend(self.output_bias.to_le_bytes());
        let checksum = CHECKSUM.checksum(&out);
        out.extend(checksum.to_le_bytes());
        out
    }
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn chunk<const N: usize>(&mut self) -> Result<[u8; N], NetError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(NetError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, NetError> {
        self.chunk::<1>().map(|[byte]| byte)
    }

    fn short(&mut self) -> Result<i16, NetError> {
        self.chunk().map(i16::from_le_bytes)
    }

    /// The weights of so many units; those that are missing weigh nothing.
    fn shorts(&mut self, width: usize) -> Result<[i16; WIDTH], NetError> {
        let mut shorts = [0; WIDTH];
        for short in &mut shorts[..width] {
            *short = self.short()?;
        }
        Ok(shorts)
    }

    /// The same in bytes.
    fn bytes(&mut self, width: usize) -> Result<[i8; WIDTH], NetError> {
        let mut bytes = [0; WIDTH];
        for byte in &mut bytes[..width] {
            *byte = i8::from_le_bytes(self.chunk()?);
        }
        Ok(bytes)
    }
}
