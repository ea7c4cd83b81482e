import { describe, expect, it } from 'vitest'
import { reportsUsage, runsOut, shortensPrompt, wraps } from '../../../tests/standins/models/behaviors.ts'
import { always } from '../../../tests/standins/models/script.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { callOf, local, openai, startTestModels, value } from '../../../tests/support/test-models.ts'
import type { Fetch } from './provider-model.ts'

const models = forEachTest(startTestModels)

describe('a self-hosted server', () => {
  it('may think aloud or put a code fence around its answer', async () => {
    const wrappings: [string, string][] = [
      ['<think>What is {this}?</think>\n', ''],
      ['What is this?\n</think>\n\n', ''],
      ['Here it is:\n```json\n', '\n```\nAnything else?'],
      ['<think>\n</think>```\n', '\n```'],
      ['Sure! ', ' I hope that helps.'],
    ]
    for (const [before, after] of wrappings) {
      models.server.play([wraps(before, after)])
      await expect(models.ask([local])).resolves.toMatchObject({ value })
    }
    expect(models.server.requests).toHaveLength(wrappings.length)
  })

  it('is noticed when it truncates the request', async () => {
    const prompt = 'Every word of this counts. '.repeat(600)
    models.server.play([shortensPrompt(1500, () => value)])
    const session = models.create([local]).begin()
    await expect(session.call(callOf({ prompt }))).rejects.toMatchObject({ kind: 'too_long' })
    expect(session.usage()).toMatchObject([{ calls: 1 }])
    // A round number is its context, though the text might just be that short.
    const long = 'characteristically '.repeat(1500)
    for (const inputTokens of [4096, 2050]) {
      models.server.play([reportsUsage({ inputTokens })])
      await expect(models.ask([local], {}, { prompt: long })).rejects.toMatchObject({ kind: 'too_long' })
    }
    models.server.play([reportsUsage({ inputTokens: 4100 })])
    await expect(models.ask([local], {}, { prompt: long })).resolves.toMatchObject({ value })
  })

  it('is noticed when its context is full before the end of the answer', async () => {
    models.server.play(always(runsOut, reportsUsage({ outputTokens: 300 })))
    await expect(models.ask([local])).rejects.toMatchObject({ kind: 'too_long' })
    expect(models.server.requests).toHaveLength(1)
  })

  it('needs no key', async () => {
    await expect(models.ask([local], { localApiKey: null })).resolves.toMatchObject({ value })
  })
})

describe('a try', () => {
  it('rethrows a listener’s error without a retry', async () => {
    const bug = new Error('a bug')
    const onPartial = (): void => {
      throw bug
    }
    await expect(models.ask([openai, local], {}, { onPartial })).rejects.toBe(bug)
    expect(models.server.requests).toHaveLength(1)
    expect(models.logged).toEqual([])
  })

  it('accepts a complete answer of a stream that breaks', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: JSON.stringify(value) } }] }
    for (const end of ['', 'data: {"error": {"message": "The server is overloaded."}}\n\n']) {
      const fetch: Fetch = async () =>
        new Response(`data: ${JSON.stringify(chunk)}\n\n${end}`, { headers: { 'content-type': 'text/event-stream' } })
      const session = models.create([local], {}, { fetch }).begin()
      await expect(session.call(callOf())).resolves.toMatchObject({ value })
      expect(session.usage()).toMatchObject([{ calls: 1 }])
    }
    expect(models.logged).toEqual([])
  })

  it('is repeated without tokens for thinking if request and answer are too long together', async () => {
    const limits: unknown[] = []
    const fetch: Fetch = async (input, init) => {
      const limit: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '').max_tokens
      limits.push(limit)
      if (limit === 1000) return await globalThis.fetch(input, init)
      const message = `max_tokens is too large: ${String(limit)}. This model's maximum context length is 4096 tokens.`
      return Response.json({ error: { message } }, { status: 400 })
    }
    const asked = models.create([local], {}, { fetch })
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    await expect(asked.begin().call(callOf())).resolves.toMatchObject({ value })
    expect(limits).toEqual([5096, 1000, 5096, 1000])
  })

  it('keeps the source out of error messages', async () => {
    const prompt = 'The patient was treated for a rare condition in a clinic in Geneva.'
    const fetch: Fetch = async () =>
      Response.json({ error: { message: `I cannot parse "${prompt}" at all` } }, { status: 400 })
    const asked = models.create([local], {}, { fetch })
    const failure: unknown = await asked
      .begin()
      .call(callOf({ prompt }))
      .catch((error: unknown) => error)
    expect((failure as Error).message).toContain('I cannot parse "…" at all')
    expect(`${(failure as Error).stack}${models.logged.join()}`).not.toContain('patient')
  })

  it('keeps invalid responses out of error messages', async () => {
    const fetch: Fetch = async () =>
      new Response('data: {"choices": "a secret of the source"}\n\n', {
        headers: { 'content-type': 'text/event-stream' },
      })
    await expect(models.create([local], {}, { fetch }).begin().call(callOf())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.not.stringContaining('secret'),
    })
    expect(models.logged.join()).not.toContain('secret')
  })
})
