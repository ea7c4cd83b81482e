import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { silent, slowPieces, stallsAfter, takes } from '../../../tests/standins/models/behaviors.ts'
import { always } from '../../../tests/standins/models/script.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { callOf, providers, startTestModels, value } from '../../../tests/support/test-models.ts'
import { TryFailure } from './failures.ts'
import { startLimits } from './time-limits.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

const times = { limitMs: 60_000, onlyToFirstWord: false, stallMs: 60_000 }

describe('the limits of a try', () => {
  it('clean up timers and listeners', () => {
    const { signal } = new AbortController()
    const before = timers()
    const limits = startLimits(times, signal)
    limits.progress()
    limits.progress()
    expect(timers()).toBe(before + 2)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    limits.end()
    expect(timers()).toBe(before)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    expect(limits.signal.aborted).toBe(true)
  })

  it('count silence from the last progress', async () => {
    const limits = startLimits({ ...times, stallMs: 400 }, new AbortController().signal)
    await wait(500)
    for (let at = 0; at < 5; at += 1) {
      limits.progress()
      await wait(100)
    }
    expect(limits.signal.aborted).toBe(false)
    await expect(limits.over).rejects.toMatchObject({ kind: 'stalled' })
    expect(limits.signal.reason).toBeInstanceOf(TryFailure)
    limits.end()
  })

  it('end with the first word if only that is limited', async () => {
    const limits = startLimits({ ...times, limitMs: 50, onlyToFirstWord: true }, new AbortController().signal)
    limits.progress()
    await wait(100)
    expect(limits.signal.aborted).toBe(false)
    limits.end()
    const silent = startLimits({ ...times, limitMs: 50, onlyToFirstWord: true }, new AbortController().signal)
    await expect(silent.over).rejects.toMatchObject({ kind: 'timed_out' })
    silent.end()
  })

  it('end immediately if the call was already canceled', async () => {
    const reason = new Error('too late')
    const limits = startLimits(times, AbortSignal.abort(reason))
    await expect(limits.over).rejects.toBe(reason)
    expect(limits.signal.reason).toBe(reason)
    limits.end()
  })
})

describe('calls that share a signal', () => {
  const models = forEachTest(startTestModels)

  it('end when it fires and close their connections within a second', async () => {
    const controller = new AbortController()
    const reason = new Error('the summary was deleted')
    models.server.play((request) => (request.number % 2 === 0 ? silent : [slowPieces(20, 8), stallsAfter(3)]))
    const session = models.create(providers).begin()
    const each = providers.map((name) => models.create([name]).begin())
    const calls = [session, ...each, ...each].map((one) => one.call(callOf({ signal: controller.signal })))
    const settled = Promise.allSettled(calls)
    await models.server.arrived(calls.length)
    await wait(100)
    const before = performance.now()
    controller.abort(reason)
    for (const result of await settled) expect(result).toEqual({ status: 'rejected', reason })
    expect(await Promise.all(models.server.requests.map(({ over }) => over))).toEqual(calls.map(() => 'left'))
    expect(performance.now() - before).toBeLessThan(1000)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('leave no listener after success', async () => {
    models.server.play(always(takes(20)))
    const { signal } = new AbortController()
    const session = models.create([providers[0] ?? '']).begin()
    const results = await Promise.all(Array.from({ length: 20 }, () => session.call(callOf({ signal }))))
    expect(results.every((result) => result.value.summary === value.summary)).toBe(true)
    expect(session.usage()).toMatchObject([{ calls: 20 }])
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
