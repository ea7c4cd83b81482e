import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { test } from 'vitest'
import { chromiumFlags, findChromium } from './chromium.ts'

/** Starts a Chromium. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: chromiumFlags, env: { ...process.env, ...env } })
}

/** What went wrong in a page without anybody asking. */
export interface PageProblems {
  /** Accepts console and page errors that match: for tests that provoke one. */
  allow: (pattern: RegExp) => void
  /** The errors nobody has allowed, in order. */
  unexpected: () => string[]
}

/** Listens to a page's console and uncaught errors from now on. */
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

/** Shows a page in a theme, and waits until the colors have stopped changing. */
export async function switchTheme(page: Page, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The change of the setting reaches the page's script in a task of its own; a theme that was chosen stays as it is.
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
  /** The whole page, and not only what the window shows of it. */
  isWhole?: boolean
}

/** Takes a page as it stands: dist/screenshots/NAME-light-1440.png and so on. */
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
 * Takes a page as it stands in both themes on a desktop and a phone. Leaves it as wide and as light as it was. Nobody
 * looks at the pictures of most runs, so they are taken where SCREENSHOTS=1 asks for them.
 *
 * @returns the files; none where no pictures are asked for
 */
export async function takeScreenshots(page: Page, name: string, isWhole = false): Promise<string[]> {
  if (process.env.SCREENSHOTS !== '1') return []
  const before = page.viewportSize()
  const files: string[] = []
  for (const viewport of Object.values(viewports)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of themes) {
      await switchTheme(page, colorScheme)
      files.push(await takePicture(page, name, { colorScheme, viewport, isWhole }))
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before !== null) await page.setViewportSize(before)
  return files
}

/** An address of the product that a page is answered by the test once its requests are stopped. */
const PROBE = '/robots.txt?stopped'

/**
 * Has `page.route` return only when requests are stopped. Chromium is a moment late with that: the next request may pass
 * unseen, the first time and whenever requests were let through in between. So a page's requests go on being stopped
 * once one was, and what nobody waits for passes.
 */
function waitForRoutes(page: Page): void {
  const route = page.route.bind(page)
  const isStopped = async (): Promise<boolean> =>
    page.evaluate<boolean>(`fetch('${PROBE}').then((answer) => answer.status === 299, () => false)`)
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await route(`**${PROBE}`, (request) => request.fulfill({ status: 299 }))
    // A page that is yet to come is stopped from its beginning.
    if (!page.url().startsWith('http')) return
    for (let tries = 0; tries < 200 && !(await isStopped()); tries += 1) await page.waitForTimeout(10)
  }
  page.route = async (...options) => {
    stopping ??= stop()
    await stopping
    return route(...options)
  }
}

/** Decides about cookies before a page's own scripts run, unless it was decided already. */
const decideOnCookies = `
try {
  if (localStorage.getItem('cookie-consent') === null)
    localStorage.setItem('cookie-consent', '{"essential":true,"functional":true}')
} catch {}`

export interface NewPageOptions extends BrowserContextOptions {
  /** Nobody has decided about cookies in this browser: the banner stands on its first page. */
  isFirstVisit?: boolean
}

/**
 * vitest's `test` with a browser: `page` is a fresh one in which all cookies were accepted, and the test fails on any
 * error in it that was not allowed through `problems`. `newPage` opens further pages, of other people or on other
 * screens, watched as well.
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
