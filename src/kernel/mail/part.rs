//! The parts of a mail: taken apart, decoded, and sorted into texts and what is none.

use super::header::{Headers, in_one_line, is_type};
use super::mailbox::{is_blank, lines};
use super::{Aside, Attached, MAX_DEPTH, MAX_PARTS, Mail, MailError, Text, What};
use super::{charset, flowed, header, html};
use crate::kernel::orders::decode::{self, MAX_BYTES};
use crate::kernel::orders::typography::is_invisible;
use mail_parser::ContentType;
use mail_parser::decoders::base64::base64_decode;
use std::borrow::Cow;

/// Reads the body of a mail into its texts and what is none.
pub(super) fn read(headers: &Headers, body: &[u8], mail: &mut Mail) -> Result<(), MailError> {
    let mut walker = Walker { mail, parts: 0, renderings: Vec::new() };
    walker.walk(headers, body, &Place { depth: 0, within: "", attached: None })
}

/// Where in a mail a part stands.
struct Place<'a> {
    depth: usize,
    /// What it stands in, in words for people; empty in the mail itself.
    within: &'a str,
    /// The outermost attached mail that it stands in.
    attached: Option<&'a Attached>,
}

impl Place<'_> {
    fn deeper(&self) -> Place<'_> {
        Place { depth: self.depth + 1, ..*self }
    }

    fn called(&self, what: &str) -> String {
        format!("{}{what}", self.within)
    }
}

struct Walker<'m> {
    mail: &'m mut Mail,
    parts: usize,
    /// The texts that were renderings of HTML, by their places in the list.
    renderings: Vec<usize>,
}

/// The most characters of words left out that are told.
const MAX_LEFT_OUT: usize = 200;
/// Names that only texts have.
const TEXT_NAMES: [&str; 4] = [".turn", ".locked", ".txt", ".orders"];

