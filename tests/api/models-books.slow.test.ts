import { describe, expect, it } from 'vitest'
import { type Summary, summaryEventSchema, summarySchema } from '../../src/shared/summary/summary.ts'
import { breaksJson, takes } from '../standins/models/behaviors.ts'
import type { ModelRequest } from '../standins/models/request.ts'
import type { Script } from '../standins/models/script.ts'
import { buildEpub } from '../support/files/build-epub.ts'
import { startModelProduct } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'
import { uploadFile } from '../support/uploads.ts'

const citations = ['harbor', 'meadow', 'ridge', 'mill', 'orchard', 'quarry', 'ferry', 'chapel', 'bridge', 'marsh']
const works = ['counted the birds', 'mended the wall', 'measured the water', 'painted the boats', 'cleared the ditch']
const endings = ['before the rain came', 'while the others slept', 'as they did every year', 'and wrote it all down']

/** A sentence of about twenty words, unique for each number. */
function sentence(at: number): string {
  const pick = (list: readonly string[], step: number): string => list[Math.floor(at / step) % list.length] ?? ''
  return `On day ${at} the people of the ${pick(citations, 1)} ${pick(works, 3)} near the ${pick(citations, 7)}, ${pick(endings, 2)}, ${pick(endings, 11)}.`
}

const chapterName = (chapter: number): string => `Notebook ${chapter}`

/** A book with chapters of similar length. */
function bookOf(chapters: number, sentences: number): Buffer {
  const parts = Array.from({ length: chapters }, (_, at) => {
    const told = Array.from({ length: sentences }, (__, line) => sentence(at * sentences + line))
    const paragraphs = Array.from({ length: Math.ceil(sentences / 10) }, (__, n) => told.slice(n * 10, n * 10 + 10))
    const text = paragraphs.map((paragraph) => `<p>${paragraph.join(' ')}</p>`).join('')
    return { body: `<h1>${chapterName(at + 1)}</h1>${text}` }
  })
  const contents = parts.map((_, at) => ({ title: chapterName(at + 1), href: `ch${at + 1}.xhtml` }))
  return Buffer.from(
    buildEpub({ metadata: '<dc:title>The days</dc:title><dc:language>en</dc:language>', parts, contents }),
  )
}

/** Whether a request is for the section with the chapter. */
const isAbout = ({ turns }: ModelRequest, chapter: number): boolean =>
  turns.some(({ text }) => new RegExp(`^\\[b\\d+\\] ## ${chapterName(chapter)}$`, 'm').test(text))

/** A model that always fails on some chapters. */
const failsOn =
  (...chapters: readonly number[]): Script =>
  (request) =>
    chapters.some((chapter) => isAbout(request, chapter)) ? breaksJson : takes(40)

describe('a book of 220,000 words', () => {
  const product = forSuite(async () =>
    startModelProduct({ models: ['local:qwen3:8b'], env: { AI_CONTEXT_TOKENS: '128000' } }),
  )

  it('is read completely except for the failing chapter, which is named', async () => {
    const { user, models, test } = product
    const fileUrl = await uploadFile(test, user, 'days.epub', bookOf(50, 200))
    models.play(failsOn(17))
    const asked = await user.post('/api/summaries', { fileUrl }, { prefer: 'respond-async' })
    expect(asked.statusCode).toBe(202)
    const { id } = asked.json()
    const { body } = await user.get(`/api/summaries/${id}/events`)
    const summary: Summary = summarySchema.parse((await user.get(`/api/summaries/${id}`)).json())
    expect(summary.status).toBe('ready')
    const { coverage } = summary
    expect(coverage?.words).toBeGreaterThan(220_000)
    expect(coverage).toMatchObject({ sections: 50, sectionsRead: 49, unread: [chapterName(17)] })
    expect((coverage?.words ?? 0) - (coverage?.wordsRead ?? 0)).toBeGreaterThan(4000)
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(5)
    expect(summary.advancedSummary?.split(/\s+/).length).toBeGreaterThan(500)
    const chapters = (summary.page?.takeaways ?? []).flatMap(({ citations }) => citations.map(({ label }) => label))
    expect(new Set(chapters).size).toBeGreaterThan(3)
    expect(models.mostAtOnce()).toBeGreaterThan(1)
    expect(models.mostAtOnce()).toBeLessThanOrEqual(6)
    const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      summaryEventSchema.parse(JSON.parse(data ?? '')),
    )
    const counts = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []))
    expect(counts.some(({ stage, total, done }) => stage === 'summarizing' && total === 50 && done > 0)).toBe(true)
    expect(counts.every(({ done, total }) => done <= total)).toBe(true)
    // Every section once, the failing one three times in each of two rounds, the page from the notes, and its check.
    const sections = models.requests.filter((request) => !isAbout(request, 17))
    expect(models.requests.length - sections.length).toBe(6)
    expect((await product.rowOf(id))?.usage).toMatchObject([{ calls: models.requests.length }])
  })
})

describe('a book whose summary fails', () => {
  const product = forSuite(async () =>
    startModelProduct({ models: ['local:qwen3:8b'], env: { AI_CONTEXT_TOKENS: '8192' } }),
  )

  it('is retried from its finished sections, without its file and without paying twice', async () => {
    const { user, test } = product
    const fileUrl = await uploadFile(test, user, 'days.epub', bookOf(8, 120))
    const before = await product.used()
    const first = await product.ask(failsOn(2, 3, 4, 5, 6, 7), { fileUrl })
    expect([first.response.statusCode, first.response.json().code]).toEqual([503, 'model_unavailable'])
    expect(await product.used()).toBe(before)
    const failed = await product.newest()
    const again = await product.retry(failed.id)
    expect(again.response.statusCode).toBe(201)
    expect(again.response.json()).toMatchObject({ id: failed.id, sourceInfo: { fileName: 'days.epub' } })
    expect(again.response.json().coverage).toMatchObject({ sections: 8, sectionsRead: 8 })
    for (const chapter of [1, 8]) expect(again.requests.some((request) => isAbout(request, chapter))).toBe(false)
    for (const chapter of [2, 7]) expect(again.requests.filter((request) => isAbout(request, chapter))).toHaveLength(1)
    expect(await product.used()).toBe(before + 1)
    const calls = first.requests.length + again.requests.length
    expect((await product.rowOf(failed.id))?.usage).toMatchObject([{ calls }])
  })
})
