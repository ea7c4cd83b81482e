import { describe, expect, it } from 'vitest'
import { article } from '../testing/documents.ts'
import { failWith, honest, scriptedModels } from './testing/scripted-models.ts'
import { summarizeWith } from './testing/summarize.ts'

describe('shape', () => {
  it('asks once more for the language that was wanted', async () => {
    const german = 'Der Hafen wurde nach der Flut wieder aufgebaut und die Menschen waren sehr froh darüber. '
      .repeat(6)
      .trim()
    const models = scriptedModels((request) => {
      const usual = honest(request) as object
      if (request.indexOfKind === 0) return usual
      return { summary: german, takeaways: [{ text: 'Der Hafen wurde wieder aufgebaut.', blocks: ['b1'] }] }
    })
    const { result } = await summarizeWith(models, article(), { language: 'de' })
    expect(models.requests[0]?.instructions).toContain('German (de)')
    expect(models.requests[1]?.instructions).toContain('wrong language')
    expect(result.basicSummary).toMatch(/^Der Hafen/u)
    expect(result.language).toBe('de')
  })

  it('fails in a language that the model does not write', async () => {
    await expect(summarizeWith(scriptedModels(honest), article(), { language: 'ja' })).rejects.toMatchObject({
      code: 'language_unavailable',
    })
  })

  it('cuts what is too long at the end of a sentence', async () => {
    const models = scriptedModels((request) => {
      const usual = honest(request) as { takeaways: unknown[] }
      return {
        ...usual,
        summary: article(10)
          .blocks.map(({ text }) => text)
          .join(' '),
      }
    })
    const { result } = await summarizeWith(models, article(), { maxWords: 60 })
    expect(models.requests).toHaveLength(2)
    expect(result.basicSummary.split(/\s+/u).length).toBeLessThanOrEqual(60)
    expect(result.basicSummary).toMatch(/\.$/u)
  })

  it('ends with a full sentence', async () => {
    const models = scriptedModels((request) => {
      const usual = honest(request) as { summary: string }
      return { ...usual, summary: `${usual.summary} In year 1001 and` }
    })
    const { result } = await summarizeWith(models, article())
    expect(models.requests).toHaveLength(2)
    expect(result.basicSummary).toMatch(/\.$/u)
  })

  it('asks for less when an answer was cut off', async () => {
    const models = scriptedModels((request) => (request.index === 0 ? failWith('cut') : honest(request)))
    const { result } = await summarizeWith(models, article())
    expect(result.basicSummary).not.toBe('')
  })

  it('reads in sections what turned out too long', async () => {
    const models = scriptedModels((request) =>
      request.schemaName === 'source_summary' && request.prompt.includes('<source-')
        ? failWith('too_long')
        : honest(request),
    )
    const { result } = await summarizeWith(models, article(120))
    expect(result.coverage.sections).toBeGreaterThan(1)
  })
})

describe('an answer that says nothing', () => {
  it.each([
    ['no summary', { summary: '' }],
    ['two words', { summary: 'Buy gold' }],
    ['no takeaways', { takeaways: [] }],
    ['takeaways of a letter', { takeaways: [{ text: 'x', blocks: ['b1'] }] }],
  ])('is asked for once more, then the summary fails: %s', async (_, over) => {
    const models = scriptedModels((request) => ({ ...(honest(request) as object), ...over }))
    await expect(summarizeWith(models, article())).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('no answer that could be used'),
    })
    expect(models.requests).toHaveLength(2)
  })
})
