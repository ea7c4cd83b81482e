import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { expectFocus, expectToFit, refuse } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { expectToast } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const LIST = '/api/summaries?*'

/** axe reads outdated colors from rows that the browser doesn't render off-screen. */
const renderAll = '* { content-visibility: visible !important }'

describe('a long list', () => {
  const world = startWorld()
  const openList = async (page: Page, count: number): Promise<string[]> => {
    const { userId } = await subscribe(page, world.product)
    const ids = await addSummaries(world.product, userId, count)
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('link', { name: titleOf(0), exact: true }).waitFor()
    return ids
  }
  const link = (page: Page, index: number) => page.locator('h2 a', { hasText: titleOf(index) })
  /** Scrolls until a summary appears. */
  const scrollTo = async (page: Page, index: number): Promise<void> => {
    for (let tries = 0; tries < 200 && (await link(page, index).count()) === 0; tries += 1) {
      await page.mouse.wheel(0, 2500)
      await page.waitForTimeout(40)
    }
    await link(page, index).scrollIntoViewIfNeeded()
  }
  /** Distance between a row and the window's top, in pixels. */
  const topOf = async (page: Page, index: number): Promise<number> => (await link(page, index).boundingBox())!.y
  /** The same, once rows above have their final heights. */
  const restingTopOf = async (page: Page, index: number): Promise<number> => {
    for (let top = await topOf(page, index); ; ) {
      await page.waitForTimeout(300)
      const next = await topOf(page, index)
      if (next === top) return top
      top = next
    }
  }

  browserTest('loads more on scrolling, and keeps its position', async ({ page }) => {
    await openList(page, 120)
    // The footer isn’t below rows that are yet to come.
    const footer = page.getByRole('contentinfo')
    expect(await footer.count()).toBe(0)
    // The next page loads long before the end is reached.
    await scrollTo(page, 100)
    await link(page, 100).and(page.locator('[aria-posinset="101"] a')).waitFor()
    await scrollTo(page, 119)
    await page.locator('[aria-posinset="120"][aria-setsize="120"]').waitFor()
    await expect.poll(async () => page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
    await footer.waitFor()

    // A summary opens over the list: the position stays, and Back closes it.
    await link(page, 80).scrollIntoViewIfNeeded()
    const top = await restingTopOf(page, 80)
    await link(page, 80).click()
    const detail = page.getByRole('dialog')
    await detail.getByRole('heading', { name: titleOf(80) }).waitFor()
    await page.goBack()
    await detail.waitFor({ state: 'detached' })
    await expect.poll(async () => Math.abs((await topOf(page, 80)) - top)).toBeLessThan(3)
    await expectFocus(page, titleOf(80))
    await expect.poll(() => new URL(page.url()).pathname).toBe('/summaries')

    // To another screen and back.
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Recent Summaries' }).waitFor()
    await expect.poll(async () => page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await link(page, 80).waitFor()
    await expect.poll(async () => Math.abs((await topOf(page, 80)) - top)).toBeLessThan(3)

    await page.evaluate('scrollTo(0, 0)')
    await takeScreenshots(page, 'list-long')
    await page.getByRole('button', { name: 'Grid' }).click()
    await link(page, 2).waitFor()
    await takeScreenshots(page, 'list-long-grid')
    await page.reload()
    await link(page, 2).waitFor()
    await page.addStyleTag({ content: renderAll })
    await expectAccessible(page, 'a long grid')
    await expectToFit(page)
  })

  browserTest('lays out no rows off the screen to tell where the user is', async ({ page }) => {
    await openList(page, 120)
    await scrollTo(page, 119)
    // The box of an element that the browser doesn't render off the screen makes it lay out that element. One that has
    // just come into the window may not be rendered yet.
    await page.evaluate(`
      window.laidOut = 0
      const read = Element.prototype.getBoundingClientRect
      Element.prototype.getBoundingClientRect = function () {
        const isRendered = this.checkVisibility({ contentVisibilityAuto: true })
        const box = read.call(this)
        if (!isRendered && (box.bottom < 0 || box.top > innerHeight)) laidOut += 1
        return box
      }
      window.hasEnded = new Promise((resolve) => addEventListener('scrollend', () => setTimeout(resolve, 100)))
      undefined`)
    await page.mouse.wheel(0, -300)
    await page.evaluate('hasEnded')
    await page.keyboard.press('j')
    await page.locator('[data-summary] a:focus').waitFor()
    expect(await page.evaluate('laidOut')).toBe(0)
  })

  browserTest('loads more by keyboard, and after a failed page', async ({ page, problems }) => {
    problems.allow(/503/)
    await openList(page, 60)
    await page.evaluate('scrollTo(0, 0)')
    // Tab loads nothing by itself: the end and the button can be reached.
    const more = page.getByRole('button', { name: 'Load more' })
    await page.getByRole('searchbox', { name: 'Search summaries' }).focus()
    await page.keyboard.press('Tab')
    await more.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => page.evaluate('document.activeElement.closest("[data-summary]") !== null')).toBe(true)

    await refuse(page, LIST, 503, { code: 'unavailable', message: 'The service is restarting.' })
    await page.mouse.wheel(0, 20_000)
    const failed = page.getByText('The next summaries didn’t load. The service is restarting.')
    await failed.waitFor({ timeout: 20_000 })
    await link(page, 30).waitFor()
    await failed.scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'list-page-failed')
    await page.addStyleTag({ content: renderAll })
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessible(page, 'a page that did not come')
    await page.unroute(`**${LIST}`)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.locator('[aria-posinset="60"]').waitFor()
    await expect.poll(async () => failed.count()).toBe(0)
  })

  browserTest('shows each row in the direction of its language, and truncates long titles', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'pro' })
    const arabic = 'ارتفعت رسوم الميناء إلى أربعة ملايين كرونة'
    const long = 'Hafengebührenverordnungsänderungsgesetzentwurf '.repeat(8).trim()
    await addSummaries(
      world.product,
      userId,
      3,
      (index) =>
        [
          { title: arabic, page: pageOf({ gist: `${arabic}. `.repeat(3) }), language: 'ar' },
          { title: long },
          { title: `${arabic} `.repeat(8), page: pageOf({ gist: `${arabic}. `.repeat(9) }), language: 'ar' },
        ].at(index) ?? {},
    )
    await page.goto(`${world.product.origin}/summaries`)
    await page.locator('h2[lang=ar]:dir(rtl)').getByText(arabic, { exact: true }).waitFor()
    await page.locator('[lang=ar]:dir(rtl) p').first().waitFor()
    for (const layout of ['List', 'Grid']) {
      await page.getByRole('button', { name: layout, exact: true }).click()
      // Three lines at most.
      for (const width of [1440, 360]) {
        await resize(page, { width, height: 900 })
        await expect
          .poll(async () =>
            page.evaluate("Math.max(...[...document.querySelectorAll('h2')].map((h) => h.clientHeight))"),
          )
          .toBeLessThan(95)
      }
      await page.getByRole('checkbox').first().check()
      await takeScreenshots(page, `list-directions-${layout.toLowerCase()}`)
      await expectToFit(page)
      await page.keyboard.press('Escape')
    }
    // Only where the bottom bar covers nothing.
    const field = page.getByRole('searchbox', { name: 'Search summaries' })
    await field.fill('Hafen')
    await expect.poll(async () => page.getByRole('checkbox').count()).toBe(1)
    await page.getByRole('checkbox').check()
    await expectAccessible(page, 'a selection')
    await field.fill('')
    await page.locator('h2[lang=ar] a').first().click()
    await page.getByRole('dialog').locator('p[lang=ar]:dir(rtl)').first().waitFor()
    await takeScreenshots(page, 'detail-rtl')
  })

  browserTest('supports selecting, deleting and restoring several summaries', async ({ page, problems }) => {
    problems.allow(/503/)
    const ids = await openList(page, 60)
    const box = (index: number) => page.getByRole('checkbox', { name: `Select ${titleOf(index)}` })
    const bar = page.getByRole('region', { name: 'Selected summaries' })
    await box(2).click()
    await box(6).click({ modifiers: ['Shift'] })
    await bar.getByText('5 selected').waitFor()
    await takeScreenshots(page, 'list-selected')
    await expectToFit(page)
    // On a phone it is one row in the place of the navigation.
    await resize(page, viewports.phone)
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    const boxes = await Promise.all((await bar.getByRole('button').all()).map(async (button) => button.boundingBox()))
    expect(boxes).toHaveLength(4)
    for (const box of boxes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect(new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size).toBe(1)
    await resize(page, viewports.desktop)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    // By keyboard alone, including a range.
    await box(1).focus()
    await page.keyboard.press('Space')
    await box(4).focus()
    await page.keyboard.press('Shift+Space')
    await bar.getByText('4 selected').waitFor()

    await refuse(page, `/api/summaries/${ids[2]}`, 503, { code: 'unavailable', message: 'The service is restarting.' })
    await bar.getByRole('button', { name: 'Delete' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete these 4 summaries?' })
    await confirm.getByText(`“${titleOf(1)}”, “${titleOf(2)}”, “${titleOf(3)}”, and 1 more`).waitFor()
    await takeScreenshots(page, 'list-delete-several')
    await confirm.getByRole('button', { name: 'Delete' }).press('Enter')
    await confirm.waitFor({ state: 'detached' })
    await bar.getByText(`We couldn’t delete 1 of 4: ${titleOf(2)}. The service is restarting.`).waitFor()
    await bar.getByText('1 selected').waitFor()
    await expect.poll(async () => box(2).isChecked()).toBe(true)
    await expect.poll(async () => link(page, 1).count()).toBe(0)
    await expectToast(page, '3 Summaries Deleted')
    await takeScreenshots(page, 'list-partly-deleted')
  })

  browserTest('highlights search terms', async ({ page }) => {
    await openList(page, 30)
    /** A text in pieces, as the server returns it. */
    const cut = (text: string) => text.split(/(keel)/u).map((piece) => ({ text: piece, marked: piece === 'keel' }))
    await page.route('**/api/summaries?*q=keel*', async (route) => {
      const response = await route.fetch()
      const found = (await response.json()) as { title: string; basicSummary: string }[]
      const json = found.map((summary) =>
        Object.assign(summary, { match: { title: cut(summary.title), excerpt: cut(summary.basicSummary) } }),
      )
      await route.fulfill({ response, json })
    })
    await page.keyboard.press('/')
    await page.keyboard.type('keel')
    await page.waitForURL('**/summaries?q=keel')
    await page.getByText('3 summaries found').waitFor()
    await expect.poll(async () => page.locator('h2 mark').allTextContents()).toEqual(['keel', 'keel', 'keel'])
    await expect.poll(async () => page.locator('p mark').count()).toBe(3)
    await takeScreenshots(page, 'list-marks')
    await expectAccessible(page, 'what was found')
    await page.getByRole('searchbox', { name: 'Search summaries' }).press('Escape')
    await expect.poll(async () => page.locator('mark').count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search summaries' }).fill('nowhere')
    await page.getByText('Nothing found for “nowhere”').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await link(page, 0).waitFor()
    const field = page.getByRole('searchbox', { name: 'Search summaries' })
    expect(await field.and(page.locator(':focus')).inputValue()).toBe('')
  })

  browserTest('exports several summaries on plans with exports', async ({ page }) => {
    const { userId, set } = await subscribe(page, world.product, pro)
    const ids = await addSummaries(world.product, userId, 3)
    await page.context().route('**/api/summaries/export?*', (route) =>
      route.fulfill({
        contentType: 'application/zip',
        headers: { 'content-disposition': 'attachment; filename="summaries.zip"' },
        body: 'PK',
      }),
    )
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('checkbox').nth(2).check()
    const bar = page.getByRole('region', { name: 'Selected summaries' })
    await bar.getByRole('button', { name: 'Export' }).click()
    const markdown = page.getByRole('menuitem', { name: 'Markdown' })
    await takeScreenshots(page, 'list-export')
    const path = `/api/summaries/export?format=markdown&ids=${ids[0]},${ids[2]}`
    await expect.poll(async () => markdown.getAttribute('href')).toBe(path)
    const [download] = await Promise.all([page.context().waitForEvent('download'), markdown.press('Enter')])
    expect(new URL(download.url()).pathname + new URL(download.url()).search).toBe(path)
    await bar.getByText('2 selected').waitFor()

    await set({ subscriptionPlan: null, subscriptionStatus: null })
    await page.reload()
    await page.getByRole('checkbox').first().check()
    await bar.getByRole('button', { name: 'Upgrade to Export' }).press('Enter')
    await page.getByRole('alertdialog').getByText('Would you like to upgrade to Pro now?').waitFor()
  })
})
