import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, viewports } from '../support/browser.ts'
import { settled } from './account-steps.ts'
import { register } from './steps.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

/** Delays responses by more than a frame, as on a slow phone. */
const SLOW_MS = 400

async function answerSlowly(page: Page, paths: readonly string[], json?: object): Promise<void> {
  for (const path of paths) {
    await page.route(`**${path}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      await (json === undefined ? route.continue() : route.fulfill({ json }))
    })
  }
}

/** Cumulative Layout Shift of the page since it began to load. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 300)
  })`)
}

describe.each(['desktop', 'phone'] as const)('on a %s, while it loads,', (device) => {
  const world = startWorld()
  const viewport = viewports[device]

  browserTest('the sign-in page is stable where Google is not set up', async ({ newPage }) => {
    const { page } = await newPage({ viewport })
    await answerSlowly(page, ['/api/auth/options'], { google: false, mail: true })
    await page.goto(`${world.product.origin}/login`)
    await page.getByText('Google sign-in isn’t set up here.').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.001)
  })

  browserTest('the Account page is stable', async ({ newPage }) => {
    const { page } = await newPage({ viewport })
    await register(page, world.product.origin)
    await page.route('**/api/auth/options', (route) => route.fulfill({ json: { google: true, mail: true } }))
    await answerSlowly(page, ['/api/account', '/api/account/sessions', '/api/account/tokens'])
    await page.goto(`${world.product.origin}/account`)
    await settled(page)
    expect(await shiftOf(page)).toBeLessThan(0.001)
  })

  browserTest('the dashboard is stable', async ({ newPage }) => {
    const { page } = await newPage({ viewport })
    await subscribe(page, world.product)
    await answerSlowly(page, ['/api/plans', '/api/summarizer', '/api/stats', '/api/summaries?*'])
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByText('No summaries yet').waitFor()
    await page.getByText('0 of 3 summaries used. Resets').waitFor()
    await page.getByText('Passages of the source, chosen without a language model.').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.001)
  })
})
