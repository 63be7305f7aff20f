// Writes the mails named node-*.eml by nodemailer: npm install nodemailer, then node make.mjs, then make.py.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const here = new URL("./", import.meta.url);
const require = createRequire(process.cwd() + "/");
const nodemailer = require("nodemailer");
const sheet = readFileSync(new URL("../../../examples/battle/red.turn", here), "utf8");
const head = sheet.split("\n")[0];
const lines = ["0804→0805", "0705,0805 x 0806 advance 0805", "0803→0804", "0605→0606"];
const turn = [head, "", ...lines, "END", ""].join("\n");
const html = turn.split("\n").map((line) => `<p>${line || "&nbsp;"}</p>`).join("\n");
const report = ["Step 6.", "", head, "", "# pass", "END"].map((line) => "> " + line).join("\n");

const mails = {
  "node-plain": { text: `Hi Bo,\n\n${turn}\nAnn` },
  "node-alternative": { text: turn, html },
  "node-attached": { text: "Attached.", attachments: [{ filename: "red.turn", content: turn }] },
  "node-html-only": { html },
  "node-flowed": { text: `${report.replace(/\n> END$/, "")}\n${lines.join("\n")}\n> END\n`, textEncoding: "base64" },
  "node-unicode-name": { text: "Anbei.", attachments: [{ filename: "Züge für Rot №7.turn", content: turn }] },
};

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
for (const [name, mail] of Object.entries(mails)) {
  const sent = await transport.sendMail({
    from: "Ann <ann@example.org>",
    to: "Bo <bo@example.org>",
    subject: "first-game, step 7: mein Zug für heute",
    messageId: `<${name}@example.org>`,
    date: new Date("2026-11-30T09:30:00Z"),
    baseBoundary: "adjutant",
    ...mail,
  });
  writeFileSync(new URL(`${name}.eml`, here), sent.message);
}
