import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { pageSamples } from '../support/pages/index.ts'
import { writtenPages } from '../support/written/index.ts'
import { makeWritten } from '../support/written/make-written.ts'
import { hold, refuse } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { expectRead } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const unavailable = { code: 'unavailable', message: 'The service is restarting.' } as const

// States that other tests check without a screenshot.
describe.runIf(process.env.SCREENSHOTS === '1')('screenshots', () => {
  const world = startWorld()
  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(world.product.origin + path, { waitUntil: 'load' })
    await page.waitForTimeout(800)
  }

  browserTest('public pages, full length', async ({ page, problems }) => {
    problems.allow(/404/)
    for (const [name, path] of [
      ['whole-front-page', '/'],
      ['whole-pricing', '/subscribe'],
      ['whole-login', '/login'],
      ['whole-register', '/register'],
      ['whole-forgot-password', '/forgot-password'],
      ['whole-privacy-policy', '/privacy-policy'],
      ['whole-terms-of-use', '/terms-of-use'],
      ['whole-not-found', '/nowhere'],
    ] as const) {
      await open(page, path)
      await takeScreenshots(page, name, true)
    }
  })

  browserTest('first visit', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true })
    await open(page, '/')
    await takeScreenshots(page, 'first-visit')
  })

  const hasDebate = ({ page }: Summary): boolean => page?.parts.some(({ form }) => form === 'debate') ?? false
  browserTest.for([true, false])(
    'of the page of each kind of source, with a debate: %s',
    async (isDebate, { page }) => {
      const samples = Object.entries(pageSamples).filter(([, summary]) => hasDebate(summary) === isDebate)
      const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
      const rows = samples.map(([, summary]) => rowOf(summary))
      const ids = await addSummaries(world.product, userId, samples.length, (index) => rows[index] ?? {})
      for (const [index, [name]] of samples.entries()) {
        await open(page, `/summaries/${ids[index]}`)
        await expectRead(page)
        await takeScreenshots(page, `page-${name}`)
        if (!isDebate) continue
        await page.getByRole('dialog').locator('dl').first().scrollIntoViewIfNeeded()
        await takeScreenshots(page, `page-${name}-debate`)
      }
    },
  )

  browserTest('of pages of whole sources, as the product verifies them', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const names = Object.keys(writtenPages) as (keyof typeof writtenPages)[]
    const rows = await Promise.all(
      names.map(async (name) => {
        const { document, result } = await makeWritten(writtenPages[name])
        const { title, author, site, publishedAt, sourceInfo: info } = document
        return {
          title: result.page.title ?? title,
          source: { title, author, site, publishedAt, info },
          page: result.page,
          coverage: result.coverage,
        }
      }),
    )
    const ids = await addSummaries(world.product, userId, rows.length, (index) => rows[index] ?? {})
    for (const [index, name] of names.entries()) {
      await open(page, `/summaries/${ids[index]}`)
      await expectRead(page)
      await takeScreenshots(page, `written-${name}`, true)
    }
  })

  browserTest('loading, failed and empty screens', async ({ page, problems }) => {
    problems.allow(/503/)
    const { userId } = await subscribe(page, world.product, pro)
    await open(page, '/summaries')
    await takeScreenshots(page, 'summaries-empty')
    await open(page, '/dashboard')
    await takeScreenshots(page, 'whole-dashboard-empty', true)
    await addSummaries(world.product, userId, 6)
    await open(page, '/dashboard')
    await page.getByRole('link', { name: titleOf(0), exact: true }).waitFor()
    await takeScreenshots(page, 'whole-dashboard', true)
    await open(page, '/summaries?q=nowhere')
    await takeScreenshots(page, 'summaries-nothing-found')

    for (const [name, path, call] of [
      ['dashboard', '/dashboard', '/api/summaries?*'],
      ['dashboard-plans', '/dashboard', '/api/plans'],
      ['dashboard-stats', '/dashboard', '/api/stats'],
      ['summaries', '/summaries', '/api/summaries?*'],
      ['pricing', '/subscribe', '/api/plans'],
      ['manage', '/manage-subscription', '/api/subscription/details'],
      ['account', '/account', '/api/account'],
    ] as const) {
      const release = await hold(page, call)
      await open(page, path)
      await takeScreenshots(page, `${name}-loading`)
      release()
      await page.unroute(`**${call}`)
      await refuse(page, call, 503, unavailable)
      await open(page, path)
      // Lists are retried three times.
      if (call.startsWith('/api/summaries')) await page.getByRole('alert').waitFor()
      await takeScreenshots(page, `${name}-failed`)
      await page.unroute(`**${call}`)
    }
  })
})
