import { describe, expect, it } from 'vitest'
import { article, documentOf, paragraph } from '../testing/documents.ts'
import { honest, scriptedModels } from './testing/scripted-models.ts'
import { summarizeWith } from './testing/summarize.ts'

describe('a source that fits one call', () => {
  it('is summarized in one call', async () => {
    const models = scriptedModels(honest)
    const { result, events } = await summarizeWith(models, article())
    expect(models.requests.map(({ schemaName }) => schemaName)).toEqual(['source_summary'])
    expect(result.basicSummary).toContain('In year 1001')
    expect(result.keyTakeaways).toHaveLength(6)
    expect(result.keyTakeaways[0]?.places[0]).toMatchObject({ blockId: 'b1', label: '¶ 1' })
    expect(result.advancedSummary).toBeNull()
    expect(result.notableQuotes).toEqual([])
    expect(result.coverage).toEqual({
      words: article().words,
      wordsRead: article().words,
      sections: 1,
      sectionsRead: 1,
    })
    expect(result.engine).toEqual({
      id: 'openai:gpt-test',
      label: 'Language model gpt-test (OpenAI), quotes and places checked against the source',
    })
    expect(result.usage).toHaveLength(1)
    const stages = events.flatMap((event) => (event.type === 'progress' ? [event.progress.stage] : []))
    expect([...new Set(stages)]).toEqual(['summarizing', 'checking'])
  })

  it('is told in one whole sentence where it has hardly more', async () => {
    const note = paragraph(
      1,
      'The ferry to the outer islands stops running at noon on Friday because the pier at Holm is being mended. It starts again on Monday.',
    )
    const { result } = await summarizeWith(scriptedModels(honest), documentOf([note]), { advanced: true })
    expect(result.basicSummary).toMatch(/^The ferry .* being mended\.$/u)
    expect(result.advancedSummary).toBe(result.basicSummary)
  })

  it('gets an advanced summary and quotes when the plan has them', async () => {
    const { result } = await summarizeWith(scriptedModels(honest), article(), { advanced: true })
    expect(result.advancedSummary).not.toBeNull()
    expect(result.notableQuotes).toHaveLength(3)
    expect(result.notableQuotes[0]?.text).toMatch(/^In year 1001/u)
  })

  it('streams the basic summary as it comes', async () => {
    const models = scriptedModels(async (request) => {
      for (const summary of ['In year', 'In year 1001 **and**']) {
        request.onPartial?.({ summary })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return honest(request)
    })
    const { events } = await summarizeWith(models, article())
    const texts = events.flatMap((event) => (event.type === 'partial' ? [event.text] : []))
    expect(texts.slice(0, 2)).toEqual(['In year', 'In year 1001 and'])
    expect(texts[2]).toMatch(/^In year 1001 .+\.$/su)
  })
})

describe('an end before the end', () => {
  it('refuses what is too short', async () => {
    const document = documentOf([paragraph(1, 'Too short.')])
    await expect(summarizeWith(scriptedModels(honest), document)).rejects.toMatchObject({ code: 'source_too_short' })
  })

  it('is cancelled by the signal, and says what it cost', async () => {
    const controller = new AbortController()
    let aborted = false
    const models = scriptedModels(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true
            reject(signal.reason)
          })
          controller.abort()
        }),
    )
    let calls = 0
    const onUsage = (usage: { calls: number }[]): void => {
      calls = usage[0]?.calls ?? 0
    }
    await expect(summarizeWith(models, article(), { signal: controller.signal, onUsage })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect({ aborted, calls }).toEqual({ aborted: true, calls: 1 })
  })
})
