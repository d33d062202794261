//! What two devices tell each other to connect directly (WebRTC): of a session description only what differs
//! from one to the next, so that it fits into a link and a code beside a letter.
//!
//! A byte with the version (1) and whether it is an answer, the ICE user and password with their lengths,
//! the fingerprint (SHA-256), and addresses: a byte for the kind (4: IPv4, 6: IPv6, 0: a name of mDNS, which
//! is a UUID; with 8 added, one that a STUN server saw, and with 16 one of a TURN server), the address, and
//! two bytes for the port. The rest is the same in all descriptions of one data channel.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, Ipv6Addr};

use base64::prelude::{BASE64_URL_SAFE_NO_PAD as URL_SAFE_NO_PAD, Engine as _};
use wasm_bindgen::prelude::*;

const VERSION: u8 = 1;
const ANSWERS: u8 = 0x80;
/// The longest user and password, in characters.
const LONGEST: usize = 64;
/// The most addresses.
const MOST: usize = 8;
const FINGERPRINT: usize = 32;
const REFLEXIVE: u8 = 8;
const RELAYED: u8 = 16;

/// Where a device can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    V4(Ipv4Addr),
    V6(Ipv6Addr),
    /// A name that the devices of one network resolve.
    Name(u128),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Candidate {
    place: Place,
    port: u16,
    /// 0, [`REFLEXIVE`] or [`RELAYED`].
    kind: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Signal {
    answers: bool,
    user: String,
    password: String,
    fingerprint: [u8; FINGERPRINT],
    candidates: Vec<Candidate>,
}

/// Whether a text is one that ICE allows, and nothing that could begin another line.
fn is_ice(text: &str) -> bool {
    let is_char = |sign: u8| sign.is_ascii_alphanumeric() || sign == b'+' || sign == b'/';
    (4..=LONGEST).contains(&text.len()) && text.bytes().all(is_char)
}

fn read_uuid(name: &str) -> Option<u128> {
    let digits = name.strip_suffix(".local")?.replace('-', "");
    let is_hex = digits.len() == 32 && digits.bytes().all(|sign| sign.is_ascii_hexdigit());
    is_hex.then(|| u128::from_str_radix(&digits, 16).ok()).flatten()
}

fn uuid(value: u128) -> String {
    let digits = format!("{value:032x}");
    let mut text = String::new();
    for (place, sign) in digits.chars().enumerate() {
        if [8, 12, 16, 20].contains(&place) {
            text.push('-');
        }
        text.push(sign);
    }
    text + ".local"
}

impl Candidate {
    /// The candidate of a line of a description; `None` for one over TCP, or of an unknown kind.
    fn parse(line: &str) -> Option<Candidate> {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, _, transport, _, address, port, typ, kind, ..] = words.as_slice() else {
            return None;
        };
        if !transport.eq_ignore_ascii_case("udp") || *typ != "typ" {
            return None;
        }
        let kind = match *kind {
            "host" => 0,
            "srflx" => REFLEXIVE,
            "relay" => RELAYED,
            _ => return None,
        };
        let place = if let Ok(address) = address.parse() {
            Place::V4(address)
        } else if let Ok(address) = address.parse() {
            Place::V6(address)
        } else {
            Place::Name(read_uuid(address)?)
        };
        Some(Candidate { place, port: port.parse().ok().filter(|&port| port > 0)?, kind })
    }
}

impl Signal {
    fn parse(sdp: &str, answers: bool) -> Option<Signal> {
        let find = |start: &str| sdp.lines().find_map(|line| line.trim_end().strip_prefix(start));
        let digits = find("a=fingerprint:sha-256 ")?;
        let mut fingerprint = [0; FINGERPRINT];
        let mut pairs = digits.split(':');
        for byte in &mut fingerprint {
            *byte = u8::from_str_radix(pairs.next()?, 16).ok()?;
        }
        let (user, password) = (find("a=ice-ufrag:")?.to_owned(), find("a=ice-pwd:")?.to_owned());
        if !is_ice(&user) || !is_ice(&password) || pairs.next().is_some() {
            return None;
        }
        let lines = sdp.lines().filter_map(|line| line.trim_end().strip_prefix("a=candidate:"));
        let mut candidates: Vec<Candidate> = Vec::new();
        for candidate in lines.filter_map(Candidate::parse) {
            if !candidates.contains(&candidate) && candidates.len() < MOST {
                candidates.push(candidate);
            }
        }
        Some(Signal { answers, user, password, fingerprint, candidates })
    }

