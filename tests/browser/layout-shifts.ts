import type { Page } from 'playwright-core'

/** For `addInitScript`: records every layout shift with the elements that moved. */
export const watchShifts = `
  window.shifted = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifted.push(value, ...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 120)))
  }).observe({ type: 'layout-shift', buffered: true })`

/** Layout shifts since the page began to load; needs `watchShifts`. */
export const shifts = async (page: Page): Promise<unknown[]> => page.evaluate('shifted')
