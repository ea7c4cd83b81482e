import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../src/shared/document.ts'
import { examples } from '../../src/shared/examples.ts'
import { pagePaths } from '../../src/shared/paths.ts'
import type { PlaceRef } from '../../src/shared/summary/citation.ts'
import { findPattern, rangesOf } from '../../src/shared/summary/find-text.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { placeOf } from '../../src/summarizer/citations.ts'
import { findQuote } from '../../src/summarizer/verification/find-quote.ts'
import { prepareSource, type SourceText } from '../../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../../src/summarizer/verification/unsupported-claims.ts'
import { loadExampleSource, loadExampleSummary } from '../../src/web/features/summaries/examples/load-example.ts'

const folder = new URL('../../src/web/features/summaries/examples/', import.meta.url)

async function load(name: (typeof examples)[number]['page']) {
  const summary = await loadExampleSummary(name)
  const blocks: Block[] = []
  for (const block of await loadExampleSource(name)) blocks.push({ ...block, headingPath: [] })
  const { title, author, site, language } = summary
  const source = prepareSource({ blocks, title, author, site, language })
  const { page } = summary
  if (page === null) throw new Error('The example has no page.')
  return { summary, page, blocks, source }
}

/** Citations that differ from those that the product makes of the same passages. */
function wrongCitations({ blocks, blockAt }: SourceText, places: readonly PlaceRef[]): PlaceRef[] {
  return places.filter((place) => {
    const block = blocks[blockAt.get(place.blockId) ?? -1]
    // The source pane finds and marks the passage by its text.
    if (block === undefined || !block.text.includes(place.excerpt)) return true
    if (rangesOf(block.text, findPattern(place.excerpt)).length === 0) return true
    return JSON.stringify(placeOf(block, place.excerpt, null)) !== JSON.stringify(place)
  })
}

describe.each(examples)('the example of $kind', ({ page: name, title, origin }) => {
  it('is complete', async () => {
    const { summary, page, blocks } = await load(name)
    expect(summary.title).toBe(title)
    expect(countWords(page.gist.text)).toBeLessThanOrEqual(30)
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(5)
    expect(page.takeawayLabels.filter((label) => label !== '')).toHaveLength(summary.keyTakeaways.length)
    expect(countWords(summary.summary)).toBeGreaterThan(3 * countWords(summary.basicSummary))
    expect(summary.notableQuotes.length > 0).toBe(page.kind !== 'report')
    const words = blocks.reduce((sum, { text }) => sum + countWords(text), 0)
    expect(summary.coverage).toMatchObject({ words, wordsRead: words })
    const file = `${path.basename(pagePaths[name])}-source.json`
    const text = await readFile(new URL(file, folder), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ origin })
  })

  it('cites passages of its source, every line at least one', async () => {
    const { summary, page, source } = await load(name)
    const lines = page.advancedParts.flatMap((part) => part.lines.map(({ places }) => places))
    const cited = [page.gist.places, ...summary.takeawayPlaces, ...lines, ...summary.quotePlaces]
    expect(cited.filter((places) => places.length === 0)).toEqual([])
    expect(wrongCitations(source, cited.flat())).toEqual([])
  })

  it('quotes word for word', async () => {
    const { summary, source } = await load(name)
    for (const [index, quote] of summary.notableQuotes.entries()) {
      const found = findQuote(source, quote, summary.quotePlaces[index]?.map(({ blockId }) => blockId) ?? [])
      expect(found?.text).toBe(quote)
      expect(found?.blocks.map(({ id }) => id)).toEqual(summary.quotePlaces[index]?.map(({ blockId }) => blockId))
    }
  })

  it('has no number, name or claim that its source lacks', async () => {
    const { summary, page, source } = await load(name)
    const cells = page.advancedParts.flatMap(({ lines }) => lines.flatMap((line) => line.cells))
    const texts = [page.gist.text, ...summary.keyTakeaways, summary.basicSummary, ...cells]
    expect(texts.flatMap((text) => findUnsupported(source, text, 'en').map(({ missing }) => [text, missing]))).toEqual(
      [],
    )
  })
})
