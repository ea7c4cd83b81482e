import { describe, expect, it } from 'vitest'
import { renderMail } from '../../mail/render-mail.ts'
import { addressTakenText, confirmEmailText, noticeText, passwordResetText } from './letter-texts.ts'
import { notices } from './letters.ts'

const url = 'https://precis.example/x?token=abc'
const hostileName = 'http://evil.example click here'

const all = [
  ['password reset', passwordResetText(hostileName, url)],
  ['confirmation', confirmEmailText('verify', url)],
  ['change', confirmEmailText('change', url)],
  ['address taken', addressTakenText(url)],
  ...notices.map((notice) => [`notice ${notice}`, noticeText(notice, hostileName, url)] as const),
] as const

describe.each(all)('the letter: %s', (_, text) => {
  it('has a short subject, a heading, and what to do if it was somebody else', () => {
    expect(text.subject.length).toBeLessThanOrEqual(60)
    expect(text.heading).not.toBe('')
    const { html, text: plain } = renderMail({ ...text, productName: 'Precis' })
    for (const page of [html, plain]) expect(page).toMatch(/if it was not you/i)
  })

  it('says nothing of a name that looks like an address', () => {
    const { html, text: plain } = renderMail({ ...text, productName: 'Precis' })
    for (const page of [html, plain]) expect(page).not.toMatch(/evil|click here/)
  })
})

it('greets people by their name where they are known to have the address', () => {
  expect(passwordResetText('Ada', url).paragraphs[0]).toBe('Hello Ada,')
  expect(noticeText('password_changed', 'Ada', url).paragraphs[0]).toBe('Hello Ada,')
})

it('leads to a new password where one helps', () => {
  expect(noticeText('password_changed', null, url).action?.url).toBe(url)
  expect(noticeText('email_changed', null, url).action).toBeUndefined()
  expect(noticeText('account_deleted', null, url).action).toBeUndefined()
})
