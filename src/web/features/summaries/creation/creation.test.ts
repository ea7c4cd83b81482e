import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgetIdempotencyKey, idempotencyKey } from './creation-provider.tsx'
import { type JobAction, reduceJobs } from './creation-state.ts'
import { headlineOf, stageWords, stepsOf } from './stage-words.ts'

const payload = { url: 'https://example.org/' }
const after = (...actions: JobAction[]) => actions.reduce(reduceJobs, [])

const begun = (id: string): JobAction => ({ type: 'begun', id })
const followed = (id: string): JobAction => ({ type: 'followed', id })
const ended = (id: string): JobAction => ({ type: 'ended', id })

describe('reduceJobs', () => {
  it('knows which summaries this tab has requested', () => {
    const redo = { of: 'a', body: { replace: true } }
    expect(after(begun('a'), followed('a'), followed('b'), { type: 'begun', id: 'c', redo })).toMatchObject([
      { id: 'a', isOwn: true, redo: null },
      { id: 'b', isOwn: false, redo: null },
      { id: 'c', isOwn: false, redo },
    ])
  })

  it('notifies of an end once, even when an outdated list shows it in progress, and of each retry', () => {
    const again = after(followed('a'), ended('a'), followed('a'))
    expect(again).toMatchObject([{ id: 'a', isTold: true, hasEnded: false }])
    expect(reduceJobs(again, begun('a'))).toMatchObject([{ id: 'a', isTold: false, hasEnded: false }])
  })

  it('never contains a job twice, nor one in progress that has just ended', () => {
    const id = fc.constantFrom('a', 'b')
    const action: fc.Arbitrary<JobAction> = fc.oneof(id.map(begun), id.map(followed), id.map(ended))
    fc.assert(
      fc.property(fc.array(action, { minLength: 1 }), (actions) => {
        const jobs = after(...actions)
        const ids = jobs.map((job) => job.id)
        expect(new Set(ids).size).toBe(ids.length)
        const last = actions.at(-1)
        expect(jobs.find((job) => job.id === last?.id)?.hasEnded).toBe(last?.type === 'ended')
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

  it('has one step per stage', () => {
    expect(stepsOf(progress, false).map(({ label, detail, state }) => [label, detail, state])).toEqual([
      ['Fetched', '2.1 MB', 'done'],
      ['Source read', '86 pages, 31,204 words', 'done'],
      ['Summarizing', '4 of 9', 'now'],
      ['Checking', 'not started', 'next'],
    ])
    expect(stepsOf(null, true).map(({ label }) => label)[0]).toBe('Receiving')
    expect(stepsOf({ stage: 'fetching', done: 0, total: 0, bytes: 0 }, false)[0]?.detail).toBe('')
  })

  it('shows the facts known about the source so far', () => {
    const reading = { stage: 'reading', done: 0, total: 1, words: 900 } as const
    const detailOf = (...[now]: Parameters<typeof stepsOf>) =>
      stepsOf(now, false).find(({ state }) => state === 'now')?.detail
    expect(detailOf({ stage: 'fetching', done: 0, total: 1, bytes: 2048 }, false)).toBe('2 KB')
    expect(detailOf(reading, false)).toBe('900 words')
    expect(detailOf({ ...reading, done: 4, total: 9 }, false)).toBe('5 of 9')
    expect(detailOf({ stage: 'checking', done: 2, total: 5 }, false)).toBe('3 of 5')
  })

  it('counts the minutes of a recording', () => {
    const listening = { stage: 'listening', done: 12, total: 47 } as const
    expect(headlineOf(listening)).toBe('Listening to minute 13 of 47')
    expect(headlineOf({ ...listening, done: 47 })).toBe('Listening to minute 47 of 47')
    expect(headlineOf({ ...listening, done: 0, total: 1 })).toBe('Listening')
    expect(headlineOf({ ...listening, done: 3, total: 0 })).toBe('Listening')
    expect(stepsOf(listening, true).map(({ label, detail }) => [label, detail])).toEqual([
      ['Received', ''],
      ['Listening', '13 of 47'],
      ['Summarizing', 'not started'],
      ['Checking', 'not started'],
    ])
  })

  it('is announced to screen readers by its stage alone', () => {
    expect(stageWords('summarizing')).toBe('Summarizing')
    expect(stageWords('reading')).toBe('Reading the source')
    expect(stageWords(undefined)).toBe('Starting')
  })

  it('has a headline', () => {
    expect(headlineOf(progress)).toBe('Reading section 4 of 9')
    expect(headlineOf({ stage: 'summarizing', done: 8, total: 9 })).toBe('Reading section 9 of 9')
    expect(headlineOf({ stage: 'summarizing', done: 9, total: 9 })).toBe('Writing the summary')
    expect(headlineOf({ stage: 'summarizing', done: 0, total: 1 })).toBe('Summarizing')
    expect(headlineOf({ stage: 'reading', done: 30, total: 86 })).toBe('Reading page 31 of 86')
    expect(headlineOf({ stage: 'checking', done: 2, total: 5 })).toBe('Checking')
    expect(headlineOf({ stage: 'checking', done: 0, total: 1 })).toBe('Checking')
    expect(headlineOf(null)).toBe('Starting')
  })
})
