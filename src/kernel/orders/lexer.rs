//! One folded order line as words and signs with their places.

use std::ops::Range;

/// A word or sign of an order line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its text in lower case.
    pub text: String,
    /// Its text as it was typed.
    pub typed: String,
    /// Its bytes in the folded line.
    pub span: Range<usize>,
}

/// Kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters, digits and inner hyphens: a keyword, a name, a number or a coordinate.
    Word,
    /// The one arrow.
    Arrow,
    /// The sign between attackers and target.
    Times,
    /// A comma.
    Comma,
    /// Anything else.
    Other,
}

/// Splits a folded line, its comment already removed.
pub fn lex(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = line.char_indices().peekable();
    while let Some(&(start, c)) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
        } else if c.is_alphanumeric() {
            let mut end = start;
            while let Some(&(at, c)) = chars.peek() {
                if !(c.is_alphanumeric() || (c == '-' && is_inner_hyphen(line, at))) {
                    break;
                }
                end = at + c.len_utf8();
                chars.next();
            }
            push_word(&mut tokens, line, start..end);
        } else {
            chars.next();
            tokens.push(token(sign_kind(c), line, start..start + c.len_utf8()));
        }
    }
    tokens
}

fn sign_kind(c: char) -> TokenKind {
    match c {
        '→' => TokenKind::Arrow,
        '×' => TokenKind::Times,
        ',' => TokenKind::Comma,
        _ => TokenKind::Other,
    }
}

/// A hyphen belongs to a word when letters or digits stand on both sides of it.
fn is_inner_hyphen(line: &str, at: usize) -> bool {
    line[..at].ends_with(char::is_alphanumeric) && line[at + 1..].starts_with(char::is_alphanumeric)
}

/// A lone `x` between words is the sign of attack, also when it is typed without spaces: `0607x0707`.
fn push_word(tokens: &mut Vec<Token>, line: &str, span: Range<usize>) {
    let text = &line[span.clone()];
    let glued = text.len() == 9
        && text.bytes().enumerate().all(|(i, b)| if i == 4 { b | 32 == b'x' } else { b.is_ascii_digit() });
    if glued {
        let s = span.start;
        tokens.push(token(TokenKind::Word, line, s..s + 4));
        tokens.push(token(TokenKind::Times, line, s + 4..s + 5));
        tokens.push(token(TokenKind::Word, line, s + 5..s + 9));
    } else if text.eq_ignore_ascii_case("x") {
        tokens.push(token(TokenKind::Times, line, span));
    } else {
        tokens.push(token(TokenKind::Word, line, span));
    }
}

fn token(kind: TokenKind, line: &str, span: Range<usize>) -> Token {
    let typed = line[span.clone()].to_owned();
    Token { kind, text: typed.to_lowercase(), typed, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        lex(line).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn words_signs_and_glued_attacks() {
        assert_eq!(texts("0208→0209"), ["0208", "→", "0209"]);
        assert_eq!(texts("0607,0708 X 0707"), ["0607", ",", "0708", "x", "0707"]);
        assert_eq!(texts("0607x0707"), ["0607", "x", "0707"]);
        assert_eq!(texts("Buy 3 Light-Infantry"), ["buy", "3", "light-infantry"]);
        assert_eq!(texts("a - b"), ["a", "-", "b"]);
    }

    #[test]
    fn spans_point_into_the_line() {
        let line = "pass  →";
        let tokens = lex(line);
        assert_eq!(&line[tokens[1].span.clone()], "→");
        assert_eq!(tokens[1].kind, TokenKind::Arrow);
    }
}
