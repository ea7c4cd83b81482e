import { describe, expect, it } from 'vitest'
import { honest, scriptedModels } from '../../../tests/support/scripted-models.ts'
import { summarizeWith } from '../../../tests/support/summarize-with.ts'
import { basicText, partialText } from '../../shared/summary/partial-page.ts'
import { article, book, documentOf, paragraph } from '../testing/documents.ts'

describe('a source that fits one call', () => {
  it('is summarized in one call and read again in another', async () => {
    const models = scriptedModels(honest)
    const { result, events } = await summarizeWith(models, article())
    expect(models.requests.map(({ schemaName }) => schemaName)).toEqual(['summary_page', 'second_read'])
    expect(result.page).toMatchObject({
      kind: 'news',
      keyParts: [],
      parts: [],
      notices: [],
      check: 'second_read',
    })
    expect(result.page.gist).toMatchObject({ citations: [{ blockId: 'b1', label: '¶ 1' }] })
    expect(result.page.gist.text).toContain('In year 1001')
    expect(basicText(result.page)).toContain('In year 100')
    expect(result.page.takeaways).toHaveLength(5)
    expect(result.page.takeaways[0]?.citations[0]).toMatchObject({ blockId: 'b2', label: '¶ 2' })
    expect(result.page.takeaways.filter(({ label }) => label !== '')).toHaveLength(5)
    expect(result.page.quotes).toEqual([])
    expect(result.coverage).toEqual({
      words: article().words,
      wordsRead: article().words,
      sections: 1,
      sectionsRead: 1,
    })
    expect(result.engine).toEqual({
      id: 'openai:gpt-test',
      label: 'Language model gpt-test (OpenAI), quotes and citations checked against the source',
    })
    expect(result.usage).toHaveLength(1)
    const stages = events.flatMap((event) => (event.type === 'progress' ? [event.progress.stage] : []))
    expect([...new Set(stages)]).toEqual(['summarizing', 'checking'])
  })

  it('gets only a first screen if it is short', async () => {
    const note = paragraph(
      1,
      'The ferry to the outer islands stops running at noon on Friday because the pier at Holm is being mended. It starts again on Monday.',
    )
    const { result } = await summarizeWith(scriptedModels(honest), documentOf([note]), { advanced: true })
    expect(result.page.gist.text).toMatch(/^The ferry .* being mended\.$/u)
    expect(basicText(result.page)).toBe(result.page.gist.text)
    expect(result.page).toMatchObject({ parts: [], notices: ['short_source', 'no_quotes'] })
  })

  it('gets an advanced summary and quotes if the plan includes them', async () => {
    const { result } = await summarizeWith(scriptedModels(honest), article(20), { advanced: true })
    expect(result.page.parts.length).toBeGreaterThan(1)
    expect(result.page.quotes).toHaveLength(3)
    expect(result.page.quotes[0]?.text).toMatch(/^In year 1001/u)
    expect(result.page.quotes.map(({ speaker }) => speaker)).toEqual([null, null, null])
  })

  it('streams gist, takeaways and summary', async () => {
    const models = scriptedModels(async (request) => {
      const partials = [
        { kind: 'report', gist: { text: 'In year' } },
        {
          gist: { text: 'In year 1001 **and**' },
          takeaways: [{ label: 'The mill', text: 'It grew well' }, { label: 'The' }],
        },
        {
          gist: { text: 'It rained.' },
          takeaways: [{ label: '', text: 'It grew well.' }],
          summary: [{ text: 'Long' }],
        },
      ]
      for (const partial of partials) {
        request.onPartial?.(partial)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return honest(request)
    })
    const { events } = await summarizeWith(models, article())
    const texts = events.flatMap((event) => (event.type === 'partial' ? [partialText(event.page)] : []))
    expect(texts.slice(0, 3)).toEqual([
      'In year',
      'In year 1001 and\n\n- The mill: It grew well',
      'It rained.\n\n- It grew well.\n\nLong',
    ])
    expect(texts.at(-1)).toMatch(/^In year 1001 .+\n\n- In year: In year 1002 .+\.$/su)
  })
})

describe('a summary that ends early', () => {
  it('is rejected for a source that is too short', async () => {
    const document = documentOf([paragraph(1, 'Too short.')])
    await expect(summarizeWith(scriptedModels(honest), document)).rejects.toMatchObject({ code: 'source_too_short' })
  })

  it('is canceled by the signal and reports its usage', async () => {
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

it('asks for a part for each chapter only of a source that has chapters', async () => {
  const instructionsFor = async (document: ReturnType<typeof article>) => {
    const models = scriptedModels(honest)
    await summarizeWith(models, document, { advanced: true })
    return models.requests.find(({ schemaName }) => schemaName === 'full_summary_page')?.instructions
  }
  expect(await instructionsFor(article(420))).not.toContain('one for each chapter')
  expect(await instructionsFor(book(10, 42))).toContain('one for each chapter')
})
