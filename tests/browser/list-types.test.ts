import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { expectToFit } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const sources = [
  { contentType: 'youtube', info: { readAs: 'captions', durationSeconds: 600 } },
  { contentType: 'article' },
  { contentType: 'document', info: { readAs: 'pasted text' }, originalUrl: null },
  { contentType: 'document', info: { readAs: 'PDF text', pages: 12 }, originalUrl: null },
  { contentType: 'epub', originalUrl: null },
] as const

const titles = async (page: Page): Promise<string[]> => page.locator('[data-summary] :is(h2, h3)').allInnerTexts()
const types = async (page: Page): Promise<string[]> => {
  const lines = await page.locator('[data-summary] p:has(time)').filter({ visible: true }).allInnerTexts()
  return lines.map((line) => line.split(' · ')[0] ?? '')
}
const chooseType = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Type').selectOption({ label: name })
}

describe('source types', () => {
  const world = startWorld()
  const open = async (page: Page, path: string): Promise<void> => {
    const { userId } = await subscribe(page, world.product)
    await addSummaries(world.product, userId, sources.length, (index) => ({ source: sources[index] }))
    await page.goto(world.product.origin + path)
    await page.getByText(titleOf(0)).waitFor()
  }

  browserTest('are shown on rows, cards and in the dialog, and filter My Summaries', async ({ page }) => {
    await open(page, '/summaries')
    const named = ['YouTube', 'Article', 'Text', 'Document', 'E\u2011book']
    await expect.poll(async () => types(page)).toEqual(named)
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect.poll(async () => types(page)).toEqual(named)
    await expectToFit(page)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await expectToFit(page)

    await expect
      .poll(async () => page.getByLabel('Type').locator('option').allInnerTexts())
      .toEqual(['All Types', 'YouTube', 'Articles', 'Texts', 'Documents', 'E\u2011books'])
    for (const [name, type, found] of [
      ['YouTube', 'youtube', [0]],
      ['Articles', 'article', [1]],
      ['Texts', 'text', [2]],
      ['Documents', 'document', [3]],
      ['E\u2011books', 'epub', [4]],
    ] as const) {
      await chooseType(page, name)
      await page.waitForURL(`**/summaries?type=${type}`)
      await expect.poll(async () => titles(page)).toEqual(found.map(titleOf))
    }
    await page.getByRole('link', { name: titleOf(4), exact: true }).click()
    await page.getByRole('dialog').getByText('E\u2011book', { exact: true }).waitFor()
  })

  browserTest('are YouTube or Article on the dashboard', async ({ page }) => {
    await open(page, '/dashboard')
    await expect.poll(async () => types(page)).toEqual(['YouTube', 'Article', 'Article', 'Article', 'Article'])
    await expect
      .poll(async () => page.getByLabel('Type').locator('option').allInnerTexts())
      .toEqual(['All Types', 'YouTube', 'Articles'])
    await chooseType(page, 'Articles')
    await expect.poll(async () => titles(page)).toEqual([1, 2, 3, 4].map(titleOf))
  })
})