impl Walker<'_> {
    fn walk(&mut self, headers: &Headers, body: &[u8], place: &Place) -> Result<(), MailError> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(MailError::TooManyParts);
        }
        let content = headers.content_type();
        if place.depth > MAX_DEPTH {
            self.put_aside(place.called("a part"), What::TooDeep);
            return Ok(());
        }
        match content {
            Some(c) if is_type(c, "multipart", "encrypted") => {
                self.put_aside(place.called("the mail"), What::Encrypted);
                Ok(())
            }
            Some(c) if c.ctype().eq_ignore_ascii_case("multipart") => self.multipart(c, body, place),
            Some(c) if is_type(c, "message", "rfc822") || is_type(c, "message", "global") => {
                self.forwarded(&decoded(headers, body), place)
            }
            _ => {
                self.leaf(headers, body, place);
                Ok(())
            }
        }
    }

    fn multipart(&mut self, content: &ContentType, body: &[u8], place: &Place) -> Result<(), MailError> {
        let named = content.attribute("boundary").unwrap_or_default();
        let mut parts = split(body, named.trim_end().as_bytes());
        if parts.is_empty() {
            // The boundary was changed on its way; the parts may still be told apart by the one that stands there.
            parts = likely_boundary(body).map(|boundary| split(body, boundary)).unwrap_or_default();
        }
        if parts.is_empty() {
            let (headers, _) = Headers::split(b"");
            self.leaf(&headers, body, place);
            return Ok(());
        }
        let is_digest = is_type(content, "multipart", "digest");
        let is_alternative = is_type(content, "multipart", "alternative");
        let first = self.mail.texts.len();
        let mut beside = None;
        for part in parts {
            let (headers, body) = Headers::split(part);
            let before = self.mail.texts.len();
            if is_digest && headers.content_type().is_none() {
                self.parts += 1;
                self.forwarded(body, place)?;
            } else {
                self.walk(&headers, body, &place.deeper())?;
            }
            if !is_alternative && is_running_text(&headers) && self.mail.texts.len() > before {
                beside = Some(self.join(beside, before));
            }
        }
        if is_alternative {
            self.pair_alternatives(first);
        }
        Ok(())
    }

    /// Joins the text at the end of the list with one before it, which a mail program has cut off, around a picture, say.
    /// Where it stands then.
    fn join(&mut self, before: Option<usize>, at: usize) -> usize {
        let texts = &mut self.mail.texts;
        let fits = |before: &usize| {
            let marked =
                |text: &Text| text.content.starts_with(b"\xFF\xFE") || text.content.starts_with(b"\xFE\xFF");
            let (first, second) = (&texts[*before], &texts[at]);
            first.is_page == second.is_page
                && first.content.len() + second.content.len() < MAX_BYTES
                && !marked(first)
                && !marked(second)
        };
        let Some(before) = before.filter(fits) else { return at };
        let second = texts.remove(at);
        self.renderings.retain(|rendering| *rendering != at);
        let first = &mut texts[before];
        if first.by_lines.is_some() || second.by_lines.is_some() {
            let mut by_lines = first.by_lines.take().unwrap_or_else(|| first.content.clone());
            append(&mut by_lines, second.by_lines.as_ref().unwrap_or(&second.content));
            first.by_lines = Some(by_lines);
        }
        append(&mut first.content, &second.content);
        first.repairs.extend(second.repairs);
        before
    }

    /// Of texts that say the same, those that were rendered stand in for the plain ones.
    fn pair_alternatives(&mut self, first: usize) {
        let is_rendering = |at: &usize| self.renderings.contains(at);
        let (html, plain): (Vec<usize>, Vec<usize>) = (first..self.mail.texts.len()).partition(is_rendering);
        for at in html {
            self.mail.texts[at].instead_of.extend(&plain);
        }
    }

    fn forwarded(&mut self, bytes: &[u8], place: &Place) -> Result<(), MailError> {
        let (headers, body) = Headers::split(bytes);
        let within = place.called("the attached mail, ");
        let this = Attached { from: headers.mail().from };
        let attached = Some(place.attached.unwrap_or(&this));
        self.walk(&headers, body, &Place { depth: place.depth + 1, within: &within, attached })
    }

    fn put_aside(&mut self, place: String, what: What) {
        self.mail.aside.push(Aside { place, what });
    }

    /// A part that holds no others.
    fn leaf(&mut self, headers: &Headers, body: &[u8], place: &Place) {
        let content = headers.content_type();
        let name = file_name(headers);
        let kind = Kind::of(content, name.as_deref());
        let is_attached = is_attached(headers);
        let called = match (&name, is_attached, kind) {
            (Some(name), ..) => place.called(&format!("attachment {name}")),
            (None, true, _) => place.called("an attachment"),
            (None, false, Kind::Html) => place.called("the HTML part"),
            (None, false, _) => place.called("the text"),
        };
        let what = match kind {
            Kind::Signature => return,
            Kind::No(what) => return self.put_aside(called, what),
            Kind::Plain | Kind::Html | Kind::Perhaps => {
                self.text(headers, body, kind, called, place.attached)
            }
        };
        if let Err((called, what)) = what {
            self.put_aside(called, what);
        }
    }

    /// A part that is a text, or may be one.
    fn text(
        &mut self,
        headers: &Headers,
        body: &[u8],
        kind: Kind,
        place: String,
        attached: Option<&Attached>,
    ) -> Result<(), (String, What)> {
        let content = headers.content_type();
        let bytes = decoded(headers, body);
        if bytes.len() > 4 * MAX_BYTES {
            return Err((place, What::TooLarge));
        }
        let (mut bytes, mut repairs) = charset::to_utf8(&bytes, content.and_then(|c| c.attribute("charset")));
        if is_game_file(&bytes) {
            return Err((place, What::GameFile));
        }
        let mut by_lines = None;
        let is_html = kind == Kind::Html || kind == Kind::Perhaps && is_html_page(&bytes);
        if kind == Kind::Perhaps && !is_html && decode::decode(&bytes).is_err() {
            return Err((place, What::Other));
        }
        if is_html {
            let (page, repaired) = decode::by_lines(&bytes);
            let rendered = html::render(&page);
            bytes = rendered.text.into_bytes();
            repairs.extend(repaired);
            repairs.extend(left_out("are struck out", &rendered.struck));
            repairs.extend(left_out("cannot be seen on the page", &rendered.hidden));
            self.renderings.push(self.mail.texts.len());
        } else if let Some(content) = content.filter(|c| is_flowed(c)) {
            let deletes = content.attribute("delsp").is_some_and(|value| value.eq_ignore_ascii_case("yes"));
            let flowed = flowed::unfold(&bytes, deletes);
            (bytes, by_lines) = (flowed.joined, flowed.by_lines);
            repairs.extend(flowed.repair);
        }
        if bytes.len() > MAX_BYTES {
            return Err((place, What::TooLarge));
        }
        self.mail.texts.push(Text {
            place,
            content: bytes,
            by_lines,
            repairs,
            attached: attached.cloned(),
            is_page: is_html,
            instead_of: Vec::new(),
        });
        Ok(())
    }
}

/// Appends a text to one before it.
fn append(first: &mut Vec<u8>, second: &[u8]) {
    if !first.ends_with(b"\n") {
        first.push(b'\n');
    }
    first.extend(second.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(second));
}

/// What to say of words that were left out, and why; nothing where there are none.
fn left_out(why: &str, words: &str) -> Option<String> {
    let words: String = words.chars().filter(|c| !is_invisible(*c)).collect();
    let words = in_one_line(&words);
    let shown: String = words.chars().take(MAX_LEFT_OUT).collect();
    let more = if shown.len() < words.len() { "…" } else { "" };
    (!words.is_empty()).then(|| format!("words that {why} were left out: {shown}{more}"))
}

/// What a part is by its type and name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Html,
    /// Its type does not say; what stands in it does.
    Perhaps,
    /// A signature of another part.
    Signature,
    No(What),
}

