import { describe, expect, it } from 'vitest'
import { accountNotices } from '../../../mail/email-queue.ts'
import { renderEmail } from '../../../mail/render-email.ts'
import { confirmEmailTemplate, emailTakenTemplate, noticeTemplate, passwordResetTemplate } from './email-templates.ts'

const url = 'https://precis.example/x?token=abc'
const hostileName = 'http://evil.example click here'

const all = [
  ['password reset', passwordResetTemplate(hostileName, url)],
  ['confirmation', confirmEmailTemplate('verify', url)],
  ['change', confirmEmailTemplate('change', url)],
  ['address taken', emailTakenTemplate(url)],
  ...accountNotices.map((notice) => [`notice ${notice}`, noticeTemplate(notice, hostileName, url)] as const),
] as const

describe.each(all)('email template: %s', (_, text) => {
  it('has a short subject, a heading, and advice for a recipient who did not cause it', () => {
    expect(text.subject.length).toBeLessThanOrEqual(60)
    expect(text.heading).not.toBe('')
    const { html, text: plain } = renderEmail(text, 'Precis')
    for (const page of [html, plain]) expect(page).toMatch(/if this wasn’t you/i)
  })

  it('omits a name that looks like a URL', () => {
    const { html, text: plain } = renderEmail(text, 'Precis')
    for (const page of [html, plain]) expect(page).not.toMatch(/evil|click here/)
  })
})

it('links to the password reset only in notices where it helps', () => {
  expect(noticeTemplate('password_changed', null, url).action?.url).toBe(url)
  expect(noticeTemplate('email_changed', null, url).action).toBeUndefined()
  expect(noticeTemplate('account_deleted', null, url).action).toBeUndefined()
})
