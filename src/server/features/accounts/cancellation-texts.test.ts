import { describe, expect, it } from 'vitest'
import { content } from '../../../shared/content.ts'
import { renderMail } from '../../mail/render-mail.ts'
import {
  type CancellationForLetter,
  cancellationAnsweredText,
  cancellationRequestedText,
} from './cancellation-texts.ts'
import type { LetterText } from './letter-texts.ts'

const url = 'https://precis.example/manage-subscription'
const request: CancellationForLetter = {
  id: '11111111-2222-4333-8444-555555555555',
  userId: '66666666-7777-4888-8999-aaaaaaaaaaaa',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: 'Ada',
  plan: 'Pro',
  paidUntil: new Date('2027-03-01T10:00:00Z'),
  isGiven: false,
  reason: 'Too dear <b>for me</b>',
  status: 'pending',
  answer: null,
}
const plainOf = (text: LetterText): string => renderMail({ ...text, productName: content.productName }).text

describe('the letters about canceling', () => {
  it('tell the operator who wants it, why, and by which command it is done', () => {
    const text = cancellationRequestedText(request)
    const plain = plainOf(text)
    for (const word of [
      request.email,
      request.userId,
      'Pro, paid until March 1, 2027',
      request.reason,
      '1-2 business days',
    ])
      expect(plain.replaceAll('\n', ' ')).toContain(word)
    expect(plain.split('\n')).toContain(`precis cancellations process ${request.id}`)
    expect(renderMail({ ...text, productName: content.productName }).html).not.toContain('<b>for me')
    expect(text.subject).not.toContain(request.email)
  })

  it('tell the person what became of it', () => {
    const done = cancellationAnsweredText({ ...request, status: 'processed' }, url)
    expect(plainOf(done).replaceAll('\n', ' ')).toContain('You keep the Pro plan until March 1, 2027')
    const ended = cancellationAnsweredText({ ...request, status: 'processed', paidUntil: null }, url)
    expect(plainOf(ended).replaceAll('\n', ' ')).toContain('Nothing more will be charged. It has ended,')
    const given = { ...request, status: 'processed', isGiven: true } as const
    const keep = plainOf(cancellationAnsweredText({ ...given, paidUntil: null }, url)).replaceAll('\n', ' ')
    expect(keep).toContain('You keep the Pro plan that we have given you.')
    expect(keep).not.toContain('ended')
    const kept = plainOf(cancellationAnsweredText({ ...request, status: 'rejected', answer: 'Not yet.' }, url))
    expect(kept).toContain('Not yet.')
    expect(kept).toContain('was not canceled')
    for (const { subject } of [done]) expect(subject.length).toBeLessThanOrEqual(60)
  })
})