impl Kind {
    fn of(content: Option<&ContentType>, name: Option<&str>) -> Self {
        let name = name.unwrap_or_default().to_lowercase();
        let Some(content) = content else { return Self::Plain };
        let minor = content.subtype().unwrap_or_default().to_ascii_lowercase();
        let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        match (content.ctype().to_ascii_lowercase().as_str(), minor.as_str()) {
            ("text", "html") => Self::Html,
            ("text", "calendar" | "vcard" | "x-vcard" | "css" | "rtf") => Self::No(What::Other),
            ("text", _) => Self::Plain,
            ("application", "pgp-signature" | "pkcs7-signature" | "x-pkcs7-signature") => Self::Signature,
            ("application", "pkcs7-mime" | "x-pkcs7-mime") => match content.attribute("smime-type") {
                Some(kind) if kind.eq_ignore_ascii_case("signed-data") => Self::No(What::Wrapped),
                _ => Self::No(What::Encrypted),
            },
            ("application", "pgp-encrypted") => Self::No(What::Encrypted),
            ("application", "ms-tnef" | "vnd.ms-tnef") => Self::No(What::Tnef),
            _ if ends(&["winmail.dat"]) => Self::No(What::Tnef),
            _ if ends(&TEXT_NAMES) => Self::Plain,
            ("image" | "audio" | "video" | "font" | "message", _) => Self::No(What::Other),
            _ => Self::Perhaps,
        }
    }
}

fn is_flowed(content: &ContentType) -> bool {
    is_type(content, "text", "plain")
        && content.attribute("format").is_some_and(|format| format.eq_ignore_ascii_case("flowed"))
}

/// Whether a part is a file that came along.
fn is_attached(headers: &Headers) -> bool {
    file_name(headers).is_some() || headers.disposition().is_some_and(ContentType::is_attachment)
}

/// Whether a part is text that a mail program shows as one with the text before it.
fn is_running_text(headers: &Headers) -> bool {
    let is_text = headers.content_type().is_none_or(|content| content.ctype().eq_ignore_ascii_case("text"));
    is_text && !is_attached(headers)
}

/// The name of an attached file, without folders.
fn file_name(headers: &Headers) -> Option<String> {
    let given = headers.disposition().and_then(|d| d.attribute("filename"));
    let name = given.or_else(|| headers.content_type().and_then(|c| c.attribute("name")))?;
    let name = in_one_line(name.rsplit(['/', '\\']).next().unwrap_or_default());
    Some(name.chars().take(60).collect()).filter(|name: &String| !name.is_empty())
}

/// The bytes of a part, its transfer encoding undone.
fn decoded<'a>(headers: &Headers, body: &'a [u8]) -> Cow<'a, [u8]> {
    match headers.encoding().as_str() {
        "base64" => Cow::Owned(unbase64(body)),
        "quoted-printable" => quoted_printable::decode(body, quoted_printable::ParseMode::Robust)
            .map_or(Cow::Borrowed(body), Cow::Owned),
        _ => Cow::Borrowed(body),
    }
}

/// Base64 up to the first line that is none, such as what a mailing list adds below.
fn unbase64(body: &[u8]) -> Vec<u8> {
    let is_code =
        |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=') || b.is_ascii_whitespace();
    let code: Vec<u8> = lines(body)
        .skip_while(|line| is_blank(line))
        .take_while(|line| line.iter().all(is_code))
        .flatten()
        .copied()
        .collect();
    base64_decode(&code).unwrap_or_default()
}

/// The parts between the lines that hold a boundary; none where there is no such line.
fn split<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let (mut parts, mut start, mut at) = (Vec::new(), None, 0);
    for line in lines(body) {
        let next = at + line.len();
        let rest = line.strip_prefix(b"--").and_then(|rest| rest.strip_prefix(boundary));
        let end = rest.map(<[u8]>::trim_ascii_end);
        if parts.len() > MAX_PARTS {
            break;
        }
        if !boundary.is_empty() && (end == Some(b"") || end == Some(b"--")) {
            parts.extend(start.map(|start| &body[start..at]));
            start = (end == Some(b"")).then_some(next);
        }
        at = next;
    }
    parts.extend(start.map(|start| &body[start..]));
    parts
}

/// The boundary of parts that another one was announced for: the first line of its form with a header below it.
fn likely_boundary(body: &[u8]) -> Option<&[u8]> {
    lines(body).zip(lines(body).skip(1)).find_map(|(line, next)| {
        let boundary = line.strip_prefix(b"--")?.trim_ascii_end();
        let is_header = header::name(next).is_some_and(|name| name.starts_with("content-"));
        (is_header && !boundary.is_empty()).then_some(boundary)
    })
}

fn is_game_file(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    text.starts_with(b"adjutant: ") || text.starts_with(b"BEGIN ADJUTANT ")
}

fn is_html_page(bytes: &[u8]) -> bool {
    let start = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
    ["<!doctype html", "<html"].iter().any(|mark| start.trim_ascii_start().starts_with(mark.as_bytes()))
}
