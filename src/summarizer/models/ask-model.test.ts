import { describe, expect, it } from 'vitest'
import { fails, rateLimited, refuses, silent, wrongShape } from '../../../tests/standins/models/behaviors.ts'
import type { Behavior } from '../../../tests/standins/models/plan.ts'
import { always, byModel } from '../../../tests/standins/models/script.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { anthropic, callOf, local, openai, startTestModels, value } from '../../../tests/support/test-models.ts'
import { createModels } from './create-models.ts'

const models = forEachTest(startTestModels)

describe('waits between tries', () => {
  it('grow, with random jitter', async () => {
    models.server.play(always(fails('server_error')))
    await expect(models.ask([openai])).rejects.toMatchObject({ kind: 'unavailable' })
    expect(models.waits).toEqual([250, 500])
    models.waits.length = 0
    models.server.play(always(fails('rate_limited')))
    await expect(models.ask([openai])).rejects.toMatchObject({ kind: 'unavailable' })
    expect(models.waits).toEqual([1000, 2000, 4000, 8000])
  })

  it('follow the server’s retry delay', async () => {
    const date = new Date(models.now().getTime() + 4000).toUTCString()
    models.server.play([
      rateLimited(3),
      rateLimited(date),
      fails('rate_limited', { headers: { 'retry-after-ms': '1500', 'retry-after': '9' } }),
    ])
    await expect(models.ask([anthropic])).resolves.toMatchObject({ value })
    // The date was named before the first wait of 3 s and its spread.
    expect(models.waits).toEqual([3125, 1000, 1625])
  })

  it('are skipped if the retry delay is too long', async () => {
    models.server.play(byModel({ 'gpt-5-mini': always(rateLimited(61)) }))
    await expect(models.ask([openai, local], { callTimeoutMs: 90_000 })).resolves.toMatchObject({ model: local })
    models.server.play(byModel({ 'gpt-5-mini': always(rateLimited(6)) }))
    await expect(models.ask([openai, local], { callTimeoutMs: 5000 })).resolves.toMatchObject({ model: local })
    expect(models.waits).toEqual([])
    expect(models.server.requests).toHaveLength(4)
  })

  it('end when the call is canceled', async () => {
    models.server.play([rateLimited(4)])
    const controller = new AbortController()
    const reason = new Error('the summary was deleted')
    const asked = createModels(models.settings([openai]))
    const asking = asked.begin().call(callOf({ signal: controller.signal }))
    await (await models.server.arrived(1)).over
    setTimeout(() => controller.abort(reason), 20)
    await expect(asking).rejects.toBe(reason)
    await expect(asked.begin().call(callOf({ signal: controller.signal }))).rejects.toBe(reason)
    expect(models.server.requests).toHaveLength(1)
  })
})

describe('a model that keeps failing', () => {
  it('is paused for half a minute in all sessions, then tested once', async () => {
    models.server.play(byModel({ 'gpt-5-mini': always(fails('server_error')) }))
    const asked = models.create([openai, local])
    const count = () => models.server.requests.filter(({ model }) => model === 'gpt-5-mini').length
    await asked.begin().call(callOf())
    await asked.begin().call(callOf())
    expect(count()).toBe(5)
    await asked.begin().call(callOf())
    expect(count()).toBe(5)
    models.advance(30_000)
    await asked.begin().call(callOf())
    expect(count()).toBe(6)
    await asked.begin().call(callOf())
    expect(count()).toBe(6)
    models.advance(30_000)
    models.server.play([])
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ model: openai })
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ model: openai })
  })

  it('is awaited if there is no other', async () => {
    models.server.play(always(fails('server_error')))
    const asked = models.create([openai])
    await expect(asked.begin().call(callOf())).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(asked.begin().call(callOf())).rejects.toMatchObject({ kind: 'unavailable' })
    expect(models.server.requests).toHaveLength(5)
    models.waits.length = 0
    models.server.play([])
    await expect(Promise.all([asked.begin().call(callOf()), asked.begin().call(callOf())])).resolves.toHaveLength(2)
    expect(models.waits[0]).toBe(30_000)
    expect(models.server.requests).toHaveLength(7)
  })

  it('is awaited for a limited time', async () => {
    models.server.play(always(fails('server_error')))
    const asked = models.create([openai])
    for (const _ of [1, 2]) await expect(asked.begin().call(callOf())).rejects.toMatchObject({ kind: 'unavailable' })
    models.waits.length = 0
    await expect(asked.begin().call(callOf())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('openai:gpt-5-mini'),
    })
    expect(models.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000)
  })

  it.each<[string, Behavior]>([
    ['refusals', refuses()],
    ['requests that are too long', fails('too_long')],
    ['requests it does not understand', fails('bad_request')],
    ['answers in another shape', wrongShape],
    ['being asked to slow down', rateLimited(100)],
  ])('does not mean %s', async (_, behavior) => {
    models.server.play(always(behavior))
    const asked = models.create([openai])
    for (let at = 0; at < 6; at += 1) await expect(asked.begin().call(callOf())).rejects.toThrow('No language model')
    models.server.play([])
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    expect(models.waits).toEqual([])
  })

  it('does not count canceled calls', async () => {
    models.server.play(always(silent))
    const asked = models.create([openai])
    for (let number = 1; number <= 6; number += 1) {
      const controller = new AbortController()
      const asking = asked.begin().call(callOf({ signal: controller.signal }))
      await models.server.arrived(number)
      controller.abort(new Error('left'))
      await expect(asking).rejects.toThrow('left')
    }
    models.server.play([])
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    expect(models.waits).toEqual([])
  })
})
