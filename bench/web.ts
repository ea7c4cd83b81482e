import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { openDatabase } from '../src/server/composition/open-database.ts'
import { startProduct } from '../src/server/composition/product.ts'
import { readConfig } from '../src/server/platform/config/config.ts'
import { weighPage } from '../tests/support/page-weight.ts'
import { measureBook } from './web/book.ts'
import { freePort, type OpenBrowser, openBrowser } from './web/browser.ts'
import { audit, devices } from './web/lighthouse.ts'
import { measureList } from './web/list.ts'
import { type BrowserCookie, registerReader } from './web/reader.ts'

const reports = path.join(import.meta.dirname, '..', 'dist', 'lighthouse')

/** Pages by name, and whether they need a signed-in user. */
const pages = [
  { name: 'landing', path: '/', isSignedIn: false },
  { name: 'pricing', path: '/subscribe', isSignedIn: false },
  { name: 'login', path: '/login', isSignedIn: false },
  { name: 'dashboard', path: '/dashboard', isSignedIn: true },
  { name: 'summaries', path: '/summaries', isSignedIn: true },
] as const

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

type Page = (typeof pages)[number]
type Visit = (page: Page, browser: OpenBrowser) => Promise<void>

/** Visits pages one after another, each in a new browser. */
async function visitEach(wanted: readonly Page[], cookies: readonly BrowserCookie[], visit: Visit): Promise<void> {
  for (const page of wanted) {
    const browser = await openBrowser()
    try {
      if (page.isSignedIn) await browser.context.addCookies([...cookies])
      await visit(page, browser)
    } finally {
      await browser.close()
    }
  }
}

async function weigh(origin: string, wanted: readonly Page[], cookies: readonly BrowserCookie[]): Promise<void> {
  const weights: Record<string, object> = {}
  await visitEach(wanted, cookies, async ({ name, path: at }, { context }) => {
    const { script, style, font } = await weighPage(await context.newPage(), origin + at)
    weights[name] = {
      'script kB': kilobytes(script),
      'style kB': kilobytes(style),
      'font kB': kilobytes(font),
      'together kB': kilobytes(script + style + font),
    }
  })
  console.log('Files asked for until a page has come to rest, compressed with gzip')
  console.table(weights)
}

async function judge(origin: string, wanted: readonly Page[], cookies: readonly BrowserCookie[]): Promise<void> {
  await mkdir(reports, { recursive: true })
  const scores: Record<string, object> = {}
  const lacking: string[] = []
  for (const device of devices) {
    await visitEach(wanted, cookies, async ({ name, path: at }, browser) => {
      const file = path.join(reports, `${name}-${device}.json`)
      const report = await audit(origin + at, { port: browser.port, device, file })
      scores[`${name}, ${device}`] = report.scores
      for (const { id, score, says } of report.lacking) lacking.push(`${name}, ${device}: ${id} ${score} (${says})`)
    })
  }
  console.log(`Lighthouse; the whole reports are in ${path.relative(process.cwd(), reports)}`)
  console.table(scores)
  for (const line of lacking) console.log(line)
}

/**
 * Measures the transferred size of pages in kB, their Lighthouse scores on a phone and on a desktop, the cost of
 * a list of 10,000 summaries against one of 100, and a book of 220,000 words beside its summary. The web app must have been built.
 * @param args names of pages, `list` for the long list, `book` for the long book; `--weights` measures sizes only
 */
export async function main(args: string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name)
  const wanted = pages.filter(({ name }) => isWanted(name))
  const isWhole = !args.includes('--weights')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bench-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', APP_URL: origin })
  const log = pino({ level: 'silent' })
  const database = await openDatabase(config, log)
  const product = await startProduct(config, log, { database })
  await product.app.listen({ host: 'localhost', port })
  try {
    if (wanted.length > 0) {
      const cookies = await registerReader(origin, database)
      await weigh(origin, wanted, cookies)
      if (isWhole) await judge(origin, wanted, cookies)
    }
    if (isWhole && isWanted('list')) await measureList(origin, database)
    if (isWhole && isWanted('book')) await measureBook(origin, database)
  } finally {
    await product.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
