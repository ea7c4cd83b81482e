import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, resize, takeScreenshots } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { expectToFit } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { expectRead, expectToast } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

/** Whether the toast overlaps the visible part of the open dialog. */
const covers = async (page: Page): Promise<boolean> =>
  page.evaluate(`(() => {
    const dialog = document.querySelector('[role=dialog]')
    const overlay = dialog.parentElement
    const seen = dialog.getBoundingClientRect()
    const bottom = Math.min(seen.bottom, overlay.getBoundingClientRect().top + overlay.clientHeight)
    const toast = document.querySelector('[role=region][aria-label^=Notifications] li').getBoundingClientRect()
    return toast.left < seen.right && toast.right > seen.left && toast.top < bottom && toast.bottom > seen.top
  })()`)

describe('layout', () => {
  const world = startWorld()

  browserTest('keeps toasts off an open dialog', async ({ page }) => {
    await subscribe(page, world.product, { ...pro, subscriptionPlan: 'elite' })
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill(tidePools.repeat(2))
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectToast(page, 'Summary Created')
    await expectRead(page)
    // It stays while the pointer is on it.
    const toast = page.locator('[role=region][aria-label^=Notifications] li')
    await toast.hover()
    for (const [width, height] of [
      [1984, 1080],
      [1440, 900],
      [1024, 600],
      [390, 844],
      [360, 640],
    ] as const) {
      await resize(page, { width, height })
      await expect.poll(async () => covers(page), { message: `${width} px` }).toBe(false)
      await toast.hover()
    }
    await takeScreenshots(page, 'toast-over-dialog')
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
