import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgetIdempotencyKey, idempotencyKey } from '../api/create-summary.ts'
import { type CreationAction, idle, reduceCreation } from './creation-state.ts'
import { choiceLabel, failureChoices } from './failure-choices.ts'
import { headlineOf, stepsOf } from './stage-words.ts'

const payload = { url: 'https://example.org/' }
const after = (...actions: CreationAction[]) => actions.reduce(reduceCreation, idle)

describe('reduceCreation', () => {
  it('keeps what was sent with the job it became', () => {
    const state = after({ type: 'sent', payload }, { type: 'accepted', id: 'a' })
    expect(state).toMatchObject({ sending: null, foreground: 'a', jobs: [{ id: 'a', payload }] })
  })

  it('shows a failure of the job on screen, and only of that one', () => {
    const accepted: CreationAction[] = [
      { type: 'sent', payload },
      { type: 'accepted', id: 'a' },
    ]
    const failed: CreationAction = { type: 'failed', id: 'a', code: 'source_empty', message: 'No.' }
    expect(after(...accepted, failed).failed).toEqual({ id: 'a', payload, code: 'source_empty', message: 'No.' })
    expect(after(...accepted, { type: 'backgrounded' }, failed).failed).toBeNull()
    expect(after(...accepted, failed, { type: 'dismissed' }).failed).toBeNull()
  })

  it('tells why a request was refused until the next one', () => {
    const refused = after({ type: 'sent', payload }, { type: 'refused', message: 'No.' })
    expect(refused).toMatchObject({ sending: null, refusal: 'No.', jobs: [] })
    expect(reduceCreation(refused, { type: 'sent', payload }).refusal).toBeNull()
  })

  it('does not bring back what has ended', () => {
    expect(
      after({ type: 'followed', id: 'a' }, { type: 'ended', id: 'a' }, { type: 'followed', id: 'a' }).jobs,
    ).toEqual([])
  })

  it('never holds a job twice, nor one on screen that it does not hold', () => {
    const id = fc.constantFrom('a', 'b')
    const action: fc.Arbitrary<CreationAction> = fc.oneof(
      fc.constant<CreationAction>({ type: 'sent', payload }),
      fc.constant<CreationAction>({ type: 'backgrounded' }),
      fc.constant<CreationAction>({ type: 'dismissed' }),
      id.map((id): CreationAction => ({ type: 'accepted', id })),
      id.map((id): CreationAction => ({ type: 'followed', id })),
      id.map((id): CreationAction => ({ type: 'ended', id })),
      id.map((id): CreationAction => ({ type: 'failed', id, code: 'internal', message: 'No.' })),
    )
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const { jobs, foreground } = after(...actions)
        const ids = jobs.map((job) => job.id)
        expect(new Set(ids).size).toBe(ids.length)
        if (foreground !== null) expect(ids).toContain(foreground)
      }),
    )
  })
})

describe('idempotencyKey', () => {
  it('stays for a repeat without an answer, and changes with the wish', () => {
    const first = idempotencyKey(payload)
    expect(idempotencyKey(payload)).toBe(first)
    expect(idempotencyKey({ content: 'Text' })).not.toBe(first)
    const second = idempotencyKey(payload)
    forgetIdempotencyKey()
    expect(idempotencyKey(payload)).not.toBe(second)
  })
})

describe('what is happening', () => {
  const progress = { stage: 'summarizing', done: 3, total: 9, bytes: 2202009, words: 31204, pages: 86 } as const

  it('is told step by step', () => {
    expect(stepsOf(progress, false).map(({ label, detail, state }) => [label, detail, state])).toEqual([
      ['Fetched', '2.1 MB', 'done'],
      ['Read', '86 pages, 31,204 words', 'done'],
      ['Summarizing', '4 of 9', 'now'],
      ['Check against the source', '', 'next'],
    ])
    expect(stepsOf(null, true).map(({ label }) => label)[0]).toBe('Receive')
    expect(stepsOf({ stage: 'fetching', done: 0, total: 0, bytes: 0 }, false)[0]?.detail).toBe('')
  })

  it('is told in a headline', () => {
    expect(headlineOf(progress)).toBe('Summarizing section 4 of 9')
    expect(headlineOf({ stage: 'summarizing', done: 9, total: 9 })).toBe('Summarizing section 9 of 9')
    expect(headlineOf({ stage: 'summarizing', done: 0, total: 1 })).toBe('Summarizing')
    expect(headlineOf({ stage: 'reading', done: 30, total: 86 })).toBe('Reading page 31 of 86')
    expect(headlineOf(null)).toBe('Starting')
  })
})

describe('what a failure leaves to do', () => {
  const page = { url: 'https://example.org/a' }
  const video = { url: 'https://www.youtube.com/watch?v=abc' }
  const offered = (...[code, sent]: Parameters<typeof failureChoices>) =>
    failureChoices(code, sent).map((choice) => choiceLabel(choice, sent))

  it('is to bring the text where another try would fail the same way', () => {
    expect(offered('source_needs_login', page)).toEqual(['Paste the text', 'Try again', 'Change the address'])
    expect(offered('video_no_captions', video)).toEqual(['Paste the transcript', 'Try again', 'Change the address'])
    expect(offered('source_too_short', { content: 'A' })).toEqual(['Back to the text', 'Try again'])
  })

  it('is another address where the one that was given leads nowhere', () => {
    expect(offered('source_not_found', page)).toEqual(['Change the address', 'Try again', 'Paste the text'])
    expect(offered('url_invalid', video)).toEqual(['Change the address', 'Try again', 'Paste the transcript'])
    expect(offered('source_not_found', { content: 'A' })).toEqual(['Back to the text', 'Try again'])
  })

  it('is to try again where that may help', () => {
    expect(offered('source_timed_out', page)).toEqual(['Try again', 'Paste the text', 'Change the address'])
    expect(offered('video_live', video)).toEqual(['Try again', 'Paste the transcript', 'Change the address'])
    expect(offered('internal', { content: 'A' })).toEqual(['Try again', 'Back to the text'])
  })

  it('is to choose another file, as the one that failed is gone', () => {
    expect(offered('source_encrypted', { fileUrl: 'uploads/1' })).toEqual(['Choose another file'])
    expect(offered('internal', { fileUrl: 'uploads/1' })).toEqual(['Choose another file'])
  })

  it('is nothing where nobody knows what was sent', () => {
    expect(offered('internal', null)).toEqual([])
  })
})
