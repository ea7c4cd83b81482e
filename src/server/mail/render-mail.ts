import { escapeHtml } from '../../shared/escape-html.ts'
import { frameMail } from './mail-frame.ts'

/** What a mail says. All of it is text: nothing in it is read as markup. */
export interface MailContent {
  /** Of the product, as its mark. */
  productName: string
  subject: string
  /** What lists of mail show after the subject. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  /** The one thing to do: an address of the product's own. */
  action?: { label: string; url: string }
  footnote?: string
}

/** Characters a line of the text version may have (RFC 5322, section 2.1.1, asks for at most 78). */
const LINE = 72

/** Breaks a text into lines at its spaces. */
function wrap(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > LINE) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

function htmlOf({ productName, subject, preview, heading, paragraphs, action, footnote }: MailContent): string {
  const body = [
    `<h1 class="ink head">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p class="ink">${escapeHtml(paragraph)}</p>`),
  ]
  if (action !== undefined) {
    const url = escapeHtml(action.url)
    body.push(
      `<p class="act"><a class="button" href="${url}">${escapeHtml(action.label)}</a></p>`,
      `<p class="soft">If the button does not work, open this address:<br><a class="link" href="${url}">${url}</a></p>`,
    )
  }
  return frameMail({
    title: escapeHtml(subject),
    preview: escapeHtml(preview),
    mark: escapeHtml(productName),
    body: body.join('\n'),
    footnote: footnote === undefined ? '' : `<p class="soft foot">${escapeHtml(footnote)}</p>`,
  })
}

function textOf({ productName, heading, paragraphs, action, footnote }: MailContent): string {
  const parts = [productName, heading, ...paragraphs].map(wrap)
  // The address stands alone, unbroken: programs that show text make a link of it.
  if (action !== undefined) parts.push(`${action.label}:\n${action.url}`)
  if (footnote !== undefined) parts.push(`-- \n${wrap(footnote)}`)
  return `${parts.join('\n\n')}\n`
}

/** Sets a mail as a page and as plain text. Both say the same. */
export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: htmlOf(content), text: textOf(content) }
}
