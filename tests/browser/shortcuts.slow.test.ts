import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { expectFocus } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

describe('keyboard shortcuts', () => {
  const world = startWorld()
  const open = async (page: Page, path: string, count: number): Promise<void> => {
    const { userId } = await subscribe(page, world.product, pro)
    await addSummaries(world.product, userId, count)
    await page.goto(world.product.origin + path)
    await page.getByRole('link', { name: titleOf(0), exact: true }).waitFor()
  }

  browserTest('are listed at ? and from the user menu', async ({ page }) => {
    await open(page, '/dashboard', 3)
    await page.keyboard.press('?')
    await list(page).waitFor()
    await expect
      .poll(async () => list(page).getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Anywhere', 'In lists', 'In a summary'])
    const row = list(page).getByRole('listitem').filter({ hasText: 'Next summary' }).first()
    await expect.poll(async () => row.locator('kbd').allInnerTexts()).toEqual(['j'])
    await takeScreenshots(page, 'shortcuts')
    await resize(page, { width: 1024, height: 768 })
    const overlay = list(page).locator('xpath=..')
    expect(await overlay.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
    await resize(page, viewports.desktop)
    await expectAccessible(page, 'keyboard shortcuts')
    // The key that opens the list does not open a second one.
    await page.keyboard.press('?')
    await expect.poll(async () => list(page).count()).toBe(1)
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Your account' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter')
    await list(page).waitFor()
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'detached' })
    await expect.poll(async () => page.evaluate('document.activeElement.textContent')).toMatch(/^Your account/)
  })

  browserTest('do nothing while typing, or with a modifier key', async ({ page }) => {
    await open(page, '/dashboard', 3)
    const field = page.getByLabel('Link to a video or article')
    await field.focus()
    await page.keyboard.type('jk?')
    await expect.poll(async () => field.inputValue()).toBe('jk?')
    await expect.poll(async () => list(page).count()).toBe(0)
    await page.getByRole('link', { name: 'View All' }).focus()
    await page.keyboard.press('Alt+j')
    await expectFocus(page, 'View All')
    // Without a list these keys do nothing either.
    await page.goto(`${world.product.origin}/account`)
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await page.keyboard.press('j')
    await expect.poll(async () => list(page).count()).toBe(0)
  })

  browserTest('j and k move through the recent summaries', async ({ page }) => {
    await open(page, '/dashboard', 3)
    await page.keyboard.press('j')
    await expectFocus(page, titleOf(0))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expectFocus(page, titleOf(2))
    // The list ends there.
    await page.keyboard.press('j')
    await expectFocus(page, titleOf(2))
    await page.keyboard.press('k')
    await expectFocus(page, titleOf(1))
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: titleOf(1) })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page, titleOf(1))
  })

  browserTest('j and k move through a long list, in rows and cards, as more of it is loaded', async ({ page }) => {
    await open(page, '/summaries', 100)
    for (let index = 0; index < 80; index += 1) {
      await page.getByRole('link', { name: titleOf(index), exact: true }).waitFor()
      await page.keyboard.press('j')
      await expectFocus(page, titleOf(index))
    }
    await page.keyboard.press('k')
    await expectFocus(page, titleOf(78))
    // From a control within a row to the next row.
    await page.getByRole('checkbox', { name: `Select ${titleOf(78)}` }).focus()
    await page.keyboard.press('j')
    await expectFocus(page, titleOf(79))
    await page.getByRole('button', { name: 'Grid' }).click()
    await page.keyboard.press('j')
    await expect.poll(async () => page.evaluate('document.activeElement.closest("[data-summary]") !== null')).toBe(true)
  })
})
