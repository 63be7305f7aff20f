//! Mail going out: what a seat is told, as a message that any mail program can show, send and thread.
//!
//! Parts and headers are written by `mail-builder`, which folds lines and encodes words as the standards ask. Its
//! builder for whole messages is not used, since that adds the clock's date and the machine's name; its parts alone
//! write nothing that they are not given, so the same game gives the same bytes.
//!
//! The message is ASCII throughout. Running text is quoted-printable: 8bit is encoded anew by relays that do not know
//! it, and as quoted-printable no blank at a line's end, no line that begins with `From ` or a dot, and no arrow can be
//! lost. Files are base64, so that they come out byte by byte as they went in.

pub mod compose;
pub mod mbox;
pub mod thread;
pub mod untold;

use super::Address;
use crate::kernel::time::Instant;
use mail_builder::headers::HeaderType;
use mail_builder::headers::address::Address as Mailbox;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::message_id::MessageId;
use mail_builder::headers::raw::Raw;
use mail_builder::headers::text::Text;
use mail_builder::mime::MimePart;
use quoted_printable::{InputMode, Options};

/// A mail ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// Who sends it; without it the mail program fills it in.
    pub from: Option<Address>,
    /// To whom; without it somebody has to fill it in.
    pub to: Option<Address>,
    /// One line.
    pub subject: String,
    /// The message's own id, as [`thread`] makes or reads ids.
    pub id: String,
    /// The id of the mail that this one answers, if it answers one.
    pub answers: Option<String>,
    /// The ids of earlier mails of the same game, oldest first.
    pub references: Vec<String>,
    /// When it was written; without it the mail program fills it in.
    pub date: Option<Instant>,
    /// What stands in the header by which this program knows its own mails: game, step, seat and head.
    pub mark: String,
    /// The text.
    pub text: String,
    /// The same for programs that show pages.
    pub page: Option<Page>,
    /// Files that go along.
    pub attachments: Vec<Attachment>,
}

/// The text as a page, with the pictures that it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// HTML.
    pub html: String,
    /// Pictures that the page names by `cid:` and their names.
    pub pictures: Vec<Attachment>,
}

/// A file that goes along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its name; of a picture in a page the content id.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// The header by which this program knows its own mails.
pub const MARK: &str = "X-Adjutant";

impl Outgoing {
    /// The message as it is sent: ASCII, lines that end with CR LF.
    pub fn to_eml(&self) -> String {
        let mut root = self.body();
        let own = std::mem::take(&mut root.headers);
        root.headers = self.headers().into_iter().map(|(name, value)| (name.into(), value)).collect();
        root.headers.extend(own);
        let mut bytes = Vec::new();
        root.write_part(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn headers(&self) -> Vec<(&'static str, HeaderType<'_>)> {
        let mut headers: Vec<(&'static str, HeaderType)> = Vec::new();
        let mut add = |name, value: HeaderType<'static>| headers.push((name, value));
        if let Some(from) = &self.from {
            add("From", mailbox(from));
        }
        if let Some(to) = &self.to {
            add("To", mailbox(to));
        }
        add("Subject", Text::new(one_line(&self.subject)).into());
        if let Some(date) = self.date {
            add("Date", Raw::new(date.to_mail()).into());
        }
        add("Message-ID", ids([&self.id]));
        if let Some(parent) = self.answers.as_ref().or(self.references.last()) {
            add("In-Reply-To", ids([parent]));
        }
        let known: Vec<&String> = self.references.iter().chain(&self.answers).collect();
        if !known.is_empty() {
            add("References", ids(known));
        }
        let auto = if self.answers.is_some() { "auto-replied" } else { "auto-generated" };
        add("Auto-Submitted", Raw::new(auto).into());
        add("X-Auto-Response-Suppress", Raw::new("OOF, AutoReply").into());
        add(MARK, Text::new(one_line(&self.mark)).into());
        add("MIME-Version", Raw::new("1.0").into());
        headers
    }

    /// The parts: text and page as one, files after them.
    fn body(&self) -> MimePart<'_> {
        let text = text_part("plain", &self.text);
        let told = match &self.page {
            None => text,
            Some(page) => self.multipart("alternative", vec![text, self.page(page)]),
        };
        if self.attachments.is_empty() {
            return told;
        }
        let files = self.attachments.iter().map(|file| {
            let kind = ContentType::new(file.media_type).attribute("name", file.name.as_str());
            MimePart::new(kind, file.bytes.as_slice()).attachment(file.name.as_str())
        });
        self.multipart("mixed", std::iter::once(told).chain(files).collect())
    }

    fn page<'a>(&'a self, page: &'a Page) -> MimePart<'a> {
        let html = text_part("html", &page.html);
        if page.pictures.is_empty() {
            return html;
        }
        let pictures = page.pictures.iter().map(|picture| {
            MimePart::new(picture.media_type, picture.bytes.as_slice()).inline().cid(picture.name.as_str())
        });
        self.multipart("related", std::iter::once(html).chain(pictures).collect())
    }

    /// `=_` stands in no encoded text, so that the boundary cannot either.
    fn multipart<'a>(&self, kind: &str, parts: Vec<MimePart<'a>>) -> MimePart<'a> {
        let boundary = format!("=_adjutant_{kind}");
        MimePart::new(ContentType::new(format!("multipart/{kind}")).attribute("boundary", boundary), parts)
    }
}

fn mailbox(address: &Address) -> HeaderType<'static> {
    Mailbox::new_address(address.name.as_deref().map(one_line), address.spec.clone()).into()
}

fn ids<'a>(ids: impl IntoIterator<Item = &'a String>) -> HeaderType<'static> {
    MessageId::new_list(ids.into_iter().cloned()).into()
}

/// A text in one line: what would end a header's line counts as a blank.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Running text, quoted-printable.
fn text_part(kind: &str, text: &str) -> MimePart<'static> {
    let kind = ContentType::new(format!("text/{kind}")).attribute("charset", "utf-8");
    MimePart::new(kind, quoted_printable(text).into_bytes()).transfer_encoding("quoted-printable")
}

/// How long an encoded line may be, with room for a first letter that is written as three.
const LINE: usize = 74;

/// Quoted-printable whose lines neither a mailbox (`From `) nor a relay (a lone dot) touches.
fn quoted_printable(text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("{line}\r\n")).collect();
    let options = Options::default().line_length_limit(LINE).input_mode(InputMode::Text);
    let encoded = quoted_printable::encode_with_options(&lines, options);
    let guarded = encoded.split_inclusive("\r\n").map(|line| match line.as_bytes() {
        [first @ (b'F' | b'.'), ..] => format!("={first:02X}{}", &line[1..]),
        _ => line.to_owned(),
    });
    guarded.collect()
}
