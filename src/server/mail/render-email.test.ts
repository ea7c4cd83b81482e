import { expect, it } from 'vitest'
import { type EmailContent, greeting, renderEmail } from './render-email.ts'

const PRODUCT = 'Precis'
const mail: EmailContent = {
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

it('renders the same content as HTML and as text, with the link on its own line', () => {
  const { html, text } = renderEmail(mail, PRODUCT)
  expect(text.split('\n')).toContain('https://precis.example/verify-email?token=a-b_c&x=1')
  for (const part of [mail.heading, 'Confirm address', mail.footnote!, 'Nothing else depends on it.']) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
  expect(html.match(/href="[^"]*"/g)).toEqual(
    Array.from({ length: 2 }, () => 'href="https://precis.example/verify-email?token=a-b_c&amp;x=1"'),
  )
})

it('loads no external resources', () => {
  const { html } = renderEmail(mail, PRODUCT)
  expect(html).not.toMatch(/<(?:img|link|script|iframe|object)\b|url\(|@import|src=/i)
})

it('wraps text at 72 characters, except for links', () => {
  const { text } = renderEmail({ ...mail, paragraphs: [mail.paragraphs[0]!, `${'long '.repeat(60)}end.`] }, PRODUCT)
  const lines = text.split('\n').filter((line) => !line.startsWith('https:'))
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72)
  expect(text.replaceAll('\n', ' ')).toContain(`${'long '.repeat(60)}end.`)
})

it('escapes markup in all fields', () => {
  const hostile = `"><a href="https://evil.example" class="button">&amp;'</a><!--`
  const { html } = renderEmail(
    {
      subject: hostile,
      preview: hostile,
      heading: hostile,
      paragraphs: [hostile],
      action: { label: hostile, url: 'https://precis.example/' },
      footnote: hostile,
    },
    hostile,
  )
  expect(html.match(/<a /g)).toHaveLength(2)
  expect(html).not.toContain('href="https://evil.example"')
  expect(html.match(/&quot;&gt;&lt;a href=&quot;https:\/\/evil\.example&quot;/g)).toHaveLength(7)
  expect(html).toContain('&amp;amp;&#39;&lt;/a&gt;&lt;!--')
})

it('renders an email without an action and a footnote', () => {
  const { action, footnote, ...short } = mail
  const { html, text } = renderEmail(short, PRODUCT)
  expect(html).not.toContain('<a ')
  for (const left of [action!.label, action!.url, footnote!]) {
    expect(html).not.toContain(left)
    expect(text).not.toContain(left)
  }
  expect(text.endsWith('\n\nNothing else depends on it.\n')).toBe(true)
})

it.each(['Ada', 'Anne-Marie', 'D’Arcy', "O'Neil", 'María José', 'Łukasz', 'Nguyễn', '小明', 'محمد', 'प्रिया', ' Ada '])(
  'greets a user by their name: %s',
  (name) => {
    expect(greeting(name)).toBe(`Hello ${name.trim()},`)
  },
)

it.each([
  null,
  '',
  'http://evil.example click',
  'evil.example',
  'www.evil.example',
  'ada@evil.example',
  'Ada\r\nBcc: eve@evil.example',
  '<b>Ada</b>',
  'Call 0800 555',
  'You have won a car today',
  'evil․example',
  'a'.repeat(41),
  'evil\u200b.example',
  '‮ada',
])('omits a name that contains more than letters: %j', (name) => {
  expect(greeting(name)).toBe('Hello,')
})
