import type { Page } from 'playwright-core'
import type { Database } from '../../src/server/db/database.ts'
import { formatCount } from '../../src/shared/text/format.ts'
import { medianOf, shareOf } from '../load/times.ts'
import { addSummaries, wordAt } from '../search/load.ts'
import { openBrowser } from './browser.ts'
import { type Scroll, type Search, scrolling, searching } from './list-in-page.ts'
import { register } from './reader.ts'

const LONG = 10_000
const SHORT = 100
/** About 170 rows a second: faster than a user. */
const PIXELS_PER_MS = 20
/** Browsers report only longer tasks (https://www.w3.org/TR/longtasks-1/). */
const LONG_TASK_MS = 50
/** Words by rank: the first is in 43 of a hundred summaries, the last in two, and each is in the newest hundred. */
const typed = [46, 257, 415, 700, 1233].map(wordAt)

interface Measured {
  /** From top to bottom, with pages loading on the way. */
  first: Scroll
  /** Once all is loaded. */
  again: Scroll
  searches: Search[]
}

async function scroll(page: Page, rows: number, forMs: number): Promise<Scroll> {
  return page.evaluate(`scrollThrough(${JSON.stringify({ rows, forMs, pixelsPerMs: PIXELS_PER_MS })})`)
}

/** Types words letter by letter, each once the results of the previous one are shown. */
async function search(page: Page): Promise<Search[]> {
  const searches: Search[] = []
  const field = page.getByRole('searchbox')
  for (const word of typed) {
    for (let length = 1; length <= word.length; length += 1) {
      await field.press(word.charAt(length - 1))
      searches.push(await page.evaluate(`whenFound(${JSON.stringify(word.slice(0, length))})`))
    }
    await field.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('q'))
  }
  return searches
}

/**
 * Scrolls and searches a user's list of a given size.
 * @param forMs how long to scroll once all is loaded: there and back in a short list
 */
async function measure(origin: string, database: Database, count: number, forMs: number): Promise<Measured> {
  const { userId, cookies } = await register(origin, database, `reader-of-${count}@example.com`)
  await addSummaries(database.db, userId, count)
  const { context, close } = await openBrowser()
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.addInitScript(`${scrolling}${searching}`)
    const open = async (): Promise<void> => {
      await page.goto(`${origin}/summaries`, { waitUntil: 'networkidle' })
      await page.locator('[data-summary]').first().waitFor()
    }
    await open()
    const first = await scroll(page, count, 0)
    await page.evaluate('scrollTo(0, 0)')
    await page.locator('[aria-posinset="1"]').waitFor()
    const again = await scroll(page, count, forMs)
    await open()
    return { first, again, searches: await search(page) }
  } finally {
    await close()
  }
}

type Figures = Record<string, number>

const scrollFigures = ({ ms, gaps, longestTask, elements, rows }: Scroll): Figures => ({
  'median ms': medianOf(gaps),
  'p95 ms': shareOf(gaps, 0.95),
  'longest ms': Math.max(...gaps),
  'longest task ms': longestTask,
  'most elements': elements,
  'rows reached': rows,
  s: ms / 1000,
})

const searchFigures = (searches: readonly Search[]): Figures => {
  const asked = searches.map(({ askedMs }) => askedMs)
  const shown = searches.map(({ shownMs }) => shownMs)
  return { 'p50 ms': medianOf(shown), 'p95 ms': shareOf(shown, 0.95), 'of which until asked, p50 ms': medianOf(asked) }
}

const written = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))

function print(title: string, long: Figures, short: Figures): void {
  const row = (write: (name: string) => string) =>
    Object.fromEntries(Object.keys(long).map((name) => [name, write(name)]))
  console.log(title)
  console.table({
    [`${formatCount(LONG)} summaries`]: row((name) => written(long[name]!)),
    [`${formatCount(SHORT)} summaries`]: row((name) => written(short[name]!)),
    ratio: row((name) => (long[name] === 0 || short[name] === 0 ? '' : (long[name]! / short[name]!).toFixed(2))),
  })
}

/**
 * Measures a list of 10,000 summaries in a browser against one of 100: frame times of a scroll, and search times from a
 * key press to the results.
 */
export async function measureList(origin: string, database: Database): Promise<void> {
  const long = await measure(origin, database, LONG, 0)
  const short = await measure(origin, database, SHORT, long.again.ms)
  const speed = `${PIXELS_PER_MS * 1000} px a second`
  print(
    `Gaps between frames as the list is scrolled down and its pages come, at most ${speed}`,
    scrollFigures(long.first),
    scrollFigures(short.first),
  )
  print(`The same, all loaded, at ${speed}`, scrollFigures(long.again), scrollFigures(short.again))
  print(
    `From a key to the rows it found, over ${long.searches.length} letters of ${typed.length} words`,
    searchFigures(long.searches),
    searchFigures(short.searches),
  )
  console.log(`A longest task of 0: none took ${LONG_TASK_MS} ms, and browsers tell of no others.`)
}
