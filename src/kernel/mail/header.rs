//! What a mail says of itself before its first blank line.

use super::mailbox::{is_blank, lines};
use super::{Address, Mail};
use crate::kernel::text::Charset;
use mail_parser::{ContentType, HeaderValue, Message, MessageParser};

/// The most bytes of headers that are read.
const MAX_HEADERS: usize = 256 << 10;
/// The most characters of a subject, a name or an id that are kept.
const MAX_WORDS: usize = 1000;
/// The most addresses or ids of one header that are kept.
const MAX_LIST: usize = 200;

/// The headers of a mail or of a part of one.
pub(super) struct Headers<'x>(Option<Message<'x>>);

/// Headers by which a mail is known. One that only a mail has will do alone.
const TELLING: [&str; 9] = [
    "received",
    "return-path",
    "delivered-to",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "dkim-signature",
    "x-mailer",
];
/// Of those that people write as well there must be two, or nothing but headers up to a blank line.
const COMMON: [&str; 7] = ["from", "to", "cc", "subject", "date", "reply-to", "sender"];

/// Whether an input begins as a mail does.
pub(super) fn is_mail(bytes: &[u8]) -> bool {
    let (mut telling, mut common, mut any, mut is_over) = (0, 0, false, false);
    for line in lines(bytes).skip_while(|line| is_blank(line)) {
        if any && is_folded(line) {
            continue;
        }
        let Some(name) = name(line) else {
            is_over = is_blank(line);
            break;
        };
        any = true;
        telling += usize::from(TELLING.contains(&name.as_str()));
        common += usize::from(COMMON.contains(&name.as_str()));
    }
    // A blank line below says that what stands above it are headers.
    telling > 0 || common > usize::from(!is_over)
}

/// Whether a line goes on with the header above it.
fn is_folded(line: &[u8]) -> bool {
    line.starts_with(b" ") || line.starts_with(b"\t")
}

/// The name of a header line, in small letters.
pub(super) fn name(line: &[u8]) -> Option<String> {
    let colon = line.iter().position(|b| *b == b':')?;
    let name = line[..colon].trim_ascii_end();
    let is_name = !name.is_empty() && name.len() <= 76 && name.iter().all(u8::is_ascii_graphic);
    is_name.then(|| String::from_utf8_lossy(name).to_ascii_lowercase())
}

impl<'x> Headers<'x> {
    /// The headers of a mail, and what stands below the blank line after them.
    ///
    /// Where the blank line is missing the body begins at the first line that is no header.
    pub(super) fn split(bytes: &'x [u8]) -> (Self, &'x [u8]) {
        let mut end = 0;
        let mut body = bytes.len();
        for line in lines(bytes) {
            if is_blank(line) {
                body = end + line.len();
                break;
            }
            if name(line).is_none() && !(end > 0 && is_folded(line)) {
                body = end;
                break;
            }
            end += line.len();
        }
        let block = &bytes[..end.min(MAX_HEADERS)];
        (Self(MessageParser::default().parse_headers(block)), &bytes[body.min(bytes.len())..])
    }

    fn value(&self, name: &'static str) -> Option<&HeaderValue<'_>> {
        self.0.as_ref()?.header(name)
    }

    /// A header as it stands, in small letters; empty where there is none.
    fn raw(&self, name: &'static str) -> String {
        let raw = self.0.as_ref().and_then(|message| message.header_raw(name));
        raw.map_or(String::new(), |value| value.trim().to_ascii_lowercase())
    }

    /// Every header by its name and as it stands, both in small letters.
    pub(super) fn named(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let headers = self.0.iter().flat_map(Message::headers_raw);
        headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_ascii_lowercase()))
    }

    /// Every header of a name as it stands, in small letters; the name as well.
    pub(super) fn all_raw<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        self.named().filter(move |(other, _)| other == name).map(|(_, value)| value)
    }

    pub(super) fn has(&self, name: &'static str) -> bool {
        self.value(name).is_some()
    }

    /// What the part is.
    pub(super) fn content_type(&self) -> Option<&ContentType<'_>> {
        self.value("Content-Type")?.as_content_type()
    }

    /// How the part is to be shown, and under which name.
    pub(super) fn disposition(&self) -> Option<&ContentType<'_>> {
        self.value("Content-Disposition")?.as_content_type()
    }

    /// How the part is encoded, in small letters.
    pub(super) fn encoding(&self) -> String {
        self.raw("Content-Transfer-Encoding")
    }

    /// What the mail says of itself; its texts are not looked at.
    pub(super) fn mail(&self) -> Mail {
        let first = |name| self.addresses(name).into_iter().next();
        let has_several_senders = self.has_several_senders();
        let subject =
            self.value("Subject").and_then(HeaderValue::as_text).map(in_one_line).unwrap_or_default();
        Mail {
            from: first("From").or_else(|| first("Sender")).filter(|_| !has_several_senders),
            has_several_senders,
            message_id: self.ids("Message-ID").into_iter().next(),
            in_reply_to: self.ids("In-Reply-To"),
            references: self.ids("References"),
            automatic: self.automatic(&subject),
            subject,
            ..Mail::default()
        }
    }

    /// Whether there are several headers `From` that do not say the same, or several addresses in one.
    fn has_several_senders(&self) -> bool {
        let Some(message) = &self.0 else { return false };
        let mut specs: Vec<Option<String>> = Vec::new();
        for value in message.header_values("From") {
            let addresses = addresses(value);
            specs.extend(addresses.is_empty().then_some(None));
            specs.extend(addresses.into_iter().map(|address| Some(address.spec.to_lowercase())));
        }
        specs.iter().any(|spec| *spec != specs[0])
    }

    pub(super) fn addresses(&self, name: &'static str) -> Vec<Address> {
        self.value(name).map(addresses).unwrap_or_default()
    }

    fn ids(&self, name: &'static str) -> Vec<String> {
        let value = self.value(name);
        let list = value.and_then(HeaderValue::as_text_list).unwrap_or_default();
        let one = value.and_then(HeaderValue::as_text);
        let all = list.iter().map(AsRef::as_ref).chain(one.filter(|_| list.is_empty()));
        all.map(in_one_line).filter(|id| !id.is_empty()).take(MAX_LIST).collect()
    }
}

/// The addresses in a header.
fn addresses(value: &HeaderValue) -> Vec<Address> {
    let Some(list) = value.as_address() else { return Vec::new() };
    let read = |addr: &mail_parser::Addr| {
        let spec = addr.address.as_deref().map(in_one_line).filter(|a| a.contains('@'))?;
        Some(Address { name: addr.name.as_deref().map(in_one_line).filter(|name| !name.is_empty()), spec })
    };
    list.iter().filter_map(read).take(MAX_LIST).collect()
}

/// Whether a part is of a type.
pub(super) fn is_type(content: &ContentType, major: &str, minor: &str) -> bool {
    content.ctype().eq_ignore_ascii_case(major)
        && content.subtype().is_some_and(|subtype| subtype.eq_ignore_ascii_case(minor))
}

/// A header's text in one line, without what would steer a terminal, and no longer than anybody reads.
pub(super) fn in_one_line(text: &str) -> String {
    let short: String = text.chars().take(MAX_WORDS).collect();
    let words: Vec<&str> = short.split_whitespace().collect();
    Charset::Unicode.apply(&words.join(" ")).into_owned()
}
