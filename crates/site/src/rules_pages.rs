//! The rules' pages: plain pages at addresses of their own, one for each game and one for what
//! holds in all of them.
//!
//! `web/rules/GAME.html` holds a game's words: lines of `key: value`, a line of three hyphens, and
//! the page's body. `web/rules/template.mjs` holds what all pages have around it. In a body, a
//! `<board …></board>` stands for a diagram (see `diagram::ATTRIBUTES`), which is drawn here from the rules
//! themselves: one that shows an impossible position, or claims what is not so, fails the build.

use fs_err as fs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rules::{Color, GameId};
use serde_json::{Map, Value, json};
use testkit::claims;
use xtask::run::{answer, command};

use crate::diagram::{self, Attributes};
use crate::games::{Game, games};

/// The page of what holds in all games.
const COMMON: &str = "rules";

/// The pages, in the order of their lists of links: the folders that they stand in.
fn page_names() -> Result<Vec<&'static str>, String> {
    let mut names: Vec<&str> = games()?.iter().map(Game::name).collect();
    names.push(COMMON);
    Ok(names)
}

/// The variable that holds the site's address (`https://example.org/fivefold/`). Link previews need
/// it, as most of them fetch a picture only from a whole address, and so does the list of pages for
/// search engines (`sitemap.xml`).
const SITE_ADDRESS: &str = "SITE_ADDRESS";

/// A page's words.
struct Page {
    id: &'static str,
    keys: BTreeMap<String, String>,
    body: String,
}

impl Page {
    fn parse(id: &'static str, text: &str) -> Result<Page, String> {
        let (head, body) =
            text.split_once("\n---\n").ok_or_else(|| format!("{id}: no line of three hyphens"))?;
        let mut keys = BTreeMap::new();
        for line in head.lines() {
            let (key, value) = line
                .split_once(": ")
                .ok_or_else(|| format!("{id}: `{line}` is no `key: value`"))?;
            keys.insert(key.to_owned(), value.trim().to_owned());
        }
        Ok(Page { id, keys, body: body.to_owned() })
    }

    fn key(&self, name: &str) -> Option<&str> {
        self.keys.get(name).map(String::as_str)
    }

    /// The game that the page is about; diagrams of the common page name theirs.
    fn game(&self) -> GameId {
        GameId::parse(self.id).unwrap_or(GameId::Orthodox)
    }
}

/// Makes the pages of a site that still has its `web/` folder, and takes their sources out of it.
/// `site` is the folder, with the page of the game (`index.html`) in it.
///
/// # Errors
/// When a source cannot be read, is not in order, or has a diagram that is not true.
pub(crate) fn assemble(site: &Path) -> Result<(), String> {
    let sources = site.join("web/rules");
    let address = std::env::var(SITE_ADDRESS).unwrap_or_default();
    for (id, text) in pages(&site.join("web"), &address)? {
        let folder = site.join(id);
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let file = folder.join("index.html");
        fs::write(&file, text).map_err(|e| e.to_string())?;
    }
    if !address.is_empty() {
        let file = site.join("sitemap.xml");
        fs::write(&file, sitemap(&address)?).map_err(|e| e.to_string())?;
    }
    fs::remove_dir_all(&sources).map_err(|e| e.to_string())
}

/// The list of the site's pages for search engines.
fn sitemap(address: &str) -> Result<String, String> {
    let base = address.trim_end_matches('/');
    let mut places = format!("<url><loc>{base}/</loc></url>\n");
    for page in page_names()? {
        places.push_str(&format!("<url><loc>{base}/{page}/</loc></url>\n"));
    }
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{places}</urlset>\n"
    ))
}