    fn write(&self) -> String {
        let mut bytes = vec![VERSION | if self.answers { ANSWERS } else { 0 }];
        for text in [&self.user, &self.password] {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        bytes.extend(self.fingerprint);
        for candidate in &self.candidates {
            let Candidate { place, port, kind } = candidate;
            match place {
                Place::V4(address) => {
                    bytes.push(4 | kind);
                    bytes.extend(address.octets());
                }
                Place::V6(address) => {
                    bytes.push(6 | kind);
                    bytes.extend(address.octets());
                }
                Place::Name(name) => {
                    bytes.push(*kind);
                    bytes.extend(name.to_be_bytes());
                }
            }
            bytes.extend(port.to_be_bytes());
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    fn read(text: &str) -> Option<Signal> {
        // More than any has: nothing large is decoded.
        if text.len() > 1_024 {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (&first, mut rest) = bytes.split_first()?;
        if first & !ANSWERS != VERSION {
            return None;
        }
        let mut string = || {
            let (&length, behind) = rest.split_first()?;
            let (text, behind) = behind.split_at_checked(usize::from(length))?;
            rest = behind;
            String::from_utf8(text.to_vec()).ok().filter(|text| is_ice(text))
        };
        let (user, password) = (string()?, string()?);
        let (fingerprint, mut rest) = rest.split_first_chunk()?;
        let mut candidates = Vec::new();
        while let Some((&tag, behind)) = rest.split_first() {
            let kind = tag & (REFLEXIVE | RELAYED);
            let (place, behind) = match tag & !kind {
                4 => {
                    let (octets, behind) = behind.split_first_chunk::<4>()?;
                    (Place::V4(Ipv4Addr::from(*octets)), behind)
                }
                6 => {
                    let (octets, behind) = behind.split_first_chunk::<16>()?;
                    (Place::V6(Ipv6Addr::from(*octets)), behind)
                }
                0 => {
                    let (octets, behind) = behind.split_first_chunk::<16>()?;
                    (Place::Name(u128::from_be_bytes(*octets)), behind)
                }
                _ => return None,
            };
            let (port, behind) = behind.split_first_chunk()?;
            rest = behind;
            let candidate = Candidate { place, port: u16::from_be_bytes(*port), kind };
            let is_new = candidate.port > 0 && !candidates.contains(&candidate);
            if kind == (REFLEXIVE | RELAYED) || !is_new || candidates.len() == MOST {
                return None;
            }
            candidates.push(candidate);
        }
        let answers = first & ANSWERS != 0;
        Some(Signal { answers, user, password, fingerprint: *fingerprint, candidates })
    }

    /// The session description.
    fn sdp(&self) -> String {
        let mut sdp = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\n\
            m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\n\
            a=sctp-port:5000\r\na=max-message-size:262144\r\n"
            .to_owned();
        let setup = if self.answers { "active" } else { "actpass" };
        let pairs: Vec<String> =
            self.fingerprint.iter().map(|byte| format!("{byte:02X}")).collect();
        let _ = write!(
            sdp,
            "a=ice-ufrag:{}\r\na=ice-pwd:{}\r\na=fingerprint:sha-256 {}\r\na=setup:{setup}\r\n",
            self.user,
            self.password,
            pairs.join(":")
        );
        for (number, Candidate { place, port, kind }) in self.candidates.iter().enumerate() {
            let address = match place {
                Place::V4(address) => address.to_string(),
                Place::V6(address) => address.to_string(),
                Place::Name(name) => uuid(*name),
            };
            // Higher is tried first: what is near before what is far.
            let (typ, preference) = match *kind {
                0 => ("host", 126_u32),
                REFLEXIVE => ("srflx raddr 0.0.0.0 rport 9", 100),
                _ => ("relay raddr 0.0.0.0 rport 9", 0),
            };
            let priority = (preference << 24) + ((65_535 - number as u32) << 8) + 255;
            let _ = write!(
                sdp,
                "a=candidate:{} 1 udp {priority} {address} {port} typ {typ}\r\n",
                number + 1
            );
        }
        sdp + "a=end-of-candidates\r\n"
    }
}

/// A session description as a text of a link; nothing if it is none of a data channel, or has no address.
#[wasm_bindgen]
pub fn pack_signal(sdp: &str, answers: bool) -> Option<String> {
    let signal = Signal::parse(sdp, answers)?;
    (!signal.candidates.is_empty()).then(|| signal.write())
}

/// The session description of such a text; nothing if it is none.
#[wasm_bindgen]
pub fn unpack_signal(text: &str) -> Option<String> {
    Some(Signal::read(text)?.sdp())
}

/// Whether such a text is an answer; nothing if it is none.
#[wasm_bindgen]
pub fn signal_answers(text: &str) -> Option<bool> {
    Some(Signal::read(text)?.answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of Chromium, shortened.
    const OFFER: &str = "v=0\r\no=- 4611 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n\
        m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n\
        a=candidate:1 1 udp 2113937151 192.168.1.7 52113 typ host generation 0 network-cost 999\r\n\
        a=candidate:2 1 udp 2113939711 fd00::1f 52114 typ host generation 0\r\n\
        a=candidate:3 1 udp 2113937151 4f7a2b9c-0d1e-4a2b-8c3d-5e6f708192a3.local 5000 typ host\r\n\
        a=candidate:4 1 tcp 1518280447 192.168.1.7 9 typ host tcptype active\r\n\
        a=candidate:5 1 udp 1677729535 203.0.113.5 40000 typ srflx raddr 0.0.0.0 rport 0\r\n\
        a=ice-ufrag:Xy1+\r\na=ice-pwd:abcdefghijklmnopqrstuv/+\r\n\
        a=fingerprint:sha-256 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:\
        00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF\r\na=setup:actpass\r\na=mid:0\r\n";

    #[test]
    fn a_description_comes_back_with_what_matters() {
        for answers in [false, true] {
            let packed = pack_signal(OFFER, answers).unwrap();
            assert_eq!(signal_answers(&packed), Some(answers));
            let sdp = unpack_signal(&packed).unwrap();
            assert_eq!(Signal::parse(&sdp, answers), Signal::parse(OFFER, answers));
            assert_eq!(pack_signal(&sdp, answers), Some(packed));
            assert_eq!(sdp.matches("a=candidate:").count(), 4);
            assert!(sdp.contains(" 4f7a2b9c-0d1e-4a2b-8c3d-5e6f708192a3.local 5000 typ host\r\n"));
            assert!(sdp.contains(if answers { "a=setup:active" } else { "a=setup:actpass" }));
        }
    }

    #[test]
    fn one_with_a_name_for_its_address_is_short() {
        let keep = |line: &&str| !line.starts_with("a=candidate:") || line.contains(".local");
        let sdp: String = OFFER.split_inclusive("\r\n").filter(keep).collect();
        let bytes = URL_SAFE_NO_PAD.decode(pack_signal(&sdp, false).unwrap()).unwrap();
        assert!((55..=150).contains(&bytes.len()), "{}", bytes.len());
    }

    #[test]
    fn what_is_damaged_is_none_or_well_formed() {
        let packed = pack_signal(OFFER, false).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(&packed).unwrap();
        for place in 0..bytes.len() {
            assert_eq!(signal_answers(&URL_SAFE_NO_PAD.encode(&bytes[..place])).is_some(), {
                Signal::read(&URL_SAFE_NO_PAD.encode(&bytes[..place])).is_some()
            });
            for value in 0..=255 {
                let mut other = bytes.clone();
                other[place] = value;
                let Some(sdp) = unpack_signal(&URL_SAFE_NO_PAD.encode(&other)) else { continue };
                // Nothing begins another line.
                let is_known = |line: &str| {
                    ["v=0", "o=-", "s=-", "t=0", "m=application ", "c=IN", "a="]
                        .iter()
                        .any(|start| line.starts_with(start))
                };
                assert!(sdp.lines().all(is_known), "{sdp}");
                assert_eq!(sdp.matches("a=setup:").count(), 1);
            }
        }
    }

    #[test]
    fn hostile_texts_are_none() {
        let injected = OFFER.replace("Xy1+", "Xy1\ra=b");
        assert_eq!(pack_signal(&injected, false), None);
        for text in ["", "A", "AQ", "!!", "\u{1F600}", &"A".repeat(2_000), "gQRYeTEr"] {
            assert_eq!(unpack_signal(text), None, "{text:?}");
        }
        for sdp in ["", "v=0", "a=fingerprint:sha-256 ", "a=ice-ufrag:abcd\r\na=ice-pwd:\r\n"] {
            assert_eq!(pack_signal(sdp, false), None, "{sdp:?}");
        }
    }
}
