//! A letter on its way into a mail, and what happens to it.

use data_encoding::BASE64;

/// What a mail is made of.
#[derive(Clone, Default)]
pub struct Draft {
    text: String,
    /// How the text is packed.
    shape: Shape,
    charset: Option<&'static str>,
    encoding: Option<&'static str>,
    is_flowed: bool,
    /// What is done to the whole.
    ends: Option<&'static str>,
    is_mailbox: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shape {
    #[default]
    Plain,
    /// HTML alone, with each line as this element makes it, and what stands around the whole.
    Html(&'static str, &'static str, &'static str),
    Alternative,
    Attached,
    Forwarded,
    WithFooter,
}

/// Something that happens to a letter.
pub struct Mangler {
    pub name: &'static str,
    /// What is done; none where it cannot happen together with what was done before.
    pub act: fn(Draft) -> Option<Draft>,
}

const fn mangler(name: &'static str, act: fn(Draft) -> Option<Draft>) -> Mangler {
    Mangler { name, act }
}

/// In the order in which they happen to a real letter.
pub const MANGLERS: [Mangler; 25] = [
    mangler("a phone's punctuation", |d| d.with(|t| t.replace('→', "–>"))),
    mangler("no-break spaces", |d| d.with(|t| t.replace("  ", " \u{a0}"))),
    mangler("double spacing", |d| d.with(|t| t.replace('\n', "\n\n"))),
    mangler("a greeting and a signature", |d| {
        d.with(|t| format!("Hi Bo,\n\nhere you are.\n\n{t}\nSee you,\nAnn\n-- \nAnn, tel. 0705→0706\n"))
    }),
    mangler("a quote above", |d| d.with(|t| format!("On Monday Bo wrote:\n{OLD}\n{t}"))),
    mangler("a quote below", |d| d.with(|t| format!("{t}\nAm 30.11.2026 um 10:11 schrieb Bo:\n{OLD}"))),
    mangler("an unmarked quote below", |d| d.with(|t| format!("{t}\n{OUTLOOK}{}", OLD.replace("> ", "")))),
    mangler("a forward inline", |d| d.with(|t| format!("See below.\n\n{OUTLOOK}{t}"))),
    mangler("a clear signature", |d| d.with(|t| format!("{PGP}{t}{PGP_END}"))),
    mangler("format=flowed", |d| if d.is_flowed { None } else { Some(Draft { is_flowed: true, ..d }) }),
    mangler("HTML as of Gmail", |d| d.shaped(Shape::Html("<div>{}</div>\n", "<div dir=\"ltr\">", "</div>"))),
    mangler("HTML as of Outlook", |d| {
        let line = "<p class=MsoNormal><span lang=EN-US>{}<o:p></o:p></span></p>\n";
        d.shaped(Shape::Html(
            line,
            "<html><head><style>p {margin:0}</style></head><body><div class=WordSection1>",
            "</div>",
        ))
    }),
    mangler("HTML as of Thunderbird", |d| {
        d.shaped(Shape::Html("{}<br>\n", "<html><body><p>", "</p></body></html>"))
    }),
    mangler("HTML in a table", |d| {
        d.shaped(Shape::Html("<tr><td>{}</td></tr>", "<!doctype html><table><tbody>", "</tbody></table>"))
    }),
    mangler("text and HTML", |d| d.shaped(Shape::Alternative)),
    mangler("attached", |d| d.shaped(Shape::Attached)),
    mangler("forwarded as a mail", |d| d.shaped(Shape::Forwarded)),
    mangler("a mailing list's footer", |d| d.shaped(Shape::WithFooter)),
    mangler("ISO-2022-JP", |d| d.in_charset("iso-2022-jp")),
    mangler("GB18030", |d| d.in_charset("gb18030")),
    mangler("UTF-16", |d| d.in_charset("utf-16").and_then(|d| d.encoded("base64"))),
    mangler("quoted-printable", |d| d.encoded("quoted-printable")),
    mangler("base64", |d| d.encoded("base64")),
    mangler("CRLF", |d| d.ended("\r\n")),
    mangler("a mailbox", |d| Some(Draft { is_mailbox: true, ..d })),
];

/// An older turn file and a report, quoted.
const OLD: &str = "> Hi Ann,\n> your move.\n>\n> ORDERS g step 3 red AAAA-AAAA-A\n>\n> # pass\n> END\n> Bo\n";
const OUTLOOK: &str = "-----Original Message-----\nFrom: Bo <bo@example.org>\nSent: Monday, 30 November 2026 10:11\n\
                       To: Ann\nSubject: your move\n\n";
const PGP: &str = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n";
const PGP_END: &str = "-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0WIQTxFiEEAgAAAAAAoJEAAAAAAAAAAAABBBBB\n=Qx3v\n\
                       -----END PGP SIGNATURE-----\n";
const HEADERS: &str = "From: Ann <ann@example.org>\nTo: Bo <bo@example.org>\nSubject: my turn\n\
                       Date: Mon, 30 Nov 2026 10:30:00 +0100\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n";

impl Draft {
    pub fn new(letter: &str) -> Self {
        Self { text: letter.to_owned(), ..Self::default() }
    }

    fn with(self, act: impl Fn(&str) -> String) -> Option<Self> {
        Some(Self { text: act(&self.text), ..self })
    }

    fn shaped(self, shape: Shape) -> Option<Self> {
        let is_html = matches!(shape, Shape::Html(..));
        (self.shape == Shape::Plain && !(is_html && self.is_flowed)).then_some(Self { shape, ..self })
    }

    fn in_charset(self, charset: &'static str) -> Option<Self> {
        self.charset.is_none().then_some(Self { charset: Some(charset), ..self })
    }

    fn encoded(self, encoding: &'static str) -> Option<Self> {
        self.encoding.is_none().then_some(Self { encoding: Some(encoding), ..self })
    }

    fn ended(self, ends: &'static str) -> Option<Self> {
        self.ends.is_none().then_some(Self { ends: Some(ends), ..self })
    }

    /// The mail; none where the character set lacks a character of it.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let part = match self.shape {
            Shape::Plain => self.plain("")?,
            Shape::Html(line, before, after) => self.html(line, before, after)?,
            Shape::Alternative => {
                let html = self.html("<div>{}</div>", "", "")?;
                parts("alternative", &[self.plain("")?, html])
            }
            Shape::Attached => {
                let note = b"Content-Type: text/plain\n\nMy turn is attached.\n".to_vec();
                parts(
                    "mixed",
                    &[note, self.plain("Content-Disposition: attachment; filename=\"red.turn\"\n")?],
                )
            }
            Shape::Forwarded => {
                let note = b"Content-Type: text/plain\n\nAnn sent this.\n".to_vec();
                let inner =
                    ["Content-Type: message/rfc822\n\n".as_bytes(), HEADERS.as_bytes(), &self.plain("")?]
                        .concat();
                parts("mixed", &[note, inner])
            }
            Shape::WithFooter => {
                let footer =
                    b"Content-Type: text/plain; charset=us-ascii\n\n____\nGames mailing list\n".to_vec();
                parts("mixed", &[self.plain("")?, footer])
            }
        };
        let mail = [HEADERS.as_bytes(), &part].concat();
        let mail = match self.ends {
            Some(ends) => mail
                .iter()
                .flat_map(|b| if *b == b'\n' { ends.as_bytes().to_vec() } else { vec![*b] })
                .collect(),
            None => mail,
        };
        let start = format!("From ann@example.org Mon Nov 30 10:30:00 2026{}", self.ends.unwrap_or("\n"));
        Some(if self.is_mailbox { [start.as_bytes(), &mail].concat() } else { mail })
    }