/// The finished pages, by their folders. `address` is the site's own, if known.
fn pages(web: &Path, address: &str) -> Result<Vec<(&'static str, String)>, String> {
    let mut sources = Vec::new();
    for id in page_names()? {
        sources.push(Page::parse(id, &read(&web.join(format!("rules/{id}.html")))?)?);
    }
    let mut all = Vec::new();
    for page in &sources {
        let of_page = |e: String| format!("{}: {e}", page.id);
        let mut drawings = BTreeSet::new();
        let body = with_diagrams(page, &with_anchors(&page.body, &mut drawings), &mut drawings)
            .map_err(of_page)?;
        let plate = page.key("plate").unwrap_or_default();
        let plate = with_diagrams(page, plate, &mut drawings).map_err(of_page)?;
        let base = address.trim_end_matches('/');
        let preview = page.key("preview").unwrap_or(page.id);
        let preview =
            format!("{}/previews/{preview}.png", if base.is_empty() { ".." } else { base });
        let game = GameId::parse(page.id);
        let own = json!({
            "id": page.id,
            "contents": contents(&page.body),
            "symbols": symbols(&drawings, web).map_err(of_page)?,
            "preview_address": preview,
            "canonical": (!base.is_empty()).then(|| format!("{base}/{}/", page.id)),
            "play": game.map_or("../".to_owned(), |game| format!("../?game={game}&amp;with=ask")),
            "lesson": game.map(|game| format!("../?game={game}&amp;lesson=1")),
            "plate": plate,
            "body": body,
        });
        let keys = page.keys.iter().map(|(key, word)| (key.clone(), json!(word)));
        let mut values: Map<String, Value> = keys.collect();
        values.extend(own.as_object().cloned().unwrap_or_default());
        all.push(Value::Object(values));
    }
    let made = answer(command("node").arg("tools/rules-pages.mjs"), &Value::from(all).to_string())?;
    let made: Vec<String> =
        serde_json::from_str(&made).map_err(|e| format!("tools/rules-pages.mjs: {e}"))?;
    Ok(sources.iter().map(|page| page.id).zip(made).collect())
}

/// The sections of a body: what links to them needs.
fn contents(body: &str) -> Vec<Value> {
    let mut sections = Vec::new();
    for part in body.split("<section id=\"").skip(1) {
        if let Some((id, rest)) = part.split_once('"')
            && let Some((_, heading)) = rest.split_once("<h2>")
            && let Some((heading, _)) = heading.split_once("</h2>")
        {
            sections.push(json!({ "id": id, "heading": heading }));
        }
    }
    sections
}

/// The text with its rules and rulings as the pages show them: `<rule id="source-1" no="1">`,
/// `<rule id="diag" piece="diag">` and `<ruling id="ruling-castling">`, each with a link to itself.
fn with_anchors(text: &str, drawings: &mut BTreeSet<(String, Color)>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, element)) = rest.split_once("<rul") {
        let Some((head, after)) = element.split_once('>') else { break };
        let value = |key: &str| {
            let found = head.split_once(&format!("{key}=\"")).and_then(|(_, t)| t.split_once('"'));
            found.map_or("", |(value, _)| value)
        };
        let (id, number, piece) = (value(" id"), value(" no"), value(" piece"));
        out.push_str(before);
        if head.starts_with("ing") {
            out.push_str(&format!(
                "<div class=\"ruling\" id=\"{id}\"><a class=\"tag\" href=\"#{id}\">Ruling</a>"
            ));
        } else if !piece.is_empty() {
            drawings.insert((piece.to_owned(), Color::White));
            let symbol = diagram::symbol(piece, Color::White);
            out.push_str(&format!(
                "<div class=\"rule of-piece\" id=\"{id}\"><a class=\"piece\" href=\"#{id}\" \
                 aria-label=\"Link to this rule\"><svg viewBox=\"0 0 64 64\" aria-hidden=\"true\">\
                 <use href=\"#{symbol}\"/></svg></a>"
            ));
        } else {
            out.push_str(&format!(
                "<div class=\"rule\" id=\"{id}\"><a class=\"no\" href=\"#{id}\">{number}</a>"
            ));
        }
        rest = after;
    }
    out.push_str(rest);
    out.replace("</ruling>", "</div>").replace("</rule>", "</div>")
}

