import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { toBlocks } from '../../src/ingest/document.ts'
import type { ExtractedDocument } from '../../src/shared/document.ts'
import { examples } from '../../src/shared/examples.ts'
import { pagePaths } from '../../src/shared/paths.ts'
import type { Citation } from '../../src/shared/summary/citation.ts'
import { findPattern, rangesOf } from '../../src/shared/summary/find-text.ts'
import { citationsOfPage } from '../../src/shared/summary/partial-page.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { citationOf } from '../../src/summarizer/citations.ts'
import { createExtractiveSummarizer } from '../../src/summarizer/extractive/engine.ts'
import { findQuote } from '../../src/summarizer/verification/find-quote.ts'
import { prepareSource, type SourceText } from '../../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../../src/summarizer/verification/unsupported-claims.ts'
import { loadExampleSource, loadExampleSummary } from '../../src/web/features/summaries/examples/load-example.ts'

const folder = new URL('../../src/web/features/summaries/examples/', import.meta.url)

async function load(name: (typeof examples)[number]['page']) {
  const summary = await loadExampleSummary(name)
  const blocks = toBlocks(await loadExampleSource(name))
  const { title, author, site, language } = summary
  const source = prepareSource({ blocks, title, author, site, language })
  const { page } = summary
  if (page === null) throw new Error('The example has no page.')
  return { summary, page, blocks, source }
}

/** Summary of an example's source by the built-in engine. */
async function writeBuiltIn({ summary, blocks }: Awaited<ReturnType<typeof load>>) {
  const { title, contentType, author, site, language, publishedAt, sourceInfo, coverage } = summary
  const document: ExtractedDocument = {
    kind: contentType,
    title,
    author,
    site,
    language,
    publishedAt,
    url: null,
    thumbnailUrl: null,
    words: coverage?.words ?? 0,
    blocks,
    sourceInfo: sourceInfo ?? { readAs: '' },
  }
  const options = { advanced: true, signal: new AbortController().signal }
  for await (const event of createExtractiveSummarizer().summarize(document, options)) {
    if (event.type !== 'done') continue
    const { engine, coverage: read, page } = event.result
    return { engine, coverage: read, page }
  }
  throw new Error('The engine made no summary.')
}

/** Citations that differ from those that the product makes of the same passages. */
function wrongCitations({ blocks, blockAt }: SourceText, citations: readonly Citation[]): Citation[] {
  return citations.filter((citation) => {
    const block = blocks[blockAt.get(citation.blockId) ?? -1]
    // The source pane finds and marks the passage by its text.
    if (block === undefined || !block.text.includes(citation.excerpt)) return true
    if (rangesOf(block.text, findPattern(citation.excerpt)).length === 0) return true
    return JSON.stringify(citationOf(block, citation.excerpt)) !== JSON.stringify(citation)
  })
}

describe.each(examples)('the example of $kind', ({ page: name, title, gist, origin }) => {
  it('is complete', async () => {
    const { summary, page, blocks } = await load(name)
    expect(summary.title).toBe(title)
    expect(page.gist.text).toBe(gist)
    expect(countWords(page.gist.text)).toBeLessThanOrEqual(30)
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(5)
    expect(page.takeaways.every(({ label }) => label !== '')).toBe(true)
    expect(countWords(summary.summary)).toBeGreaterThan(3 * countWords(summary.basicSummary))
    expect(summary.notableQuotes.length > 0).toBe(page.kind !== 'report')
    const words = blocks.reduce((sum, { text }) => sum + countWords(text), 0)
    expect(summary.coverage).toMatchObject({ words, wordsRead: words })
    const file = `${path.basename(pagePaths[name])}-source.json`
    const text = await readFile(new URL(file, folder), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ origin })
  })

  it('cites passages of its source, every line at least one', async () => {
    const { page, source } = await load(name)
    const lines = [page.gist, ...page.takeaways, ...page.parts.flatMap((part) => part.lines), ...page.quotes]
    expect(lines.filter(({ citations }) => citations.length === 0)).toEqual([])
    expect(wrongCitations(source, citationsOfPage(page))).toEqual([])
  })

  it('quotes word for word', async () => {
    const { page, source } = await load(name)
    for (const { text, citations } of page.quotes) {
      const cited = citations.map(({ blockId }) => blockId)
      const found = findQuote(source, text, cited)
      expect(found?.text).toBe(text)
      expect(found?.blocks.map(({ id }) => id)).toEqual(cited)
    }
  })

  it('has no number, name or claim that its source lacks', async () => {
    const { summary, page, source } = await load(name)
    const cells = page.parts.flatMap(({ lines }) => lines.flatMap((line) => line.cells))
    const texts = [page.gist.text, ...summary.keyTakeaways, summary.basicSummary, ...cells]
    expect(texts.flatMap((text) => findUnsupported(source, text, 'en').map(({ missing }) => [text, missing]))).toEqual(
      [],
    )
  })

  it('is beside what the built-in engine makes of the same source', async () => {
    const example = await load(name)
    const made = await writeBuiltIn(example)
    expect(wrongCitations(example.source, citationsOfPage(made.page))).toEqual([])
    const file = new URL(`${path.basename(pagePaths[name])}-built-in.json`, folder)
    await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(file))
  })
})
