import type { Page } from 'playwright-core'

/** The app itself, and not the few lines that load it. */
const appFiles = /\/assets\/(?!wake-).*\.js$/

/** Keeps the app from coming until it is let through. */
export async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(appFiles, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** For `addInitScript`: keeps every shift of the layout, with what has moved. */
export const watchShifts = `
  window.shifted = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifted.push(value, ...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 120)))
  }).observe({ type: 'layout-shift', buffered: true })`

/** What has moved since the page began to load, where `watchShifts` looks. */
export const shifts = async (page: Page): Promise<unknown> => page.evaluate('shifted')

/** The page as it stands, an element a line. */
export const markup = async (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('#root').innerHTML.replaceAll('><', '>\\n<')")

/** React marks what it has taken over. */
export const isTakenOver = async (page: Page): Promise<boolean> =>
  page.evaluate("Object.keys(document.querySelector('#main')).some((key) => key.startsWith('__reactFiber'))")
