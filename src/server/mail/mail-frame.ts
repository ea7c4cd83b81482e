/** Parts of a mail as HTML. */
export interface MailParts {
  title: string
  preview: string
  mark: string
  body: string
  footnote: string
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

/**
 * How each part looks. Written into the elements as well as above them: some programs drop the style element, and then
 * the light page is what remains.
 */
const rules: Record<string, string> = {
  page: `margin:0;padding:0;background:${light.paper};`,
  sheet: 'max-width:600px;margin:0 auto;padding:40px 24px 48px;box-sizing:border-box;',
  mark: `margin:0;font:500 22px/1.2 ${SERIF};color:${light.ink};`,
  rule: `width:36px;height:3px;margin:6px 0 36px;background:${light.accent};font-size:0;line-height:0;`,
  head: `margin:0 0 20px;font:500 28px/1.25 ${SERIF};color:${light.ink};`,
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

/** Fills the line that lists show after the preview, so that they do not go on with the text of the mail. */
const padding = '&#847;&zwnj;&nbsp;'.repeat(60)

/**
 * Puts the parts of a mail, all of them HTML already, into a page: 600 pixels wide at most, as dark as its reader's
 * programs are, without a picture. One table stands in it, for the Windows program that knows no greatest width.
 */
export function frameMail({ title, preview, mark, body, footnote }: MailParts): string {
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
