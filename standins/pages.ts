import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** HTML whose text is escaped already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Empty HTML. */
export const nothing = new Markup('')

type Value = string | Markup | readonly Markup[]

function textOf(value: Value): string {
  if (typeof value === 'string') return escapeText(value)
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('')
}

/** HTML from a template; values are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const texts = values.map(textOf)
  return new Markup(parts.map((part, index) => part + (texts[index] ?? '')).join(''))
}

// The product's colors without its fonts: the pages load nothing.
const style = `
:root{color-scheme:light dark;--paper:#fbf8f2;--raised:#fffdf9;--ink:#1b1a17;--ink2:#5c574e;--line:#e4ddd0;--edge:#8c8474;--accent:#b93a25;--on-accent:#fff9f2;--wash:#f7e9e2}
@media(prefers-color-scheme:dark){:root{--paper:#171614;--raised:#1e1c19;--ink:#f1ede4;--ink2:#aba498;--line:#35312b;--edge:#7d7568;--accent:#f07a62;--on-accent:#1b1410;--wash:#33231d}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:400 15px/1.55 Inter,system-ui,sans-serif}
main{width:min(440px,100%);background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:32px}
.mark{display:inline-block;padding-bottom:5px;font:500 15px/1 Newsreader,Georgia,serif;color:var(--ink2)}
h1{margin:16px 0 0;font:500 30px/1.15 Newsreader,Georgia,serif;letter-spacing:-.015em}
p{margin-top:8px;color:var(--ink2)}
.note{margin-top:20px;padding:12px 16px;border-left:2px solid var(--accent);background:var(--wash);color:var(--ink)}
.wrong{margin-top:16px;color:var(--accent)}
label{display:block;margin-top:16px;font-weight:500}
label small{font-weight:400;font-size:13px;color:var(--ink2)}
input:not([type=checkbox],[type=radio]){display:block;width:100%;height:44px;margin-top:6px;padding:0 12px;border:1px solid var(--edge);border-radius:7px;background:var(--paper);color:var(--ink);font:inherit}
::placeholder{color:var(--ink2);opacity:1}
a{color:inherit;text-underline-offset:3px}
fieldset{margin-top:20px;padding:0;border:0}
legend{padding:0;font-weight:500}
.tick{display:flex;gap:10px;align-items:center;min-height:44px;font-weight:400}
fieldset .tick{margin-top:0}
.tick input{width:18px;height:18px;accent-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.actions{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:12px;margin-top:24px}
/* Enter presses the first submit button of a form. */
.actions button.plain{order:-1}
button{min-height:44px;padding:0 20px;border:1px solid transparent;border-radius:7px;background:var(--accent);color:var(--on-accent);font:500 15px/1 Inter,system-ui,sans-serif;cursor:pointer}
button.plain{background:none;border-color:var(--edge);color:var(--ink)}
a.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:0 20px;border:1px solid var(--edge);border-radius:7px;font:500 15px/1 Inter,system-ui,sans-serif;text-decoration:none}
.sum{margin-top:16px;font:500 38px/1.1 Newsreader,Georgia,serif;color:var(--ink)}
.sum small{font:400 15px/1 Inter,system-ui,sans-serif;color:var(--ink2)}
.number,.sum,dd{font-variant-numeric:tabular-nums lining-nums}
.lines{margin-top:20px;border-top:1px solid var(--line)}
.lines div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
.lines dt{color:var(--ink2)}
.lines dd{min-width:0;margin:0;text-align:right;overflow-wrap:anywhere}
.bill dd{flex:none;white-space:nowrap}
.lines .due dt,.lines .due dd{color:var(--ink);font-weight:600}
.small{font-size:13px}
body.wide{place-items:start center}
.wide main{width:min(1040px,100%)}
h2{margin-top:40px;font:500 22px/1.2 Newsreader,Georgia,serif}
.rows{margin:12px 0 0;padding:0;border-top:1px solid var(--line);list-style:none}
.rows li{display:grid;grid-template-columns:5fr 6fr 4fr 132px;gap:4px 24px;align-items:center;padding:12px 0;border-bottom:1px solid var(--line)}
.rows div{min-width:0;overflow-wrap:anywhere}
.rows small{color:var(--ink2)}
.rows button{width:100%;min-height:36px;padding:0 12px;font-size:13px}
.moves{display:flex;flex-wrap:wrap;gap:12px;margin-top:16px}
@media(max-width:480px){main{padding:24px 20px}.actions{flex-direction:column-reverse}}
@media(max-width:800px){.rows li{grid-template-columns:minmax(0,1fr)}.rows button{width:auto;min-height:44px;margin-top:4px}}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Headers of every page: no scripts, no requests, no frames.
 *
 * @param formTargets origins besides the page's own that a form may redirect to
 */
export const pageHeaders = (formTargets: readonly string[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': [
    "default-src 'none'",
    // The empty icon, which avoids a request for /favicon.ico.
    'img-src data:',
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
})

/**
 * A complete page.
 *
 * @param width narrow for a form, wide for tables
 */
export function page(title: string, content: Markup, width: 'narrow' | 'wide' = 'narrow'): string {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body class="${width}"><main>${content}</main></body>
</html>`
  return text
}

const MAX_FORM_BYTES = 16 * 1024

/** The form is larger than any that the pages send. */
export class FormTooLarge extends Error {
  constructor() {
    super('The form is too large.')
  }
}

/**
 * Reads a form.
 *
 * @throws FormTooLarge
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_FORM_BYTES) throw new FormTooLarge()
    chunks.push(piece)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
