import type { Database } from '../../src/server/db/database.ts'
import type { SourceBlock } from '../../src/shared/document.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { addSummaries } from '../../tests/browser/many-summaries.ts'
import { rowOf } from '../../tests/browser/summary-row.ts'
import { keepSource, sampleSource } from '../../tests/support/kept-source.ts'
import { pageSamples } from '../../tests/support/pages/index.ts'
import { medianOf, shareOf } from '../load/times.ts'
import { openBrowser } from './browser.ts'
import { register } from './reader.ts'

const WORDS = 220_000
const RUNS = 5
const SCROLL_MS = 4000
/** About a screen in a quarter of a second. */
const PIXELS_PER_MS = 4

const { story } = pageSamples
const sentence =
  'Counters stood at six doors from the first week, and nobody left before the evening bell had rung twice.'

/** A book whose cited passages are at its end. */
function bookOf(words: number): SourceBlock[] {
  const end = sampleSource(story, sentence)
  const text = `${sentence} `.repeat(5).trim()
  const count = Math.ceil(words / countWords(text))
  const paragraphs = Array.from(
    { length: count },
    (_, at): SourceBlock => ({
      id: `f${at}`,
      type: 'paragraph',
      text: `${at + 1}. ${text}`,
      location: { kind: 'chapter', chapter: 1 + Math.floor(at / 100), title: `Chapter ${1 + Math.floor(at / 100)}` },
    }),
  )
  return [...paragraphs, ...end]
}

/** Scrolls up from the passage; resolves to the intervals between frames, in milliseconds. */
const scrollUp = `(async () => {
  let scroller = document.querySelector('[data-index]')
  while (scroller.scrollHeight <= scroller.clientHeight + 1 || getComputedStyle(scroller).overflowY === 'visible') scroller = scroller.parentElement
  const gaps = []
  let last = await new Promise(requestAnimationFrame)
  for (const end = last + ${SCROLL_MS}; last < end; ) {
    const now = await new Promise(requestAnimationFrame)
    scroller.scrollTop -= (now - last) * ${PIXELS_PER_MS}
    gaps.push(now - last)
    last = now
  }
  return gaps
})()`

const figures = (values: readonly number[]): Record<string, number> => ({
  median: Math.round(medianOf(values)),
  p95: Math.round(shareOf(values, 0.95)),
  most: Math.round(Math.max(...values)),
})

/** Measures how fast a citation opens its passage at the end of a book, and the frames while it is scrolled. */
export async function measureBook(origin: string, database: Database): Promise<void> {
  const { userId, cookies } = await register(origin, database, 'reader-of-a-book@example.com')
  const [id = ''] = await addSummaries({ database }, userId, 1, () => rowOf(story))
  await keepSource(database.db, id, bookOf(WORDS))
  const { context, close } = await openBrowser()
  const opened: number[] = []
  const gaps: number[] = []
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    for (let run = 0; run < RUNS; run += 1) {
      await page.goto(`${origin}/summaries/${id}`, { waitUntil: 'networkidle' })
      const chip = page
        .getByRole('dialog')
        .getByRole('button', { name: /^ch. 4/ })
        .first()
      await chip.waitFor()
      await page.evaluate(`performance.mark('click')`)
      await chip.click()
      await page.locator('[data-index] mark').first().waitFor()
      opened.push(await page.evaluate(`performance.now() - performance.getEntriesByName('click').at(-1).startTime`))
      gaps.push(...(await page.evaluate<number[]>(scrollUp)))
    }
  } finally {
    await close()
  }
  console.log(`A book of ${WORDS} words beside its summary`)
  console.table({
    'from the click to the passage, ms': figures(opened),
    'between frames while scrolling, ms': figures(gaps),
  })
}