/// A page's text with its diagrams drawn; the drawings of the pieces in them are added to `drawings`.
fn with_diagrams(
    page: &Page,
    text: &str,
    drawings: &mut BTreeSet<(String, Color)>,
) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, element)) = rest.split_once("<board") {
        let (element, after) =
            element.split_once("></board>").ok_or("a <board> does not end with ></board>")?;
        let attributes = attributes(element)?;
        let game = match attributes.get("game") {
            "" => page.game(),
            id => GameId::parse(id).ok_or_else(|| format!("game {id}"))?,
        };
        let of_diagram = |e: String| format!("diagram “{}”: {e}", attributes.get("alt"));
        let drawn = diagram::draw(game, &attributes).map_err(of_diagram)?;
        out.push_str(before);
        out.push_str(&format!(
            "<div class=\"plate\" data-game=\"{game}\" data-fen=\"{}\">{}</div>",
            drawn.fen, drawn.picture
        ));
        drawings.extend(drawn.drawings);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn symbols(drawings: &BTreeSet<(String, Color)>, web: &Path) -> Result<String, String> {
    let mut symbols = String::new();
    for (name, color) in drawings {
        let drawing = read(&web.join(format!("pieces/{name}.svg")))?;
        symbols.push_str(&symbol(&drawing, &diagram::symbol(name, *color), *color)?);
    }
    Ok(symbols)
}

/// A drawing as a `<symbol>`: Black's has the two colours exchanged.
fn symbol(drawing: &str, id: &str, color: Color) -> Result<String, String> {
    const PAPER: &str = "#FFFDF7";
    const INK: &str = "#1F252B";
    let inside = drawing.trim().strip_prefix("<svg ").and_then(|t| t.strip_suffix("</svg>"));
    let (head, shapes) =
        inside.and_then(|t| t.split_once('>')).ok_or_else(|| format!("{id} is no drawing"))?;
    let mut painting = String::new();
    for (key, value) in attributes(head)?.0 {
        if !matches!(key, "xmlns" | "width" | "height" | "viewBox") {
            painting.push_str(&format!(" {key}=\"{value}\""));
        }
    }
    let text =
        format!("<symbol id=\"{id}\" viewBox=\"0 0 64 64\"><g{painting}>{shapes}</g></symbol>");
    Ok(match color {
        Color::White => text,
        Color::Black => text.replace(PAPER, "@").replace(INK, PAPER).replace('@', INK),
    })
}

/// The attributes of an element, which are all `key="value"`.
fn attributes(text: &str) -> Result<Attributes<'_>, String> {
    claims::attributes(text).map(Attributes)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use xtask::run::root;

    use super::*;
    use crate::site::ENTRIES;

    fn made() -> Vec<(&'static str, String)> {
        pages(&root().join("web"), "").unwrap()
    }

    /// What stands between `before` and the next quote, wherever `before` stands.
    fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
        text.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    fn page_of(anchor: &str) -> &str {
        match anchor {
            "README" | "orthodox" => "rules",
            game => game,
        }
    }

    fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rust_files(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }

    /// Refusals name the rule that forbids a step as "GAME#anchor".
    #[test]
    fn every_rule_that_a_refusal_names_has_its_place() {
        let pages = made();
        let mut files = Vec::new();
        rust_files(&root().join("crates/rules/src"), &mut files);
        let mut named = BTreeSet::new();
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for word in text.split('"') {
                if let Some((game, anchor)) = word.split_once('#')
                    && (game == "README" || GameId::parse(game).is_some())
                    && !anchor.is_empty()
                {
                    named.insert(format!("{game}#{anchor}"));
                }
            }
        }
        assert!(named.len() > 30, "{named:?}");
        for name in named {
            let (game, anchor) = name.split_once('#').unwrap();
            let (_, page) = pages.iter().find(|(id, _)| *id == page_of(game)).unwrap();
            assert!(page.contains(&format!("id=\"{anchor}\"")), "{name} has no place on its page");
        }
    }

    #[test]
    fn links_within_and_between_the_pages_lead_somewhere_and_names_are_given_once() {
        let pages = made();
        for (id, page) in &pages {
            let names = quoted(page, " id=\"");
            let once: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(once.len(), names.len(), "{id} gives a name twice: {names:?}");
            // Other sites are not asked, and what stands in a link to a game others check.
            let is_ours = |link: &&str| !link.starts_with("https://") && !link.contains("#g=");
            for link in quoted(page, " href=\"").into_iter().filter(is_ours) {
                let (page_name, anchor) = link.split_once('#').unwrap_or((link, ""));
                let folder = page_name.trim_start_matches("../").trim_end_matches('/');
                let other = match folder {
                    "" => page,
                    _ if folder.starts_with('?') || folder.starts_with("web/") => continue,
                    _ => &pages.iter().find(|(id, _)| *id == folder).expect(link).1,
                };
                let anchored = anchor.is_empty() || other.contains(&format!(" id=\"{anchor}\""));
                assert!(anchored, "{id} links to {link}");
            }
            for file in quoted(page, "\"../web/") {
                let is_built = |entry: &&&str| entry.rsplit('/').next() == Some(file);
                let source = ENTRIES.iter().find(is_built).copied().unwrap_or(file);
                assert!(root().join("web").join(source).exists(), "{id} needs web/{file}");
            }
        }
    }

    #[test]
    fn pages_tell_search_engines_and_previews_what_they_are() {
        let mut titles = BTreeSet::new();
        for (id, page) in made() {
            let title = page.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
            assert!(title.len() <= 70, "{title}");
            assert!(titles.insert(title.to_owned()), "{id} has another page's title");
            let description = quoted(&page, "name=\"description\" content=\"")[0];
            assert!((80..=200).contains(&description.len()), "{id}: {}", description.len());
            let preview = quoted(&page, "property=\"og:image\" content=\"../")[0];
            let picture = fs::read(root().join("web/root").join(preview)).expect(preview);
            assert!(picture.starts_with(b"\x89PNG") && picture.len() < 60_000, "{preview}");
            assert_eq!(picture[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "{preview} is 1200 by 630");
            assert!(!page.contains("style=\"") && !page.contains("<style"), "{id}: inline style");
            assert!(
                !page.contains("${") && !page.contains(">undefined<"),
                "{id}: a value is missing"
            );
        }
    }

    #[test]
    fn a_known_address_makes_whole_addresses() {
        let pages = pages(&root().join("web"), "https://example.org/f/").unwrap();
        let page = &pages[1].1;
        let canonical = "<link rel=\"canonical\" href=\"https://example.org/f/chessence/\">";
        assert!(page.contains(canonical));
        assert!(page.contains("content=\"https://example.org/f/previews/chessence.png\""));
        let sitemap = sitemap("https://example.org/f/").unwrap();
        assert_eq!(sitemap.matches("<url><loc>https://example.org/f/").count(), 9);
        assert!(sitemap.contains("<loc>https://example.org/f/rules/</loc>"));
    }

    #[test]
    fn every_game_has_diagrams_that_words_describe() {
        for (id, page) in made().iter().filter(|(id, _)| GameId::parse(id).is_some()) {
            let words = quoted(page, "role=\"img\" aria-label=\"");
            assert!(words.len() >= 4, "{id} has {} diagrams", words.len());
            assert!(words.iter().all(|alt| alt.len() > 25), "{id}: {words:?}");
            let fens = quoted(page, "data-fen=\"");
            assert_eq!(fens.len(), words.len());
            let game = GameId::parse(id).unwrap();
            for fen in fens {
                let read = rules::AnyPosition::from_fen(game, fen);
                assert_eq!(read.map(|position| position.fen()), Ok(fen.to_owned()));
            }
        }
    }

    /// A diagram claims what its words say: each but those of initial positions has a claim.
    #[test]
    fn diagrams_have_claims_and_games_have_sources() {
        for game in games().unwrap() {
            let id = game.name();
            let text = fs::read_to_string(root().join(format!("web/rules/{id}.html"))).unwrap();
            for element in text.split("<board").skip(1) {
                let (element, _) = element.split_once("></board>").unwrap();
                let keys: Vec<(&str, &str)> = attributes(element).unwrap().0;
                let is_start =
                    keys.iter().all(|(key, _)| *key != "plays") && keys.contains(&("fen", "start"));
                let claims = keys.iter().any(|(key, _)| claims::KEYS.contains(key));
                assert!(is_start || claims, "{id}: a diagram claims nothing: {element}");
            }
            let page = Page::parse("magnetic", &text).unwrap();
            let source = page.key("source").unwrap();
            assert!(source.contains("href=\"https://"), "{id} links no source: {source}");
        }
    }

    #[test]
    fn untrue_diagrams_are_refused() {
        for (board, complaint) in [
            ("fen=\"start\" alt=\"\" may=\"e2e5\"", "e2e5 is not legal"),
            ("fen=\"start\" alt=\"\" may-not=\"e2e4\"", "e2e4 is legal"),
            ("fen=\"start\" alt=\"\" plays=\"e2e4,e2e4\"", "e2e4 is not legal"),
            ("fen=\"start\" alt=\"\" ends=\"stalemate nobody\"", "ends=stalemate nobody is not so"),
            ("fen=\"start\" alt=\"\" of=\"e1\"", "e1 has no steps"),
            ("fen=\"start\" alt=\"\" dots=\"i9\"", "i9 is no square"),
            ("fen=\"start\" alt=\"\" arrows=\"e2e4\"", "e2e4 is no arrow"),
            ("fen=\"8/8 w - - 0 1\" alt=\"\"", "8/8 w - - 0 1: "),
            ("fen=\"start\" alt=\"\" marks=\"e4\"", "there is no attribute marks"),
            ("game=\"batteries\" fen=\"start\" alt=\"\" check=\"yes\"", "check=yes is not so"),
        ] {
            let page = Page { id: "magnetic", keys: BTreeMap::new(), body: String::new() };
            let text = format!("<p>a</p><board {board}></board>");
            let error = with_diagrams(&page, &text, &mut BTreeSet::new()).unwrap_err();
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn black_pieces_have_the_colours_exchanged() {
        let drawing = "<svg xmlns=\"x\" viewBox=\"0 0 64 64\" fill=\"#FFFDF7\" stroke=\"#1F252B\"><path/></svg>";
        let black = symbol(drawing, "b-piece", Color::Black).unwrap();
        assert_eq!(
            black,
            "<symbol id=\"b-piece\" viewBox=\"0 0 64 64\"><g fill=\"#1F252B\" stroke=\"#FFFDF7\"><path/></g></symbol>"
        );
    }
}
