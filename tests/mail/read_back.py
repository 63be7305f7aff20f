"""Reads mails with Python's email package and prints for each a line of JSON: what a mail program would find.

Headers come decoded; of each part its type, name, content id and the hash of its bytes, of a text the text as well.
"""
import hashlib
import json
import sys
from email import policy
from email.parser import BytesParser


def part(p):
    content = p.get_payload(decode=True)
    return {
        "type": p.get_content_type(),
        "name": p.get_filename(),
        "cid": p["Content-ID"],
        "disposition": p.get_content_disposition(),
        "encoding": p["Content-Transfer-Encoding"],
        "sha256": hashlib.sha256(content).hexdigest(),
        "text": p.get_content() if p.get_content_maintype() == "text" else None,
    }


def address(mail, name):
    return [[a.display_name, a.addr_spec] for a in mail[name].addresses] if mail[name] else []


def told(path):
    with open(path, "rb") as file:
        mail = BytesParser(policy=policy.default).parse(file)
    return {
        "headers": [[name, str(value)] for name, value in mail.items()],
        "from": address(mail, "From"),
        "to": address(mail, "To"),
        "defects": [repr(d) for p in mail.walk() for d in p.defects],
        "tree": [p.get_content_type() for p in mail.walk()],
        "parts": [part(p) for p in mail.walk() if not p.is_multipart()],
    }


for path in sys.argv[1:]:
    print(json.dumps(told(path)))
