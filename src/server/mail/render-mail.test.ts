import { expect, it } from 'vitest'
import { type MailContent, renderMail } from './render-mail.ts'

const mail: MailContent = {
  productName: 'Precis',
  subject: 'Confirm your address',
  preview: 'One click and it is yours.',
  heading: 'Confirm your email address',
  paragraphs: [
    'This address was used to make an account. Please confirm that it is yours, so that we can reach you when it matters.',
    'Nothing else depends on it.',
  ],
  action: { label: 'Confirm address', url: 'https://precis.example/verify-email?token=a-b_c&x=1' },
  footnote: 'If this was not you, leave this mail alone.',
}

it('says the same as a page and as text, with the address on a line of its own', () => {
  const { html, text } = renderMail(mail)
  expect(text.split('\n')).toContain('https://precis.example/verify-email?token=a-b_c&x=1')
  for (const part of [mail.heading, 'Confirm address', mail.footnote!, 'Nothing else depends on it.']) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
  expect(html.match(/href="[^"]*"/g)).toEqual(
    Array.from({ length: 2 }, () => 'href="https://precis.example/verify-email?token=a-b_c&amp;x=1"'),
  )
})

it('fetches nothing: no picture, no style sheet, no font, no script', () => {
  const { html } = renderMail(mail)
  expect(html).not.toMatch(/<(?:img|link|script|iframe|object)\b|url\(|@import|src=/i)
})

it('keeps lines of text within 72 characters, the address apart', () => {
  const { text } = renderMail({ ...mail, paragraphs: [mail.paragraphs[0]!, `${'long '.repeat(60)}end.`] })
  const lines = text.split('\n').filter((line) => !line.startsWith('https:'))
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72)
  expect(text.replaceAll('\n', ' ')).toContain(`${'long '.repeat(60)}end.`)
})

it('reads nothing as markup, whatever stands in it', () => {
  const hostile = `"><a href="https://evil.example" class="button">&amp;'</a><!--`
  const { html } = renderMail({
    productName: hostile,
    subject: hostile,
    preview: hostile,
    heading: hostile,
    paragraphs: [hostile],
    action: { label: hostile, url: 'https://precis.example/' },
    footnote: hostile,
  })
  expect(html.match(/<a /g)).toHaveLength(2)
  expect(html).not.toContain('href="https://evil.example"')
  expect(html.match(/&quot;&gt;&lt;a href=&quot;https:\/\/evil\.example&quot;/g)).toHaveLength(7)
  expect(html).toContain('&amp;amp;&#39;&lt;/a&gt;&lt;!--')
})

it('does without an action and a footnote', () => {
  const { action, footnote, ...short } = mail
  const { html, text } = renderMail(short)
  expect(html).not.toContain('<a ')
  for (const left of [action!.label, action!.url, footnote!]) {
    expect(html).not.toContain(left)
    expect(text).not.toContain(left)
  }
  expect(text.endsWith('\n\nNothing else depends on it.\n')).toBe(true)
})
