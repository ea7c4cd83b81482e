import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const gist =
  'The harbor master wants two new berths before the spring, while the council, which pays for them, prefers to dredge the old ones first, and the fishermen are against both.'
const row = (page: Page, index: number): Locator => page.getByRole('article').filter({ hasText: titleOf(index) })
/** How visible a control is: the product of the opacities around it. */
const opacityOf = async (control: Locator): Promise<number> =>
  control.evaluate((element) => {
    let opacity = 1
    for (let each = element; each !== null; each = each.parentElement)
      opacity *= Number(each.ownerDocument.defaultView.getComputedStyle(each).opacity)
    return opacity
  })

describe('a row', () => {
  const world = startWorld()
  const open = async (page: Page, path: string): Promise<void> => {
    const { userId } = await subscribe(page, world.product)
    await addSummaries(world.product, userId, 3, () => ({
      page: pageOf({ gist, takeaways: ['The berths come first.'], kind: null, flags: ['opinion'] }),
      source: { contentType: 'article', site: 'Harbor Review', author: 'Ada Ives' },
      coverage: { words: 1428, wordsRead: 1428, sections: 3, sectionsRead: 3 },
    }))
    await page.goto(world.product.origin + path)
    await row(page, 0).waitFor()
  }

  browserTest('says where a summary is from, and has its whole gist in the library', async ({ page }) => {
    await open(page, '/summaries')
    await row(page, 0).getByText(gist, { exact: true }).waitFor()
    const facts = ['Harbor Review', 'Opinion', 'Ada Ives', '6 min read']
    await expect.poll(async () => row(page, 0).locator('li').allInnerTexts()).toEqual(facts)
    await page.goto(`${world.product.origin}/dashboard`)
    await row(page, 0)
      .getByText(
        'The harbor master wants two new berths before the spring, while the council, which pays for them, prefers to dredge the old ones first…',
      )
      .waitFor()
    await expect.poll(async () => row(page, 0).locator('li').allInnerTexts()).toEqual(facts)
  })

  browserTest(
    'shows its controls to a mouse near it, to the keyboard, and while rows are selected',
    async ({ page }) => {
      await open(page, '/summaries')
      const box = (index: number) => row(page, index).getByRole('checkbox')
      const remove = (index: number) => row(page, index).getByRole('button', { name: /^Delete/ })
      await page.mouse.move(0, 0)
      for (const control of [box(0), remove(0)]) await expect.poll(async () => opacityOf(control)).toBe(0)
      // "Source" is the text beside a summary.
      await row(page, 0)
        .getByRole('link', { name: `Open the original of ${titleOf(0)} in a new tab` })
        .waitFor()
      await row(page, 0).hover()
      for (const control of [box(0), remove(0)]) await expect.poll(async () => opacityOf(control)).toBe(1)
      await box(1).focus()
      for (const control of [box(1), remove(1)]) await expect.poll(async () => opacityOf(control)).toBe(1)
      await page.keyboard.press('Space')
      await page.mouse.move(0, 0)
      await expect.poll(async () => opacityOf(box(2))).toBe(1)
      await expect.poll(async () => opacityOf(remove(2))).toBe(0)
      await takeScreenshots(page, 'rows-selected')
      await expectAccessible(page, 'selected rows')
    },
  )

  browserTest('has a menu on touch screens, which selects it or deletes it', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await open(page, '/summaries')
    const menu = (index: number) => row(page, index).getByRole('button', { name: `Actions for ${titleOf(index)}` })
    expect(await row(page, 0).getByRole('checkbox').isVisible()).toBe(false)
    await menu(0).tap()
    await expectAccessible(page, 'the menu of a row')
    await page.getByRole('menuitem', { name: 'Select' }).tap()
    await row(page, 1).getByRole('checkbox').tap()
    await page.getByText('2 selected').waitFor()
    await menu(2).tap()
    await page.getByRole('menuitem', { name: 'Delete' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
    await row(page, 2).waitFor({ state: 'detached' })
  })
})
