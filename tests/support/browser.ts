import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { test } from 'vitest'
import { chromiumFlags, findChromium } from './chromium.ts'

/** Starts Chromium. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  // A name in a private network (RFC 8375), which browsers don't trust as they do this machine.
  const args = [...chromiumFlags, '--host-resolver-rules=MAP *.home.arpa 127.0.0.1']
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
}

/** Errors of a page. */
export interface PageProblems {
  /** Accepts console and page errors that match, for tests that provoke one. */
  allow: (pattern: RegExp) => void
  /** Errors that no test has allowed, in order. */
  unexpected: () => string[]
}

/** Records console errors and uncaught errors of a page from now on. */
export function watchProblems(page: Page): PageProblems {
  const seen: string[] = []
  const allowed: RegExp[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
  return {
    allow: (pattern) => allowed.push(pattern),
    unexpected: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  }
}

export const viewports = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

export const themes = ['light', 'dark'] as const

const screenshotFolder = path.join(import.meta.dirname, '..', '..', 'dist', 'screenshots')

/**
 * Changes the size of a page's window, and waits for its next frame: Chromium applies media queries only then, so that a
 * measurement in between is that of neither size.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate('new Promise(requestAnimationFrame)')
}

/** Shows a page in a theme, and waits until the colors have stopped changing. */
export async function switchTheme(page: Page, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The page's script receives the change in another task; a theme the user has chosen stays.
  const shown = `(({ theme = '${colorScheme}', themePreference = 'system' }) =>
    theme === '${colorScheme}' || themePreference !== 'system')(document.documentElement.dataset)`
  await page.waitForTimeout(50)
  for (let tries = 0; tries < 120 && !(await page.evaluate<boolean>(shown)); tries += 1) await page.waitForTimeout(25)
  const moving = "document.getAnimations().some((animation) => animation.playState === 'running')"
  for (let tries = 0; tries < 50 && (await page.evaluate<boolean>(moving)); tries += 1) await page.waitForTimeout(20)
}

type Viewport = (typeof viewports)[keyof typeof viewports]

interface PictureOptions {
  colorScheme: (typeof themes)[number]
  viewport: Viewport
  /** The whole page instead of the viewport. */
  isWhole?: boolean
}

/** Takes a screenshot of a page in its current state: dist/screenshots/NAME-light-1440.png and so on. */
export async function takePicture(
  page: Page,
  name: string,
  { colorScheme, viewport, isWhole = false }: PictureOptions,
): Promise<string> {
  const file = path.join(screenshotFolder, `${name}-${colorScheme}-${viewport.width}.png`)
  await mkdir(screenshotFolder, { recursive: true })
  await page.screenshot({ path: file, animations: 'disabled', fullPage: isWhole })
  return file
}

/**
 * Takes screenshots of a page in both themes on a desktop and a phone, then restores its size and theme. Only with
 * SCREENSHOTS=1.
 * @returns the files; none without SCREENSHOTS=1
 */
export async function takeScreenshots(page: Page, name: string, isWhole = false): Promise<string[]> {
  if (process.env.SCREENSHOTS !== '1') return []
  const before = page.viewportSize()
  const files: string[] = []
  for (const viewport of Object.values(viewports)) {
    await resize(page, viewport)
    for (const colorScheme of themes) {
      await switchTheme(page, colorScheme)
      files.push(await takePicture(page, name, { colorScheme, viewport, isWhole }))
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before !== null) await resize(page, before)
  return files
}

/** A path that the test answers itself, to detect that requests are intercepted. */
const PROBE = '/robots.txt?stopped'

/**
 * Makes `page.route` return only once requests are intercepted. Chromium starts interception late: the next request may
 * pass, the first time and whenever interception was off in between. So a page's requests stay intercepted after the
 * first time, and unmatched ones pass.
 */
function waitForRoutes(page: Page): void {
  const route = page.route.bind(page)
  const isStopped = async (): Promise<boolean> =>
    page.evaluate<boolean>(`fetch('${PROBE}').then((answer) => answer.status === 299, () => false)`)
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await route(`**${PROBE}`, (request) => request.fulfill({ status: 299 }))
    // A page that hasn't navigated yet is intercepted from its first request.
    if (!page.url().startsWith('http')) return
    for (let tries = 0; tries < 200 && !(await isStopped()); tries += 1) await page.waitForTimeout(10)
  }
  page.route = async (...options) => {
    stopping ??= stop()
    await stopping
    return route(...options)
  }
}

/** Accepts cookies before a page's own scripts run, unless a decision exists. */
const decideOnCookies = `
try {
  if (localStorage.getItem('cookie-consent') === null)
    localStorage.setItem('cookie-consent', '{"essential":true,"functional":true}')
} catch {}`

export interface NewPageOptions extends BrowserContextOptions {
  /** No decision about cookies in this browser: its first page shows the banner. */
  isFirstVisit?: boolean
}

/**
 * Vitest's `test` with a browser: `page` is a new one in which all cookies were accepted, and the test fails on any
 * error in it that wasn't allowed through `problems`. `newPage` opens more pages, in separate contexts, with the same
 * checks.
 */
export const browserTest = test
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's needs from its first argument's pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('newPage', async ({ browser }, { onCleanup }) => {
    const opened: PageProblems[] = []
    onCleanup(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      const unexpected = opened.flatMap((problems) => problems.unexpected())
      if (unexpected.length > 0) throw new Error(`Unexpected errors in the browser:\n${unexpected.join('\n')}`)
    })
    return async ({ isFirstVisit = false, ...options }: NewPageOptions = {}) => {
      const context = await browser.newContext({
        viewport: viewports.desktop,
        locale: 'en-US',
        reducedMotion: 'reduce',
        // Routes don't intercept its answers.
        serviceWorkers: 'block',
        ...options,
      })
      if (!isFirstVisit) await context.addInitScript(decideOnCookies)
      const page = await context.newPage()
      waitForRoutes(page)
      const problems = watchProblems(page)
      opened.push(problems)
      return { context, page, problems }
    }
  })
  .extend('visit', async ({ newPage }) => newPage())
  .extend('page', ({ visit }) => visit.page)
  .extend('problems', ({ visit }) => visit.problems)
