import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { examples } from '../../src/shared/examples.ts'
import { pagePaths } from '../../src/shared/paths.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { addSummaries } from './many-summaries.ts'
import { register } from './steps.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const source = (page: Page) => page.getByRole('complementary', { name: 'Source' })
const article = (page: Page) => page.getByRole('article')
const heading = (page: Page, title: string) => article(page).getByRole('heading', { level: 2, name: title })

describe('examples', () => {
  const world = startWorld()

  browserTest('open from the landing page, with citations that open their passages', async ({ page }) => {
    for (const { page: name, kind, title, origin } of examples) {
      await page.goto(world.product.origin)
      const links = page.getByRole('navigation', { name: 'See it on' })
      expect(await links.getByRole('link', { name: kind, exact: true }).count()).toBe(1)
      // The title and length are part of the link's target.
      await links.getByRole('paragraph').filter({ hasText: title }).click()
      await page.waitForURL(`**${pagePaths[name]}`)
      await heading(page, title).waitFor()
      await page.getByText(origin).waitFor()
      const chips = article(page).locator('[data-citation]')
      for (const chip of [chips.first(), chips.last()]) {
        await chip.click()
        await expect.poll(async () => chip.getAttribute('aria-current')).toBe('true')
        await expect.poll(async () => source(page).locator('mark').first().isVisible()).toBe(true)
      }
      await takeScreenshots(page, `${name}-source`)
      await source(page).getByRole('textbox', { name: 'Find in source' }).fill('the')
      await source(page)
        .getByText(/^1 of \d+$/u)
        .waitFor()
    }
    await page.getByRole('link', { name: 'Choose your plan' }).click()
    await page.waitForURL('**/subscribe')
  })

  browserTest('have an index', async ({ page }) => {
    await page.goto(world.product.origin)
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Examples' }).click()
    await page.waitForURL('**/examples')
    await page.getByRole('heading', { level: 1, name: 'Examples' }).waitFor()
    await takeScreenshots(page, 'examples', true)
    await expectAccessible(page, 'the examples')
    for (const { page: name, title } of examples) {
      await page.getByRole('main').getByRole('link', { name: title }).click()
      await page.waitForURL(`**${pagePaths[name]}`)
      await page.goBack()
    }
  })

  browserTest('show what the built-in engine makes of the same source', async ({ page }) => {
    for (const { page: name, title } of examples) {
      await page.goto(`${world.product.origin}${pagePaths[name]}`)
      await page.getByText('We wrote the summary by hand').waitFor()
      await page.getByRole('link', { name: 'Built-in engine' }).click()
      await article(page).getByText('Passages of the source, chosen without a language model.').waitFor()
      await heading(page, title).waitFor()
      expect(await page.getByText('We wrote the summary by hand').count()).toBe(0)
      const chip = article(page).locator('[data-citation]').first()
      await chip.click()
      await expect.poll(async () => source(page).locator('mark').first().isVisible()).toBe(true)
      await takeScreenshots(page, `${name}-built-in`)
    }
    await page.getByRole('link', { name: 'Written by hand' }).click()
    await page.getByText('We wrote the summary by hand').waitFor()
  })

  browserTest('number the items of an ordered list, without a dash', async ({ page }) => {
    await page.goto(`${world.product.origin}${pagePaths.exampleReport}`)
    await source(page).getByRole('listitem').getByText('1. Sunday opening at Central').waitFor()
    const dash: string = await page.evaluate(
      "getComputedStyle(document.querySelector('#source li p'), '::before').content",
    )
    expect(dash).toBe('none')
  })

  browserTest('have the keys of a summary', async ({ page }) => {
    await page.goto(`${world.product.origin}${pagePaths.exampleVideo}`)
    await heading(page, examples[0].title).waitFor()
    // Wide windows show it from the beginning.
    await source(page).waitFor()
    await page.keyboard.press('s')
    await source(page).waitFor({ state: 'detached' })
    await page.keyboard.press('s')
    await source(page).waitFor()
    await page.keyboard.press(']')
    await source(page).locator('mark').first().waitFor()
    const current = async () =>
      article(page)
        .locator('[aria-current=true][data-citation]')
        .evaluateAll((all) => all.length)
    await expect.poll(current).toBe(1)
    // The source stays, since it is the view that the reader is in.
    await page.keyboard.press('Escape')
    await source(page).locator('mark').first().waitFor({ state: 'detached' })
    await page.keyboard.press('[')
    await source(page).locator('mark').first().waitFor()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByText('Next citation').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(5)
    await expectAccessible(page, 'keyboard shortcuts of an example')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await source(page).waitFor()
  })

  browserTest('open by touch, with the source in a sheet', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await page.goto(`${world.product.origin}${pagePaths.exampleBook}`)
    await page
      .getByRole('button', { name: /^ch\. 5: show the passage/u })
      .first()
      .tap()
    await source(page).getByRole('button', { name: 'Read on in the source' }).tap()
    await source(page).locator('mark').first().waitFor()
    await source(page).getByRole('button', { name: 'Close the source' }).tap()
    await source(page).waitFor({ state: 'detached' })
  })

  browserTest('one is on the dashboard until there is a summary', async ({ page, newPage }) => {
    await register(page, world.product.origin)
    await page.getByText('No summaries yet').waitFor()
    await takeScreenshots(page, 'dashboard-example')
    await expectAccessible(page, 'a dashboard with an example')
    await page.getByRole('link', { name: examples[0].title }).click()
    await heading(page, examples[0].title).waitFor()
    expect(await page.getByRole('link', { name: 'Choose your plan' }).count()).toBe(0)

    const { page: other } = await newPage()
    const { userId } = await subscribe(other, world.product, {})
    await addSummaries(world.product, userId, 1)
    await other.goto(`${world.product.origin}/dashboard`)
    await other.locator('[data-summary]').waitFor()
    expect(await other.getByRole('link', { name: examples[0].title }).count()).toBe(0)
  })
})
