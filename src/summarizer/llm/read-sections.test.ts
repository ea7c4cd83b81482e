import { describe, expect, it } from 'vitest'
import { failWith, honest, scriptedModels } from '../../../tests/support/scripted-models.ts'
import { summarizeWith } from '../../../tests/support/summarize-with.ts'
import { book, documentOf } from '../testing/documents.ts'

describe('a source that does not fit', () => {
  it('is read in sections, whose notes become the summary', async () => {
    const document = book(6, 30)
    const models = scriptedModels(honest, 16_000)
    const { result, events } = await summarizeWith(models, document, { advanced: true })
    const kinds = models.requests.map(({ schemaName }) => schemaName)
    const sections = kinds.filter((kind) => kind === 'section_notes').length
    expect(kinds.slice(-2)).toEqual(['full_summary_page', 'second_read'])
    expect(result.coverage).toEqual({
      words: document.words,
      wordsRead: document.words,
      sections,
      sectionsRead: sections,
    })
    const seen = new Set(
      models.requests.flatMap(({ prompt }) => [...prompt.matchAll(/^\[(b\d+)\]/gmu)].map(([, id]) => id)),
    )
    expect(seen.size).toBe(document.blocks.length)
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []))
    expect(progress[0]).toEqual({ stage: 'summarizing', done: 0, total: sections, at: document.blocks[0]?.id })
    expect(progress).toContainEqual({ stage: 'summarizing', done: sections, total: sections })
    expect(result.page.quotes.length).toBeGreaterThan(0)
  })

  it('lists the section that could not be read', async () => {
    const models = scriptedModels((request) => {
      if (request.prompt.includes('year 1010')) failWith('unavailable')
      return honest(request)
    }, 16_000)
    const { result } = await summarizeWith(models, book(4, 45))
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections - 1)
    expect(result.coverage.wordsRead).toBeLessThan(result.coverage.words)
    expect(result.coverage.unread).toEqual(['Chapter 1'])
  })

  it('retries a failed section after the others', async () => {
    let failed = 0
    const models = scriptedModels((request) => {
      if (request.prompt.includes('year 1040') && failed === 0) {
        failed += 1
        failWith('invalid')
      }
      return honest(request)
    }, 16_000)
    const { result } = await summarizeWith(models, book(6, 30))
    expect(result.coverage.unread).toBeUndefined()
    const order = models.requests.map(({ prompt }) => prompt.includes('<source-') && prompt.includes('year 1040'))
    expect(order.filter(Boolean)).toHaveLength(2)
    expect(order.lastIndexOf(true)).toBe(order.length - 3)
  })

  it('fails when less than half could be read', async () => {
    const models = scriptedModels((request) => {
      if (request.schemaName === 'section_notes' && !request.prompt.includes('## Chapter 1\n')) failWith('refused')
      return honest(request)
    }, 16_000)
    await expect(summarizeWith(models, book(6, 30))).rejects.toMatchObject({ code: 'model_refused' })
  })

  it('fails early when no model answers', async () => {
    const models = scriptedModels(() => failWith('unavailable'), 16_000)
    await expect(summarizeWith(models, book(30, 30), { parallelCalls: 2 })).rejects.toMatchObject({
      code: 'model_unavailable',
    })
    expect(models.requests.length).toBeLessThan(8)
  })

  it('halves a section that is too long', async () => {
    const models = scriptedModels((request) => {
      if (request.prompt.length > 9000) failWith('too_long')
      return honest(request)
    }, 16_000)
    const document = book(3, 40)
    const { result } = await summarizeWith(models, document)
    expect(result.coverage.wordsRead).toBe(document.words)
    expect(result.coverage.sections).toBeGreaterThan(3)
  })

  it('takes shorter notes for a model with a small context', async () => {
    const models = scriptedModels(honest, 6000)
    const { result } = await summarizeWith(models, book(30, 20))
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections)
    for (const { prompt, instructions } of models.requests)
      expect((prompt.length + instructions.length) / 4).toBeLessThan(6000)
  })

  it('shortens notes that are too long for the last call', async () => {
    const models = scriptedModels((request) => {
      if (request.prompt.includes('<notes-') && request.prompt.length > 6000) failWith('too_long')
      return honest(request)
    }, 16_000)
    const { result } = await summarizeWith(models, book(12, 45))
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections)
    const { prompt } = models.requests.findLast((request) => request.prompt.includes('<notes-')) ?? { prompt: '' }
    expect(prompt.length).toBeLessThanOrEqual(6000)
  })

  it('accepts a section with nothing to note', async () => {
    const nothing = { summary: '', points: [], quotes: [] }
    const models = scriptedModels(
      (request) => (request.prompt.includes('## Chapter 2\n') ? nothing : honest(request)),
      16_000,
    )
    const { result } = await summarizeWith(models, book(4, 45))
    expect(result.coverage.unread).toBeUndefined()
    expect(models.requests.filter(({ prompt }) => prompt.includes('## Chapter 2\n'))).toHaveLength(1)
  })

  it('skips references, indexes and imprints, which count as read', async () => {
    const document = book(4, 30)
    const location = { kind: 'chapter' as const, chapter: 5, title: 'Index' }
    const heading = { id: 'b900', type: 'heading' as const, level: 2, text: 'Index', headingPath: [], location }
    const index = Array.from({ length: 40 }, (_, at) => ({
      ...heading,
      id: `b${901 + at}`,
      type: 'paragraph' as const,
      text: `harbor, ${at}, ${at + 7}; mill, ${at + 9}`,
      headingPath: ['Index'],
    }))
    const models = scriptedModels(honest, 16_000)
    const { result } = await summarizeWith(models, documentOf([...document.blocks, heading, ...index]))
    expect(models.requests.some(({ prompt }) => prompt.includes('mill, 9'))).toBe(false)
    expect(result.coverage.wordsRead).toBe(result.coverage.words)
  })

  it('resumes from its checkpoints', async () => {
    const kept = new Map<string, unknown>()
    const memory = {
      get: (key: string) => Promise.resolve(kept.get(key)),
      set: (key: string, value: unknown) => {
        kept.set(key, structuredClone(value))
        return Promise.resolve()
      },
    }
    const document = book(6, 30)
    const broken = scriptedModels((request) => {
      if (request.schemaName === 'summary_page') failWith('unavailable')
      return honest(request)
    }, 16_000)
    await expect(summarizeWith(broken, document, { memory })).rejects.toMatchObject({ code: 'model_unavailable' })
    const models = scriptedModels(honest, 16_000)
    const { result } = await summarizeWith(models, document, { memory })
    expect(models.requests.map(({ schemaName }) => schemaName)).toEqual(['summary_page', 'second_read'])
    expect(result.coverage.sectionsRead).toBe(result.coverage.sections)
  })
})
