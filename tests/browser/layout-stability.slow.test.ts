import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, viewports } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { settled } from './account-steps.ts'
import { hold } from './auth-steps.ts'
import { register } from './steps.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

/** Delays responses by more than a frame, as on a slow phone. */
const SLOW_MS = 400

interface Slow {
  json?: object
  delayMs?: number
}

async function answerSlowly(
  page: Page,
  paths: readonly string[],
  { json, delayMs = SLOW_MS }: Slow = {},
): Promise<void> {
  for (const path of paths) {
    await page.route(`**${path}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
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
    await answerSlowly(page, ['/api/auth/options'], { json: { google: false, mail: true } })
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

  for (const last of ['plans', 'stats']) {
    browserTest(`the dashboard is stable when the ${last} come last`, async ({ newPage }) => {
      const { page } = await newPage({ viewport })
      await subscribe(page, world.product)
      await answerSlowly(page, ['/api/plans', '/api/stats'])
      const release = await hold(page, `/api/${last}`)
      const others = page.waitForResponse(/\/api\/(?:plans|stats)$/u)
      await page.goto(`${world.product.origin}/dashboard`)
      const card = page.getByText('Loading your plan')
      await card.waitFor({ state: 'attached' })
      await others
      await page.waitForTimeout(200)
      release()
      await page.getByText('0 of 3 summaries used. Resets').waitFor()
      expect(await card.count()).toBe(0)
      expect(await shiftOf(page)).toBeLessThan(0.001)
    })
  }

  browserTest('the page of a summary is stable while questions are asked', async ({ newPage }) => {
    const { page } = await newPage({ viewport })
    await register(page, world.product.origin)
    const made = await page.request.post(`${world.product.origin}/api/summaries`, { data: { content: tidePools } })
    const { id } = await made.json()
    // Longer than browsers count a shift as the effect of an input.
    await answerSlowly(page, ['/questions*', '/suggested-questions'], { delayMs: 700 })
    await page.goto(`${world.product.origin}/summaries/${id}`)
    const ask = page.getByRole('region', { name: 'Ask this source' })
    for (const question of ['Where do tide pools form?', 'Who counted the animals?', 'What lives there?']) {
      await ask.getByRole('textbox').fill(question)
      await ask.getByRole('textbox').press('Enter')
      await ask
        .getByRole('article')
        .filter({ hasText: question })
        .getByText(/^(?:These|No) passage/u)
        .first()
        .waitFor()
    }
    expect(await shiftOf(page)).toBeLessThan(0.02)
    // Nothing is below the questions that they would move.
    const offer = await page.getByText(/^Upgrade to Elite/u).boundingBox()
    expect(offer?.y).toBeLessThan((await ask.boundingBox())?.y ?? 0)
  })
})
