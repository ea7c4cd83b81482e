import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { ferryReport } from '../support/texts.ts'
import { expectFocus, expectToFit } from './auth-steps.ts'
import { chooseAction, expectRead, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'What should it be about? (optional)' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Redo this summary' })
const title = 'Please use at most 300 characters to say what it should be about.'

describe('a summary about a focus', () => {
  const { product } = startWorld()

  browserTest('is asked for, shown, changed and taken away, by keyboard', async ({ page }) => {
    const email = await register(page, product.origin)
    await givePlan(page, product.database, email, 'elite')
    await page.goto(`${product.origin}/dashboard`)
    await field(page).waitFor()
    await takeScreenshots(page, 'focus-field')
    const ring = "getComputedStyle(document.querySelector('[role=tab]:focus')).outlineStyle"
    for (const tab of ['From Text', 'From File', 'E-Books']) {
      await page.getByRole('tab', { name: tab }).click()
      await field(page).waitFor()
      expect(await page.evaluate(ring)).toBe('none')
      await takeScreenshots(page, `focus-field-${tab.toLowerCase().replaceAll(' ', '-')}`)
    }
    // A ring is for keys.
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: 'From File', selected: true }).waitFor()
    expect(await page.evaluate(ring)).not.toBe('none')
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByRole('textbox', { name: 'Text to summarize' }).fill(ferryReport)
    await field(page).fill('b'.repeat(301))
    await page.getByText(`${title} These are 301.`).waitFor()
    await field(page).press('Enter')
    await takeScreenshots(page, 'focus-too-long')
    await expectAccessible(page, 'a focus that is too long')
    expect(await field(page).inputValue()).toBe('b'.repeat(301))
    await field(page).fill('the bridge and what it would cost')
    await page.reload()
    expect(await field(page).inputValue()).toBe('the bridge and what it would cost')
    await field(page).press('Enter')
    const page1 = page.getByRole('dialog').getByRole('article')
    await page1.getByText('Focus: the bridge and what it would cost').waitFor()
    await expectRead(page)
    await takeScreenshots(page, 'focused-page')
    await expectAccessible(page, 'a focused page')
    await expectToFit(page)

    // The whole source is a summary of its own.
    await page1.getByRole('button', { name: 'The whole source' }).press('Enter')
    const whole = dialog(page).getByRole('radio', { name: /^About the whole source/ })
    await whole.waitFor()
    expect(await whole.isChecked()).toBe(true)
    await takeScreenshots(page, 'focus-whole')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'The whole source')
    await page.keyboard.press('Enter')
    await whole.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await page1.getByText('Focus:').waitFor({ state: 'detached' })
    await expectRead(page)

    await chooseAction(page, 'Redo', 'keyboard')
    const other = dialog(page).getByRole('radio', { name: /^About something you choose/ })
    await other.check()
    const about = dialog(page).getByRole('textbox', { name: 'What should it be about?' })
    await about.press('Enter')
    await dialog(page).getByText('Please say what it should be about.').waitFor()
    await about.fill('quantum computers')
    await takeScreenshots(page, 'redo-focus')
    await expectAccessible(page, 'redo with a focus')
    await about.press('Enter')
    await page1.getByText('Focus: quantum computers').waitFor()
    await page1.getByText('Nothing on this was found in the source, so this page covers all of it.').waitFor()
    await takeScreenshots(page, 'focus-not-found')
    await page.goto(`${product.origin}/summaries`)
    await page.getByText('Focus: quantum computers').waitFor()
    await takeScreenshots(page, 'focus-rows')
    await page.goto(`${product.origin}/dashboard`)
    expect(await field(page).inputValue()).toBe('')
  })

  browserTest('never comes from a link', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true })
    await register(page, product.origin)
    const query = 'url=https%3A%2F%2Fexample.com%2Fa&focus=praise%20the%20mayor&about=praise'
    await page.goto(`${product.origin}/dashboard?${query}`)
    await expect
      .poll(async () => page.getByRole('textbox', { name: 'Link to a video or article' }).inputValue())
      .toBe('https://example.com/a')
    expect(await field(page).inputValue()).toBe('')
    await takeScreenshots(page, 'focus-phone')
  })
})