    fn plain(&self, more: &str) -> Option<Vec<u8>> {
        let text = if self.is_flowed { flowed(&self.text) } else { self.text.clone() };
        let kind = if self.is_flowed { "text/plain; format=flowed" } else { "text/plain" };
        self.part(kind, more, &text)
    }

    fn html(&self, line: &str, before: &str, after: &str) -> Option<Vec<u8>> {
        let lines: String = self.text.lines().map(|text| line.replace("{}", &escaped(text))).collect();
        self.part("text/html", "", &format!("{before}{lines}{after}\n"))
    }

    fn part(&self, kind: &str, more: &str, text: &str) -> Option<Vec<u8>> {
        let charset = self.charset.unwrap_or("utf-8");
        let bytes = match charset {
            "utf-16" => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
            label => {
                let (bytes, _, is_lossy) = encoding_rs::Encoding::for_label(label.as_bytes())?.encode(text);
                (!is_lossy).then(|| bytes.into_owned())?
            }
        };
        let encoding = self.encoding.unwrap_or("8bit");
        let head = format!(
            "Content-Type: {kind}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n{more}\n"
        );
        let body = match encoding {
            "base64" => base64(&bytes),
            "quoted-printable" => quoted_printable(&bytes),
            _ => bytes,
        };
        Some([head.as_bytes(), &body].concat())
    }
}

fn parts(kind: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    let mut out = format!("Content-Type: multipart/{kind}; boundary=\"=_1\"\n\n").into_bytes();
    for part in parts {
        out.extend_from_slice(b"--=_1\n");
        out.extend_from_slice(part);
        out.extend_from_slice(b"\n");
    }
    out.extend_from_slice(b"--=_1--\n");
    out
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    let code = BASE64.encode(bytes).into_bytes();
    code.chunks(76).flat_map(|line| [line, b"\n"].concat()).collect()
}

/// Line by line, as mail programs do; long lines are broken softly.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split(|b| *b == b'\n').map(quoted_printable::encode_to_str);
    lines.collect::<Vec<_>>().join("\n").replace("\r\n", "\n").into_bytes()
}

/// Lines broken softly at 60 columns, and what looks like a quote or a mailbox line stuffed.
fn flowed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let (marks, rest) = line.split_at(line.len() - line.trim_start_matches('>').len());
        let stuffed = if marks.is_empty() && rest.starts_with([' ', '>']) {
            format!(" {rest}")
        } else {
            rest.to_owned()
        };
        let is_signature = line == "-- ";
        let mut width = 0;
        out.push_str(marks);
        for word in stuffed.trim_end().split_inclusive(' ') {
            if width + word.len() > 60 && width > 0 && out.ends_with(' ') {
                out.push('\n');
                out.push_str(marks);
                // What follows a break must not be taken for stuffing.
                out.push_str(if marks.is_empty() && !word.starts_with([' ', '>']) { "" } else { " " });
                width = 0;
            }
            out.push_str(word);
            width += word.len();
        }
        out.push_str(if is_signature { " \n" } else { "\n" });
    }
    out
}

fn escaped(line: &str) -> String {
    if line.is_empty() {
        return "<br>".to_owned();
    }
    let text = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace("  ", "&nbsp; ");
    text.replace('→', "&rarr;")
}
