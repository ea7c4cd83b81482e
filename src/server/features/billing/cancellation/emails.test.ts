import { describe, expect, it } from 'vitest'
import { content } from '../../../../shared/content.ts'
import { type EmailContent, renderEmail } from '../../../mail/render-email.ts'
import { cancellationAnsweredTemplate, cancellationRequestedTemplate } from './emails.ts'

const url = 'https://precis.example/manage-subscription'
const request = {
  id: '11111111-2222-4333-8444-555555555555',
  userId: '66666666-7777-4888-8999-aaaaaaaaaaaa',
  email: 'ada@example.com',
  plan: 'Pro',
  paidUntil: new Date('2027-03-01T10:00:00Z'),
  isGiven: false,
  reason: 'Too dear <b>for me</b>',
  answer: null,
}
const textOf = (email: EmailContent): string => renderEmail(email, content.productName).text.replaceAll('\n', ' ')

describe('emails about a cancellation request', () => {
  it('give the operator the user, the reason and the command', () => {
    const email = cancellationRequestedTemplate(request)
    const { html, text } = renderEmail(email, content.productName)
    for (const word of [
      request.email,
      request.userId,
      'Pro, paid until March 1, 2027',
      request.reason,
      '1-2 business days',
    ])
      expect(textOf(email)).toContain(word)
    expect(text.split('\n')).toContain(`precis cancellations process ${request.id}`)
    expect(html).not.toContain('<b>for me')
    expect(email.subject).not.toContain(request.email)
  })

  it('give the user the result', () => {
    const answered = (fields: { paidUntil?: null; isGiven?: boolean; status?: 'rejected'; answer?: string }) =>
      cancellationAnsweredTemplate({ ...request, status: 'processed', ...fields }, 'Ada', url)
    expect(textOf(answered({}))).toContain('You keep the Pro plan until March 1, 2027')
    expect(textOf(answered({ paidUntil: null }))).toContain("You won't be charged again. It has ended,")
    const given = textOf(answered({ isGiven: true, paidUntil: null }))
    expect(given).toContain('You keep the Pro plan that we gave you.')
    expect(given).not.toContain('ended')
    const rejected = textOf(answered({ status: 'rejected', answer: 'Not yet.' }))
    expect(rejected).toContain('Not yet.')
    expect(rejected).toContain('was not canceled')
    expect(answered({}).subject.length).toBeLessThanOrEqual(60)
  })
})
