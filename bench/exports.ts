import { toPdfDocument } from '../src/server/features/exports/pdf/document.ts'
import { createPdfRenderer } from '../src/server/features/exports/pdf/pdf-renderer.ts'
import { summaryToMarkdown } from '../src/server/features/exports/summary-to-markdown.ts'
import type { Summary } from '../src/shared/summary/summary.ts'
import { harborSummary, summarySamples } from '../tests/support/summary-samples.ts'
import { medianOf, shareOf, timeEach } from './load/times.ts'

const ROUNDS = { warmUp: 20, runs: 60 }

/** The same summary with other words, so that nothing of an earlier document can be reused. */
function another(summary: Summary, n: number): Summary {
  const changed = (text: string): string => text.replaceAll(/(?<=\p{L}) /gu, () => ` ${n} `)
  return {
    ...summary,
    title: `${n} ${summary.title}`,
    basicSummary: changed(summary.basicSummary),
    advancedSummary: summary.advancedSummary === null ? null : changed(summary.advancedSummary),
    keyTakeaways: summary.keyTakeaways.map((text) => `${n} ${text}`),
  }
}

/** A summary of a long book: forty parts, about 3,500 words, and as many numbers among them. */
const book: Summary = {
  ...harborSummary,
  advancedSummary: Array.from({ length: 40 }, (_, n) => `## Part ${n + 1}\n\n${harborSummary.basicSummary}`).join(
    '\n\n',
  ),
}

/**
 * Measures PDF export without caching, against Markdown of the same summaries in the same run, and how long the event
 * loop stalls meanwhile.
 */
export async function main(): Promise<void> {
  const renderer = createPdfRenderer()
  const table: Record<string, Record<string, string>> = {}
  let stall = 0
  let last = performance.now()
  const ticks = setInterval(() => {
    stall = Math.max(stall, performance.now() - last)
    last = performance.now()
  }, 5)
  try {
    const { en, ar, ja, 'zh-Hans': zh, hi } = summarySamples
    const cases = {
      'English, 2 pages': en,
      Arabic: ar,
      Chinese: zh,
      Japanese: ja,
      Hindi: hi,
      'English, 40 parts of a book': book,
    }
    const begun = performance.now()
    await renderer.render(toPdfDocument(harborSummary, 'a4'))
    table['the first document, with the start of the compiler'] = {
      'median ms': (performance.now() - begun).toFixed(0),
    }
    for (const [name, summary] of Object.entries(cases)) {
      if (summary === undefined) continue
      const markdown = await timeEach(ROUNDS, async (n) => summaryToMarkdown(another(summary, n)))
      stall = 0
      last = performance.now()
      const pdf = await timeEach(ROUNDS, async (n) => renderer.render(toPdfDocument(another(summary, n), 'a4')))
      table[name] = {
        'median ms': medianOf(pdf).toFixed(0),
        'p95 ms': shareOf(pdf, 0.95).toFixed(0),
        'x Markdown': (medianOf(pdf) / medianOf(markdown)).toFixed(0),
        'loop stood still, ms': stall.toFixed(0),
      }
    }
    console.table(table)
  } finally {
    clearInterval(ticks)
    await renderer.close()
  }
}
