import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, viewports } from '../support/browser.ts'
import { holdApp, markup, shifts, watchShifts } from './first-bytes.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { type PlanFields, pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const ADDRESS = 'Link to a video or article'

const DETAILS = '/api/subscription/details'

/** A paid plan of which nothing is asked of the payment provider. */
const lite: PlanFields = { ...pro, subscriptionPlan: 'lite' }

/** Summaries in every state, the newest first: two that are being made, two that failed, others to be read. */
const states = ['queued', 'summarizing', 'failed', 'failed'] as const

/** Without what nobody sees and needs the app: the address of the bookmarklet, and the way of the keyboard into tabs. */
const seen = (html: string): string =>
  html.replaceAll(/ tabindex="-?\d"/g, '').replaceAll(/ href="(?:javascript:[^"]*|\/dashboard)"/g, '')

describe("somebody's own screens", () => {
  const world = startWorld()

  /** Somebody with summaries in every state. */
  const comeBack = async (page: Page, plan: PlanFields, count = 30): Promise<void> => {
    const { userId } = await subscribe(page, world.product, plan)
    await addSummaries(world.product, userId, count, (index) => {
      const status = states[index]
      return status === undefined ? {} : { status, failureCode: status === 'failed' ? 'internal' : null }
    })
  }
  const cookiesOf = async (page: Page): Promise<string> =>
    (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const open = async (page: Page, path: string): Promise<unknown> =>
    page.goto(world.product.origin + path, { waitUntil: 'commit' })

  browserTest('stand in their first bytes, and nothing is asked again', async ({ newPage }) => {
    for (const [plan, path, words] of [
      [{}, '/dashboard', ['Recent Summaries', 'Feature Suggestions', 'used. Resets ']],
      [pro, '/dashboard', ['Recent Summaries', 'Pro Plan', 'so far this month']],
      [{}, '/summaries', ['Search summaries', titleOf(23)]],
      [{}, '/summaries?type=youtube&view=grid', [titleOf(7)]],
      [{}, '/summaries?q=keel', ['<mark']],
      [{}, '/summaries?q=nowhere', ['Nothing found for']],
    ] as const) {
      const { page } = await newPage()
      await comeBack(page, plan)
      const response = await fetch(world.product.origin + path, { headers: { cookie: await cookiesOf(page) } })
      // React marks where texts meet.
      const html = (await response.text()).replaceAll('<!-- -->', '')
      for (const text of words) expect(html).toContain(text)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(world.product.origin + path)
      await page.waitForLoadState('networkidle')
      // What is under way tells by itself how it goes, and Stripe may take its time.
      const calls = asked.filter((at) => at.startsWith('/api/') && !at.endsWith('/events') && at !== DETAILS)
      expect({ path, calls }).toEqual({ path, calls: [] })
    }
  })

  browserTest('become the app, and nobody sees it', async ({ newPage }) => {
    for (const viewport of Object.values(viewports))
      for (const [plan, path] of [
        [{}, '/dashboard'],
        [lite, '/dashboard'],
        [pro, '/summaries'],
        [pro, '/summaries?view=grid'],
      ] as const) {
        const { page } = await newPage({ isFirstVisit: true, viewport, timezoneId: 'UTC' })
        // As many as come at once.
        await comeBack(page, plan, 20)
        await page.addInitScript(watchShifts)
        const release = await holdApp(page)
        await open(page, path)
        await page.getByRole('contentinfo').waitFor()
        const before = seen(await markup(page))
        release()
        await page.locator('#root:not([data-ready])').waitFor()
        await page.waitForLoadState('networkidle')
        await expect.poll(async () => seen(await markup(page))).toBe(before)
        await expect.poll(async () => shifts(page)).toEqual([])
      }
  })

  browserTest('do what was asked of them before the app was there', async ({ page }) => {
    await comeBack(page, pro)
    const release = await holdApp(page)
    await open(page, '/dashboard')
    await page.getByLabel(ADDRESS).fill('https://harbor.example/report')
    await page.getByRole('tab', { name: 'From Text' }).click()
    release()
    await page.getByRole('tab', { name: 'From Text', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'From URL' }).click()
    await expect.poll(async () => page.getByLabel(ADDRESS).inputValue()).toBe('https://harbor.example/report')
  })

  browserTest(
    'choose what was chosen and search what was typed before the app was there',
    async ({ page, newPage }) => {
      await comeBack(page, pro)
      const release = await holdApp(page)
      await open(page, '/summaries')
      await page.getByLabel(`Select ${titleOf(5)}`).click()
      release()
      await page.getByRole('region', { name: 'Selected summaries' }).getByText('1 selected').waitFor()

      // What is chosen is of the list that was searched, so this is another page.
      const { page: second } = await newPage()
      await comeBack(second, pro)
      const releaseSecond = await holdApp(second)
      await open(second, '/summaries')
      await second.getByLabel('Search summaries').fill('harbor')
      releaseSecond()
      await second.waitForURL('**/summaries?q=harbor')
      await second.getByText(titleOf(1)).first().waitFor()
    },
  )

  browserTest('tell days and keys as the browser has them', async ({ newPage }) => {
    const at = new Date()
    // Where it is tomorrow already for half of each day, and where it is still yesterday for the other half.
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const { page } = await newPage({ timezoneId })
      const { userId } = await subscribe(page, world.product)
      await addSummaries(world.product, userId, 1, () => ({ createdAt: at, updatedAt: at }))
      await page.goto(`${world.product.origin}/summaries`)
      await page
        .getByText(/\btoday$/)
        .filter({ visible: true })
        .waitFor()
    }
    const { page } = await newPage({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36' })
    await subscribe(page, world.product)
    await holdApp(page)
    await open(page, '/summaries')
    await page.getByTitle('Search your summaries (⌘K)').waitFor()
  })

  browserTest('can be read without scripts', async ({ newPage }) => {
    const { page } = await newPage({ javaScriptEnabled: false })
    await comeBack(page, pro)
    await open(page, '/dashboard')
    await page.getByRole('link', { name: titleOf(4), exact: true }).waitFor()
    await page.getByRole('link', { name: 'View All' }).click()
    await page.getByRole('link', { name: titleOf(20), exact: true }).waitFor()
  })

  browserTest('are not shown to whoever comes after', async ({ page }) => {
    await comeBack(page, pro)
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('link', { name: titleOf(4), exact: true }).waitFor()
    await page.goto(`${world.product.origin}/privacy-policy`)
    await page.context().clearCookies()
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForURL('**/login**')
    await expect.poll(async () => page.getByRole('link', { name: titleOf(4), exact: true }).count()).toBe(0)
  })
})
