import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AskedModels, callOf, local, startAskedModels, value } from '../../../tests/support/asked-models.ts'
import { reportsUsage, runsOut, shortensPrompt, wraps } from '../../standins/models/behaviors.ts'
import { always } from '../../standins/models/script.ts'

let models: AskedModels
beforeEach(async () => {
  models = await startAskedModels()
})
afterEach(() => models.server.stop())

describe('a server of one’s own', () => {
  it('is understood when it thinks aloud or puts a fence around its answer', async () => {
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

  it('is noticed when it reads less than it was sent', async () => {
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

  it('is noticed when its context was full before the answer was', async () => {
    models.server.play(always(runsOut, reportsUsage({ outputTokens: 300 })))
    await expect(models.ask([local])).rejects.toMatchObject({ kind: 'too_long' })
    expect(models.server.requests).toHaveLength(1)
  })

  it('needs no key', async () => {
    await expect(models.ask([local], { localApiKey: null })).resolves.toMatchObject({ value })
  })
})
