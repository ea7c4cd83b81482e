import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { expectToFit, hold } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { expectRead, expectToast } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

type Box = Record<'top' | 'right' | 'bottom' | 'left', number>

const toastOf = (page: Page) => page.locator('[role=region][aria-label^=Notifications] li')

/** Keeps toasts open however slow the machine is, as a window without focus does. */
const keepToasts = async (page: Page) =>
  page.addInitScript(`setInterval(() => window.dispatchEvent(new Event('blur')), 100)`)

const boxOf = async (page: Page, selector: string) =>
  page.evaluate<Box>(`document.querySelector('${selector}').getBoundingClientRect().toJSON()`)

/** Whether the toast overlaps the buttons at the foot of the open summary. */
async function coversButtons(page: Page): Promise<boolean> {
  const foot = await boxOf(page, '[role=dialog] article > footer > div')
  const toast = await boxOf(page, '[role=region][aria-label^=Notifications] li')
  const isBeside = toast.left >= foot.right || toast.right <= foot.left
  return !isBeside && toast.bottom > foot.top && toast.top < foot.bottom
}

describe('layout', () => {
  const world = startWorld()

  browserTest('neither resizes an open summary for a toast nor covers its buttons', async ({ page }) => {
    await subscribe(page, world.product, { ...pro, subscriptionPlan: 'elite' })
    await keepToasts(page)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill(tidePools.repeat(2))
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectToast(page, 'Summary Created')
    await expectRead(page)
    await takeScreenshots(page, 'toast-over-dialog')
    const sizes = [
      { width: 1440, height: 900 },
      { width: 1024, height: 600 },
      { width: 800, height: 1000 },
      { width: 390, height: 844 },
    ]
    const boxes = []
    for (const size of sizes) {
      await resize(page, size)
      await expect.poll(async () => coversButtons(page), { message: `${size.width} px` }).toBe(false)
      boxes.push(await boxOf(page, '[role=dialog]'))
    }
    await toastOf(page).locator('button').click()
    await toastOf(page).waitFor({ state: 'detached' })
    for (const [index, size] of sizes.entries()) {
      await resize(page, size)
      await expect.poll(async () => boxOf(page, '[role=dialog]')).toEqual(boxes[index])
    }
  })

  browserTest('has room for a toast beside the card of a failure', async ({ page }) => {
    await subscribe(page, world.product, pro)
    await keepToasts(page)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByLabel('Link to a video or article').fill(world.site.lockedUrl)
    await page.getByRole('button', { name: 'Summarize' }).click()
    const dialog = page.getByRole('dialog', { name: 'We couldn’t summarize this' })
    await dialog.waitFor({ timeout: 20_000 })
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await resize(page, { width, height })
      const words = toastOf(page).getByText('shows this page', { exact: false })
      await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(240)
      // Nothing but its words and the cross in the corner.
      const name = await dialog.locator('p').first().boundingBox()
      const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
      expect(Math.abs((name?.y ?? 0) - (close?.y ?? 0)), `${width} px`).toBeLessThan(44)
    }
  })

  browserTest('has placeholders as high as rows on phones', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    const { userId } = await subscribe(page, world.product)
    await addSummaries(world.product, userId, 3)
    const release = await hold(page, '/api/summaries?*')
    await page.goto(`${world.product.origin}/summaries`)
    const height = async (box: Locator) => Math.round((await box.boundingBox())?.height ?? 0)
    const placeholder = page.getByText('Loading summaries').locator('xpath=following-sibling::div').first()
    await placeholder.waitFor()
    const before = await height(placeholder)
    release()
    const row = page.getByRole('article').first()
    await row.waitFor()
    expect(Math.abs((await height(row)) - before)).toBeLessThan(32)
    const menu = await row.getByRole('button', { name: /^Actions for/ }).boundingBox()
    const title = await row.getByRole('link').first().boundingBox()
    expect(title?.y).toBeGreaterThanOrEqual((menu?.y ?? 0) + (menu?.height ?? Infinity))
  })

  browserTest('has placeholders where the plans come, two a row on tablets', async ({ page }) => {
    await subscribe(page, world.product, pro)
    const lefts = async (boxes: Locator) => {
      const found: number[][] = []
      for (const width of [1440, 820]) {
        await resize(page, { width, height: 1180 })
        const each = Promise.all((await boxes.all()).map(async (box) => Math.round((await box.boundingBox())?.x ?? 0)))
        found.push(await each)
      }
      return found
    }
    const release = await hold(page, '/api/plans')
    await page.goto(`${world.product.origin}/subscribe`)
    const placeholders = page.getByText('Loading plans').locator('xpath=following-sibling::div')
    await placeholders.first().waitFor()
    const before = await lefts(placeholders)
    release()
    const cards = page.locator('[data-plan]')
    await cards.first().waitFor()
    const after = await lefts(cards)
    expect(after).toEqual(before)
    expect(after.map((each) => new Set(each).size)).toEqual([4, 2])
    const boxes = await Promise.all((await cards.all()).map(async (card) => card.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2)
    expect([boxes[1]?.height, boxes[3]?.height]).toEqual([boxes[0]?.height, boxes[2]?.height])
    await expectToFit(page)
    await expectAccessible(page, 'plans on a tablet')
  })

  browserTest('keeps a margin above and below the lines of a text field that scrolls', async ({ page }) => {
    await subscribe(page, world.product)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByRole('tab', { name: 'From Text' }).click()
    const field = page.getByLabel('Text to summarize')
    await field.fill(tidePools.repeat(4))
    expect(await field.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
    // Lines are visible up to the border.
    expect(await field.evaluate((element) => element.clientTop)).toBeGreaterThanOrEqual(9)
  })

  browserTest('fits the dashboard into 360 px', async ({ page }) => {
    const { userId } = await subscribe(page, world.product)
    await addSummaries(world.product, userId, 3)
    await resize(page, { width: 360, height: 740 })
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByText(titleOf(0)).waitFor()
    await page.evaluate('document.fonts.ready')
    const heading = page.getByRole('heading', { name: 'Recent Summaries' })
    await expect.poll(async () => (await heading.boundingBox())?.height).toBeLessThan(40)
    const room = await page.evaluate<number>(`(() => {
      const input = document.querySelector('input[placeholder="Paste a YouTube or article link"]')
      const style = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      context.font = style.font
      const inside = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      return inside - context.measureText(input.placeholder).width
    })()`)
    expect(room).toBeGreaterThanOrEqual(0)
    await expectToFit(page)
  })
})
