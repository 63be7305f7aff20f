"""How mail programs write a reply: each in its own way, none of which the filter is told of."""

import email.message
import email.policy
import html

POLICY = email.policy.SMTP


def quoted(text):
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def began(mail):
    return f"On Monday, 30 November 2026, {mail['From']} wrote:\n"


def plain(reply, mail, text, letter):
    """A terminal program: the answer above the quote, 8bit."""
    reply.set_content(f"{letter}\n{began(mail)}{quoted(text)}", cte="8bit")


def within(reply, mail, text, letter):
    """The same program, whose user types into the blank turn file that it quotes."""
    head, *orders = letter.splitlines()[:-1]
    above, _, below = quoted(text).rpartition(f"> {head}\n")
    orders = "\n".join(orders)
    reply.set_content(f"{began(mail)}{above}> {head}\n{orders}\n{below}", cte="8bit")


def below(reply, mail, text, letter):
    """Whoever answers below the quote, and signs."""
    reply.set_content(f"{began(mail)}{quoted(text)}\n{letter}\n-- \nKind regards\n", cte="quoted-printable")


def web(reply, mail, text, letter):
    """A web mailer: a page, and a plain text for those who want none."""
    reply.set_content(f"{letter}\n\n{began(mail)}\n{quoted(text)}", cte="quoted-printable")
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in letter.splitlines())
    quote = "<br>\n".join(html.escape(line) for line in text.splitlines())
    page = (
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f"{html.escape(began(mail))}<br></div><blockquote class=\"gmail_quote\" style=\"margin:0 0 0 .8ex;"
        f'border-left:1px solid #ccc;padding-left:1ex"><pre>{quote}</pre></blockquote></div>'
    )
    reply.add_alternative(page, subtype="html", cte="quoted-printable")


def office(reply, mail, text, letter):
    """An office program: the answer above, the mail below it as it is, without any marks, and lines in CR LF."""
    header = f"-----Original Message-----\nFrom: {mail['From']}\nSent: Monday, November 30, 2026 9:00 AM\n"
    header += f"To: {mail['To']}\nSubject: {mail['Subject']}\n"
    reply.set_content(f"Hello,\n\n{letter}\nBest regards\n\n{header}\n{text}", cte="base64")
    reply["X-Mailer"] = "Microsoft Outlook 16.0"
    reply["Thread-Index"] = "AQHa"


def compose(program, account, mail, text, letter, name):
    """The reply of an account to a mail, by a program, with a letter in it."""
    reply = email.message.EmailMessage(policy=POLICY)
    reply["From"], reply["To"] = account, mail["From"]
    prefix = "RE: " if program is office else "Re: "
    reply["Subject"] = prefix + mail["Subject"]
    earlier = f"{mail.get('References', '')} {mail['Message-ID']}".split()
    reply["In-Reply-To"], reply["References"] = mail["Message-ID"], " ".join(earlier)
    reply["Message-ID"] = f"<{name}@{account.replace('@', '.')}>"
    program(reply, mail, text, letter)
    return reply
