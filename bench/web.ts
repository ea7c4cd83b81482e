import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { type BrowserContext, chromium } from 'playwright-core'
import { openPglite } from '../src/server/db/open-pglite.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { startProduct } from '../src/server/product.ts'
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts'
import { weighPage } from '../tests/support/weights.ts'
import { audit, devices, fetchLighthouse } from './web/lighthouse.ts'
import { type BrowserCookie, registerReader } from './web/reader.ts'

const reports = path.join(import.meta.dirname, '..', 'dist', 'lighthouse')

/** Pages by name, and whether somebody is signed in there. */
const pages = [
  { name: 'landing', path: '/', isSignedIn: false },
  { name: 'pricing', path: '/subscribe', isSignedIn: false },
  { name: 'login', path: '/login', isSignedIn: false },
  { name: 'dashboard', path: '/dashboard', isSignedIn: true },
  { name: 'summaries', path: '/summaries', isSignedIn: true },
] as const

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

interface OpenBrowser {
  context: BrowserContext
  port: number
  close: () => Promise<void>
}

/** A browser whose tabs all share what it keeps, and that Lighthouse can steer as well. */
async function openBrowser(): Promise<OpenBrowser> {
  const { executablePath, env } = await findChromium()
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-bench-browser-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  })
  const close = async (): Promise<void> => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { context, port, close }
}

type Visit = (page: (typeof pages)[number], browser: OpenBrowser) => Promise<void>

/** Visits pages one after another, each with a browser of its own that has never seen the product. */
async function visitEach(wanted: readonly string[], cookies: readonly BrowserCookie[], visit: Visit): Promise<void> {
  for (const page of pages) {
    if (wanted.length > 0 && !wanted.includes(page.name)) continue
    const browser = await openBrowser()
    try {
      if (page.isSignedIn) await browser.context.addCookies([...cookies])
      await visit(page, browser)
    } finally {
      await browser.close()
    }
  }
}

/**
 * What the pages of the web app weigh on the way to a browser, in kB, and what Lighthouse says of them on a phone and on
 * a desktop. The web app must have been built.
 *
 * @param args names of pages, for those alone; `--weights` leaves Lighthouse out
 */
export async function main(args: string[]): Promise<void> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bench-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', APP_URL: origin })
  const database = await openPglite(dataDir, (error) => {
    throw error
  })
  const product = await startProduct(config, pino({ level: 'silent' }), { database })
  await product.app.listen({ host: 'localhost', port })
  try {
    const cookies = await registerReader(origin, database)
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
    if (args.includes('--weights')) return
    await fetchLighthouse()
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
  } finally {
    await product.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
