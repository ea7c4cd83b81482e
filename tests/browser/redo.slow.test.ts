import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { articles } from '../support/article-site.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { fakeResult, fakeSummarizerPipeline } from '../support/fake-summarizer.ts'
import { tidePools } from '../support/texts.ts'
import { expectFocus, expectToFit } from './auth-steps.ts'
import { chooseAction, expectToast, expectToasts, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

const dialogName = 'Redo this summary'

describe('redoing a summary', () => {
  /** Ends the making of a summary; null where that takes half a second. */
  let held: PromiseWithResolvers<void> | null = null
  const pipeline = fakeSummarizerPipeline(async function* (document, options) {
    yield { type: 'progress', progress: { stage: 'summarizing', done: 1, total: 3 } }
    await (held?.promise ?? sleep(500))
    yield { type: 'done', result: fakeResult(document, options) }
  })
  const { product, site } = startWorld({ pipeline })

  const create = async (page: Page, content = tidePools): Promise<string> => {
    const response = await page.request.post(`${product.origin}/api/summaries`, { data: { content } })
    expect(response.status()).toBe(201)
    return (await response.json()).id
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: dialogName })
  const more = (page: Page) => page.getByRole('button', { name: 'More actions' })
  const redo = (page: Page) => page.getByRole('menuitem', { name: 'Redo', exact: true })
  const way = (page: Page, name: RegExp) => dialog(page).getByRole('radio', { name })
  const usedBy = async (page: Page): Promise<number> =>
    (await (await page.request.get(`${product.origin}/api/stats`)).json()).summariesUsed

  browserTest('makes an advanced one in its place after an upgrade, by keyboard', async ({ page }) => {
    const email = await register(page, product.origin)
    const id = await create(page)
    // Long enough for an advanced summary.
    await product.database.db.execute(
      sql`UPDATE summaries SET coverage = jsonb_set(coverage, '{words}', '2000') WHERE id = ${id}`,
    )
    await page.goto(`${product.origin}/summaries/${id}`)
    await chooseAction(page, 'Redo', 'keyboard')
    // Not part of the plan.
    expect(await way(page, /^As an advanced summary/).isDisabled()).toBe(true)
    expect(await dialog(page).getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/subscribe')
    await dialog(page).getByText('Uses 1 of the 2 summaries you have left this month.').waitFor()
    await takeScreenshots(page, 'redo-starter')
    await expectAccessible(page, 'redo without the plan')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await givePlan(page, product.database, email, 'elite')
    const offer = page.getByRole('button', { name: 'Make an advanced summary' })
    await offer.waitFor()
    await takeScreenshots(page, 'redo-offer')
    await offer.press('Enter')
    await dialog(page).getByText('Counts as one summary. Elite has no monthly limit.').waitFor()
    const advanced = way(page, /^As an advanced summary/)
    expect(await advanced.isChecked()).toBe(true)
    const focused = '((element) => element.value || element.outerHTML)(document.activeElement)'
    await expect.poll(async () => page.evaluate(focused)).toBe('advanced')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Make an advanced summary')
    await page.keyboard.press('Enter')
    await expect.poll(async () => page.evaluate(focused)).toBe('advanced')
    expect(await way(page, /^Keep both/).isChecked()).toBe(true)
    expect(await way(page, /^With a fresh copy/).count()).toBe(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    expect(await way(page, /^Replace it/).isChecked()).toBe(true)
    await takeScreenshots(page, 'redo')
    await expectAccessible(page, 'redo')
    await expectToFit(page)
    held = Promise.withResolvers()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.pathname.endsWith(id))
    await page.getByRole('dialog').getByRole('button', { name: 'Continue in background' }).waitFor()
    await takeScreenshots(page, 'redo-progress')
    held.resolve()
    held = null
    await expectToast(page, 'Summary Created')
    await page.waitForURL(`**/summaries/${id}`)
    await page.getByRole('dialog').getByText('All of it.').waitFor()
    expect(await offer.count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    expect(await usedBy(page)).toBe(2)
  })

  browserTest('is offered only where something is possible, for every plan, source and engine', async ({ page }) => {
    const email = await register(page, product.origin)
    const text = await create(page)
    const response = await page.request.post(`${product.origin}/api/summaries`, {
      data: { url: site.articleUrl(articles[0]!) },
    })
    const { id: link } = await response.json()
    await page.route('**/api/summarizer', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), languages: [] } })
    })
    const ways = async () =>
      dialog(page)
        .getByRole('group', { name: 'How to redo it' })
        .getByRole('radio')
        .evaluateAll((radios) =>
          radios.map((radio) => (radio.matches(':disabled') ? '-' : '') + radio.getAttribute('value')),
        )
    const setType = async (type: string) => product.database.db.execute(sql`UPDATE sources SET content_type = ${type}`)
    for (const [plan, type, ofText, ofLink] of [
      ['starter', 'document', ['-advanced', 'focus'], ['-advanced', 'fresh', 'focus']],
      ['pro', 'document', ['-advanced', 'focus'], ['-advanced', 'fresh', 'focus']],
      ['pro', 'epub', ['-advanced', 'focus'], ['-advanced', 'fresh', 'focus']],
      ['elite', 'youtube', ['advanced', 'focus'], ['advanced', 'fresh', 'focus']],
      // The plan that included e-books has ended.
      ['lite', 'epub', [], []],
    ] as const) {
      await setType(type)
      await givePlan(page, product.database, email, plan)
      for (const [id, expected] of [
        [text, ofText],
        [link, ofLink],
      ] as const) {
        await page.goto(`${product.origin}/summaries/${id}`)
        await more(page).click()
        await expect
          .poll(async () => redo(page).count(), { message: `${plan} ${type}` })
          .toBe(expected.length > 0 ? 1 : 0)
        if (expected.length === 0) continue
        await redo(page).click()
        await expect.poll(ways, { message: `${plan} ${type}` }).toEqual(expected)
      }
    }
    await takeScreenshots(page, 'redo-impossible')
    await setType('document')
  })

  browserTest('makes a translation beside it, by touch on a phone', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true })
    await register(page, product.origin)
    const id = await create(page)
    await page.goto(`${product.origin}/summaries/${id}`)
    await more(page).waitFor()
    // The foot has one line of buttons.
    expect((await page.locator('article footer').boundingBox())?.height).toBeLessThan(80)
    await chooseAction(page, 'Redo', 'tap')
    await way(page, /^In another language/).tap()
    await dialog(page).getByRole('combobox', { name: 'Language' }).selectOption('de')
    await takeScreenshots(page, 'redo-language')
    await expectAccessible(page, 'redo in another language')
    await dialog(page).getByRole('button', { name: 'Create summary' }).tap()
    await page
      .getByRole('dialog')
      .getByText(/, in de\.$/)
      .waitFor()
    await expectToast(page, 'Summary Created')
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect.poll(async () => page.getByRole('article').count()).toBe(2)

    // As a source that was too large to keep.
    await product.database.db.execute(
      sql`UPDATE sources SET document = NULL WHERE id = (SELECT source_id FROM summaries WHERE id = ${id})`,
    )
    await page.goto(`${product.origin}/summaries/${id}`)
    await page.getByText('so you can’t ask about it or see it here, or redo this summary.').waitFor()
    await more(page).tap()
    await expect.poll(async () => redo(page).count()).toBe(0)
  })

  browserTest('reads a page again, and leads back to the summary if it is unchanged', async ({ page, problems }) => {
    // The source of the new one is asked for just when its id leads to the earlier one, whose source wasn't kept.
    problems.allow(/404.*\/source/)
    await register(page, product.origin)
    const url = site.articleUrl(articles[0]!)
    const response = await page.request.post(`${product.origin}/api/summaries`, { data: { url } })
    const { id } = await response.json()
    await product.database.db.execute(
      sql`UPDATE sources SET document = NULL WHERE id = (SELECT source_id FROM summaries WHERE id = ${id})`,
    )
    await page.goto(`${product.origin}/dashboard?id=${id}`)
    await chooseAction(page, 'Redo')
    await dialog(page)
      .getByText(/we’ll read it from the web again/)
      .waitFor()
    await way(page, /^With a fresh copy/).click()
    await dialog(page)
      .getByText(/It won’t count if it fails, or if you already have the same one\.$/)
      .waitFor()
    await takeScreenshots(page, 'redo-fresh')
    await dialog(page).getByRole('button', { name: 'Create summary' }).click()
    const opened = page.getByRole('dialog')
    await opened.getByText('The page hasn’t changed since you summarized it today.').waitFor()
    await page.waitForURL(`**/dashboard?id=${id}`)
    expect(await usedBy(page)).toBe(1)
    await opened.getByText('A new one uses 1 of the 2 left this month.').waitFor()
    await takeScreenshots(page, 'redo-unchanged')
    // With the longest label: Upgrade to Export.
    const foot = await page.locator('article footer').getByRole('button').all()
    const tops = await Promise.all(foot.map(async (action) => (await action.boundingBox())?.y ?? 0))
    expect(foot).toHaveLength(4)
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(10)
    await expectAccessible(page, 'a redo that changes nothing')
    await expectToFit(page)
    const ways = dialog(page).getByRole('group', { name: 'How to redo it' }).getByRole('radio')
    await opened.getByRole('button', { name: 'Other options' }).press('Enter')
    await expect
      .poll(async () => ways.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value'))))
      .toEqual(['advanced', 'language', 'focus'])
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Other options')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Summary Created')
    expect(await usedBy(page)).toBe(2)
    await expect.poll(async () => opened.getByText('hasn’t changed').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('id')).not.toBe(id)
  })

  browserTest('leads to the same one in another language, and replaces only that one', async ({ page }) => {
    await register(page, product.origin)
    const id = await create(page)
    const response = await page.request.post(`${product.origin}/api/summaries/${id}/redo`, {
      data: { language: 'de', replace: false },
    })
    const { id: german } = await response.json()
    await page.goto(`${product.origin}/summaries/${id}`)
    await chooseAction(page, 'Redo')
    await dialog(page).getByRole('combobox', { name: 'Language' }).selectOption('de')
    await way(page, /^Replace it/).click()
    await dialog(page).getByRole('button', { name: 'Create summary' }).click()
    await page.waitForURL(`**/summaries/${german}`)
    const opened = page.getByRole('dialog')
    await opened.getByText('You already have this summary, from today.').waitFor()
    await opened.getByText('A new one uses your last summary of this month. It replaces the one you redid.').waitFor()
  })

  browserTest(
    'explains an exhausted quota before, and a failure without losing the summary',
    async ({ page, problems }) => {
      problems.allow(/403/)
      const email = await register(page, product.origin)
      const id = await create(page)
      await page.goto(`${product.origin}/summaries/${id}`)
      await chooseAction(page, 'Redo')
      const submit = dialog(page).getByRole('button', { name: 'Create summary' })
      await way(page, /^Replace it/).click()
      await dialog(page).getByText('Uses 1 of the 2').waitFor()
      // Used up in another tab.
      await product.database.db.execute(sql`UPDATE users SET summaries_used = 3 WHERE email = ${email}`)
      await submit.click()
      await dialog(page)
        .getByRole('alert')
        .getByText(/You have used all 3 summaries/)
        .waitFor()
      await expectToasts(page, 0)
      await page.reload()
      await chooseAction(page, 'Redo')
      await dialog(page)
        .getByText(/^3 of 3 summaries used\. Resets \w+ \d+\./)
        .waitFor()
      expect(await submit.isDisabled()).toBe(true)
      await takeScreenshots(page, 'redo-used-up')
    },
  )
})
