import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  breaksJson,
  endsAfter,
  errorsAfter,
  fails,
  filtered,
  pings,
  refuses,
  reportsUsage,
  resets,
  resetsAfter,
  runsOut,
  says,
  silent,
  slowPieces,
  slowStart,
  stallsAfter,
  thinks,
  wrongShape,
} from '../../../tests/standins/models/behaviors.ts'
import type { Behavior } from '../../../tests/standins/models/plan.ts'
import { always } from '../../../tests/standins/models/script.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import {
  anthropic,
  callOf,
  canaryKey,
  local,
  openai,
  providers,
  startTestModels,
  value,
} from '../../../tests/support/test-models.ts'

const models = forEachTest(startTestModels)

describe.each(providers)('%s', (name) => {
  it('streams its answer', async () => {
    models.server.play([[slowPieces(130, 24), thinks('Hm.'), pings(20)]])
    const partials: unknown[] = []
    const answer = await models.ask([name], {}, { onPartial: (partial) => partials.push(partial) })
    expect(answer).toEqual({ value, model: name })
    expect(partials.length).toBeGreaterThanOrEqual(2)
    expect(z.object({ summary: z.string() }).parse(partials.at(-1)).summary).toContain('One thing.')
    expect(models.server.requests).toHaveLength(1)
    expect(models.server.requests[0]).toMatchObject({ stream: true, outcome: 'answered' })
    expect(models.server.requests[0]?.schema).toMatchObject({
      additionalProperties: false,
      required: ['summary', 'points'],
    })
  })

  it.each<[string, Behavior]>([
    ['a server error', fails('server_error')],
    ['an overloaded server', fails('overloaded')],
    ['a broken connection', resets],
    ['a connection that breaks within the answer', resetsAfter(1)],
    ['an answer that ends in the middle', endsAfter(1)],
    ['an error within the answer', errorsAfter(1)],
  ])('is asked again after %s', async (_, behavior) => {
    models.server.play([behavior])
    await expect(models.ask([name])).resolves.toEqual({ value, model: name })
    expect(models.server.requests).toHaveLength(2)
    expect(models.waits).toHaveLength(1)
  })

  it.each<[string, Behavior]>([
    ['broken JSON', breaksJson],
    ['another shape', wrongShape],
    ['prose', says('Here is a summary of the text.')],
    ['nothing', says('')],
  ])('is asked again at once after %s', async (_, behavior) => {
    models.server.play([behavior])
    await expect(models.ask([name])).resolves.toEqual({ value, model: name })
    expect(models.server.requests).toHaveLength(2)
    expect(models.waits).toEqual([])
  })

  it.each<[string, Behavior]>([
    ['declines', refuses()],
    ['is stopped by a filter', filtered],
  ])('is not asked again when it %s', async (_, behavior) => {
    models.server.play(always(behavior))
    await expect(models.ask([name])).rejects.toMatchObject({ name: 'ModelFailure', kind: 'refused' })
    expect(models.server.requests).toHaveLength(1)
  })

  it.each([
    ['too_long', 'too_long'],
    ['unauthorized', 'unavailable'],
    ['unknown_model', 'unavailable'],
    ['bad_request', 'unavailable'],
  ] as const)('is not asked again after %s', async (failure, kind) => {
    models.server.play(always(fails(failure)))
    await expect(models.ask([name])).rejects.toMatchObject({ kind })
    expect(models.server.requests).toHaveLength(1)
  })

  it('gets twice the tokens once after an answer that was cut off', async () => {
    models.server.play([[runsOut, reportsUsage({ outputTokens: 9192 })]])
    await expect(models.ask([name], { contextTokens: 100_000 })).resolves.toEqual({ value, model: name })
    const [first, second] = models.server.requests.map((request) => request.maxOutputTokens ?? 0)
    expect(second).toBe((first ?? 0) + 1000)
  })

  it('never reveals its key, even if the server repeats it', async () => {
    models.server.play(always(fails('bad_request', { echoesKey: true })))
    const failure: unknown = await models.ask([name]).catch((error: unknown) => error)
    models.server.play(always(fails('server_error', { echoesKey: true })))
    const other: unknown = await models.ask([name]).catch((error: unknown) => error)
    for (const error of [failure, other]) {
      expect(error).toMatchObject({ name: 'ModelFailure', kind: 'unavailable' })
      const { message, stack, cause } = error as Error
      expect(message).toContain('[key]')
      expect(`${message}${stack}${JSON.stringify(error)}`).not.toContain(canaryKey)
      expect(cause).toBeUndefined()
    }
    expect(models.logged).toHaveLength(4)
    expect(models.logged.join('\n')).not.toContain(canaryKey)
  })

  it('stalls: the connection closes, and it is asked again', async () => {
    models.server.play([[stallsAfter(1), pings(10)]])
    const asking = models.ask([name], { stallTimeoutMs: 400 })
    const request = await models.server.arrived(1)
    expect(await request.over).toBe('left')
    await expect(asking).resolves.toEqual({ value, model: name })
  })

  it('never begins: its time ends, the connection closes, and it is not asked again', async () => {
    models.server.play([silent])
    // Long enough for the request to arrive on a busy machine.
    await expect(
      models.ask([name], { callTimeoutMs: 600, firstWordTimeoutMs: 600, stallTimeoutMs: 20 }),
    ).rejects.toMatchObject({
      kind: 'timed_out',
    })
    expect(await models.server.requests[0]?.over).toBe('left')
    expect(models.server.requests).toHaveLength(1)
  })

  it('sends nothing but signs of life: its time ends all the same', async () => {
    models.server.play([[slowStart(Number.POSITIVE_INFINITY), pings(10)]])
    await expect(
      models.ask([name], { callTimeoutMs: 600, firstWordTimeoutMs: 600, stallTimeoutMs: 30 }),
    ).rejects.toMatchObject({
      kind: 'timed_out',
    })
    expect(await models.server.requests[0]?.over).toBe('left')
  })

  it('is reported for every try that began to answer', async () => {
    models.server.play([fails('server_error'), wrongShape, reportsUsage({ inputTokens: 2000, outputTokens: 300 })])
    const session = models.create([name]).begin()
    await session.call(callOf())
    const [usage] = session.usage()
    expect(session.usage()).toHaveLength(1)
    expect(usage).toMatchObject({ model: name, calls: 2 })
    expect(usage?.inputTokens).toBeGreaterThan(2000)
    expect(usage?.outputTokens).toBeGreaterThan(300)
    expect(usage?.costUsd).toBeNull()
  })

  it('is estimated if the provider reports none', async () => {
    models.server.play([endsAfter(1), reportsUsage(null)])
    const session = models.create([name]).begin()
    await session.call(callOf({ prompt: 'word '.repeat(1000) }))
    const [usage] = session.usage()
    expect(usage?.calls).toBe(2)
    expect(usage?.inputTokens).toBeGreaterThan(1000)
    expect(usage?.outputTokens).toBeGreaterThan(10)
  })
})

// Google's errors do not distinguish the quota of a minute from that of a month.
it.each([openai, anthropic, local])('%s is not asked again when its account is empty', async (name) => {
  models.server.play(always(fails('out_of_quota')))
  await expect(models.ask([name])).rejects.toMatchObject({ kind: 'unavailable' })
  expect(models.server.requests).toHaveLength(1)
})
