//! A web server for static files on the loopback address: enough to play on, and to test with.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::run::Result;

/// How many ports after the wanted one are tried.
const PORTS: u16 = 50;
/// A connection on which nothing is asked for so long is closed.
const IDLE: Duration = Duration::from_secs(5);
/// Lines of a request's head that are read before it is refused.
const MOST_LINES: usize = 200;

/// A server that has its port.
pub(crate) struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    address: String,
}

/// What is served: a folder, under a path of the server.
struct Site {
    folder: PathBuf,
    /// Begins and ends with a slash.
    base: String,
    policy: Option<String>,
}

impl Server {
    /// Takes the wanted port on 127.0.0.1, or the next free one; 0 takes any. `base` is the path
    /// that the folder is served under, "/" or "/a/path/".
    ///
    /// # Errors
    /// When no port is free, or the folder holds no site.
    pub(crate) fn bind(folder: &Path, base: &str, port: u16) -> Result<Server> {
        let page = fs::read_to_string(folder.join("index.html"))
            .map_err(|_| format!("{} holds no site: `cargo xtask build`", folder.display()))?;
        let last = if port == 0 { 0 } else { port.saturating_add(PORTS) };
        let listener = (port..=last)
            .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
            .ok_or_else(|| format!("No port from {port} to {last} is free: choose with --port."))?;
        let port = listener.local_addr().map_err(|e| e.to_string())?.port();
        let site = Site { folder: folder.into(), base: base.into(), policy: policy(&page) };
        let address = format!("http://127.0.0.1:{port}{base}");
        Ok(Server { listener, site: Arc::new(site), address })
    }

    /// The address to open.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Serves until the program ends.
    pub(crate) fn serve(self) {
        for stream in self.listener.incoming().flatten() {
            let site = Arc::clone(&self.site);
            thread::spawn(move || {
                // A connection that breaks is the other side's affair.
                let _ = site.converse(&stream);
            });
        }
    }
}

impl Site {
    fn converse(&self, stream: &TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(IDLE))?;
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream);
        loop {
            let mut request = String::new();
            if reader.read_line(&mut request)? == 0 {
                return Ok(());
            }
            let (mut close, mut gzip) = (false, false);
            for count in 0.. {
                let mut line = String::new();
                if reader.read_line(&mut line)? == 0 || count > MOST_LINES {
                    return Ok(());
                }
                let line = line.to_ascii_lowercase();
                close |= line.starts_with("connection: close");
                gzip |= line.starts_with("accept-encoding:") && line.contains("gzip");
                if line.trim_end().is_empty() {
                    break;
                }
            }
            let mut words = request.split_whitespace();
            let (method, target) =
                (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let mut writer = stream;
            writer.write_all(&self.answer(method, target, gzip))?;
            if close {
                return Ok(());
            }
        }
    }

    /// The whole answer to a request, head and body; a compressed copy if there is one and it is
    /// welcome.
    fn answer(&self, method: &str, target: &str, gzip: bool) -> Vec<u8> {
        let empty = |status: &str, header: &str| {
            format!("HTTP/1.1 {status}\r\n{header}Content-Length: 0\r\n\r\n").into_bytes()
        };
        if method != "GET" && method != "HEAD" {
            return empty("405 Method Not Allowed", "Allow: GET, HEAD\r\n");
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some(mut file) = decode(path).and_then(|path| self.file(&path)) else {
            return empty("404 Not Found", "");
        };
        if file.is_dir() {
            if !path.ends_with('/') {
                let query = if query.is_empty() { String::new() } else { format!("?{query}") };
                return empty("308 Permanent Redirect", &format!("Location: {path}/{query}\r\n"));
            }
            file.push("index.html");
        }
        let copy = gzip.then(|| fs::read(format!("{}.gz", file.display())).ok()).flatten();
        let is_copy = copy.is_some();
        let Some(body) = copy.or_else(|| fs::read(&file).ok()) else {
            return empty("404 Not Found", "");
        };
        let mut head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n\
             Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\
             Vary: Accept-Encoding\r\n",
            content_type(&file),
            body.len()
        );
        if is_copy {
            head.push_str("Content-Encoding: gzip\r\n");
        }
        if let Some(policy) = &self.policy {
            head.push_str(&format!("Content-Security-Policy: {policy}\r\n"));
        }
        head.push_str("\r\n");
        let mut answer = head.into_bytes();
        if method == "GET" {
            answer.extend(body);
        }
        answer
    }

    /// The file or folder that a path means; none outside of the site.
    fn file(&self, path: &str) -> Option<PathBuf> {
        let inside =
            if format!("{path}/") == self.base { "" } else { path.strip_prefix(&self.base)? };
        let parts = inside.split('/').filter(|part| !part.is_empty());
        let mut file = self.folder.clone();
        for part in parts {
            if part.starts_with('.') || part.contains(['\\', '\0', ':']) {
                return None;
            }
            file.push(part);
        }
        file.exists().then_some(file)
    }
}

