import { escapeHtml, wrapWords } from '../../shared/text/format.ts'

/** Content of an email as plain text: nothing in it is read as markup. */
export interface EmailContent {
  subject: string
  /** Shown after the subject in mail lists. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  /** The one thing to do, with a URL of the product. */
  action?: { label: string; url: string }
  footnote?: string
}

/** Letters of any script, in up to three words: nothing that mail programs would turn into a link. */
const plainName = /^\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]*){0,2}$/u
const MAX_NAME_CHARACTERS = 40

/** First line of an email. Omits names that contain more than letters: users choose them freely, links included. */
export function greeting(firstName: string | null): string {
  const name = firstName?.trim() ?? ''
  return name.length <= MAX_NAME_CHARACTERS && plainName.test(name) ? `Hello ${name},` : 'Hello,'
}

const light = {
  paper: '#FBF8F2',
  ink: '#1F1D1A',
  soft: '#5F5A52',
  line: '#E4DED2',
  accent: '#B93A25',
  onAccent: '#FFFFFF',
}
const dark = {
  paper: '#171614',
  ink: '#EDE9E1',
  soft: '#B0A99C',
  line: '#35322D',
  accent: '#F07A62',
  onAccent: '#171614',
}

const SERIF = "Newsreader,Charter,'Iowan Old Style',Georgia,'Times New Roman',serif"
const SANS = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Styles by class, written into the elements: some mail programs drop the style element, which holds the dark theme. */
const rules: Record<string, string> = {
  page: `margin:0;padding:0;background:${light.paper};`,
  sheet: 'max-width:600px;margin:0 auto;padding:40px 24px 48px;box-sizing:border-box;',
  mark: `margin:0;font:500 22px/1.2 ${SERIF};color:${light.ink};`,
  rule: `width:36px;height:3px;margin:6px 0 36px;background:${light.accent};font-size:0;line-height:0;`,
  head: `margin:0 0 20px;font:500 28px/1.25 ${SERIF};color:${light.ink};text-wrap:balance;`,
  ink: `margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${light.ink};`,
  act: 'margin:28px 0 24px;',
  button: `display:inline-block;padding:13px 24px;border-radius:7px;background:${light.accent};color:${light.onAccent};font:600 16px/1.2 ${SANS};text-decoration:none;`,
  soft: `margin:0 0 16px;font:400 13px/1.6 ${SANS};color:${light.soft};`,
  foot: `margin:36px 0 0;padding:16px 0 0;border-top:1px solid ${light.line};`,
  link: `color:${light.soft};text-decoration:underline;word-break:break-all;overflow-wrap:anywhere;`,
}

const darkRules = [
  `.page{background:${dark.paper}!important}`,
  `.mark,.head,.ink{color:${dark.ink}!important}`,
  `.rule{background:${dark.accent}!important}`,
  `.button{background:${dark.accent}!important;color:${dark.onAccent}!important}`,
  `.soft,.link{color:${dark.soft}!important}`,
  `.foot{border-color:${dark.line}!important}`,
].join('')

const withStyles = (html: string): string =>
  html.replace(/ class="([a-z ]+)"/g, (attribute, names: string) => {
    const style = names
      .split(' ')
      .map((name) => rules[name] ?? '')
      .join('')
    return `${attribute} style="${style.replaceAll('"', '&quot;')}"`
  })

/** Fills the preview line of mail lists, so that they don't continue with the text of the email. */
const padding = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Builds the HTML page of an email. Its only table limits the width in Outlook on Windows, which ignores max-width. */
function pageOf({
  title,
  preview,
  mark,
  body,
  footnote,
}: Record<'title' | 'preview' | 'mark' | 'body' | 'footnote', string>) {
  return withStyles(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body class="page">
<div style="display:none;max-height:0;overflow:hidden">${preview}${padding}</div>
<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->
<div class="sheet" role="article">
<p class="mark">${mark}</p>
<div class="rule"></div>
${body}
${footnote}
</div>
<!--[if mso]></td></tr></table><![endif]-->
</body>
</html>
`)
}

/** Characters per line of the text version (RFC 5322, section 2.1.1, recommends at most 78). */
const LINE_CHARACTERS = 72

const wrap = (text: string): string => wrapWords(text.replace(/\s+/g, ' '), LINE_CHARACTERS).join('\n')

function htmlOf({ subject, preview, heading, paragraphs, action, footnote }: EmailContent, productName: string) {
  const body = [
    `<h1 class="ink head">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p class="ink">${escapeHtml(paragraph)}</p>`),
  ]
  if (action !== undefined) {
    const url = escapeHtml(action.url)
    body.push(
      `<p class="act"><a class="button" href="${url}">${escapeHtml(action.label)}</a></p>`,
      `<p class="soft">If the button doesn’t work, open this link:<br><a class="link" href="${url}">${url}</a></p>`,
    )
  }
  return pageOf({
    title: escapeHtml(subject),
    preview: escapeHtml(preview),
    mark: escapeHtml(productName),
    body: body.join('\n'),
    footnote: footnote === undefined ? '' : `<p class="soft foot">${escapeHtml(footnote)}</p>`,
  })
}

function textOf({ heading, paragraphs, action, footnote }: EmailContent, productName: string): string {
  const parts = [productName, heading, ...paragraphs].map(wrap)
  // Mail programs make a link of a URL on a line of its own.
  if (action !== undefined) parts.push(`${action.label}:\n${action.url}`)
  if (footnote !== undefined) parts.push(`-- \n${wrap(footnote)}`)
  return `${parts.join('\n\n')}\n`
}

/** Renders an email as HTML and as plain text with the same content. */
export const renderEmail = (content: EmailContent, productName: string): { html: string; text: string } => ({
  html: htmlOf(content, productName),
  text: textOf(content, productName),
})