/// Undoes the percent encoding of a path.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The policy that a page carries, to be sent as a header as well: workers take theirs from there.
fn policy(page: &str) -> Option<String> {
    let tag = page.split('<').find(|tag| tag.contains("Content-Security-Policy"))?;
    let (_, content) = tag.split_once("content=\"")?;
    let (policy, _) = content.split_once('"')?;
    Some(policy.replace("&#39;", "'").replace("&#x27;", "'"))
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site with a page and a module under "/sub/", and a file beside it that is not part of it.
    fn site(name: &str) -> Site {
        let outer =
            std::env::temp_dir().join(format!("xtask-server-{name}-{}", std::process::id()));
        let folder = outer.join("dist");
        fs::create_dir_all(folder.join("chessence")).unwrap();
        fs::write(folder.join("index.html"), "page").unwrap();
        fs::write(folder.join("a b.wasm"), "\0asm").unwrap();
        fs::write(folder.join("chessence/index.html"), "game").unwrap();
        fs::write(outer.join("secret"), "secret").unwrap();
        Site { folder, base: "/sub/".into(), policy: Some("default-src 'none'".into()) }
    }

    fn get(site: &Site, target: &str) -> String {
        String::from_utf8_lossy(&site.answer("GET", target, false)).into_owned()
    }

    #[test]
    fn serves_files_under_the_base_with_type_and_policy() {
        let site = site("files");
        assert!(get(&site, "/sub/").ends_with("\r\n\r\npage"));
        assert!(get(&site, "/sub/?game=chessence").ends_with("\r\n\r\npage"));
        let module = get(&site, "/sub/a%20b.wasm");
        assert!(module.contains("Content-Type: application/wasm\r\n"), "{module}");
        assert!(module.contains("Content-Security-Policy: default-src 'none'\r\n"), "{module}");
        assert!(get(&site, "/sub/chessence/").ends_with("game"));
        let redirect = get(&site, "/sub/chessence?x=1");
        assert!(redirect.contains("Location: /sub/chessence/?x=1\r\n"), "{redirect}");
        assert!(get(&site, "/sub").contains("Location: /sub/\r\n"));
        let head = String::from_utf8(site.answer("HEAD", "/sub/", true)).unwrap();
        assert!(head.contains("Content-Length: 4\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    }

    #[test]
    fn sends_compressed_copies_to_those_who_take_them() {
        let site = site("copies");
        fs::write(site.folder.join("a b.wasm.gz"), "copy").unwrap();
        let taken = site.answer("GET", "/sub/a%20b.wasm", true);
        let taken = String::from_utf8(taken).unwrap();
        assert!(taken.contains("Content-Type: application/wasm\r\n"), "{taken}");
        assert!(taken.contains("Content-Encoding: gzip\r\n"), "{taken}");
        assert!(taken.ends_with("\r\n\r\ncopy"), "{taken}");
        assert!(!get(&site, "/sub/a%20b.wasm").contains("Content-Encoding"));
        let page = String::from_utf8(site.answer("GET", "/sub/", true)).unwrap();
        assert!(page.ends_with("\r\n\r\npage"), "{page}");
    }

    #[test]
    fn serves_nothing_else() {
        let site = site("else");
        for target in [
            "/",
            "/index.html",
            "/sub/missing",
            "/sub/../secret",
            "/sub/%2e%2e/secret",
            "/sub/..%2fsecret",
            "/sub/%zz",
            "/sub/%",
            "/sub/.hidden",
            "",
        ] {
            assert!(get(&site, target).starts_with("HTTP/1.1 404 "), "{target}");
        }
        assert!(site.answer("POST", "/sub/", true).starts_with(b"HTTP/1.1 405 "));
    }

    #[test]
    fn a_taken_port_gives_the_next_and_connections_are_kept() {
        let site = site("ports");
        let first = Server::bind(&site.folder, "/", 0).unwrap();
        let taken = first.listener.local_addr().unwrap().port();
        let second = Server::bind(&site.folder, "/", taken).unwrap();
        let port = second.listener.local_addr().unwrap().port();
        assert!(port > taken, "{port} after {taken}");
        thread::spawn(|| second.serve());
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let mut reader = BufReader::new(&stream);
        for _ in 0..2 {
            (&stream).write_all(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
            let mut status = String::new();
            reader.read_line(&mut status).unwrap();
            assert_eq!(status, "HTTP/1.1 200 OK\r\n");
            let mut line = String::new();
            while line != "\r\n" {
                line.clear();
                reader.read_line(&mut line).unwrap();
            }
        }
    }

    #[test]
    fn the_page_s_policy_is_found() {
        let page =
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><p>";
        assert_eq!(policy(page).as_deref(), Some("default-src 'none'"));
        assert_eq!(policy("<p content=\"x\">"), None);
    }
}
