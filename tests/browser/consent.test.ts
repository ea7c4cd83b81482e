import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { startWorld } from './world.ts'

const banner = (page: Page): Locator => page.getByRole('region', { name: 'Cookies' })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const stored = async (page: Page, key: string): Promise<string | null> =>
  page.evaluate<string | null>(`localStorage.getItem('${key}')`)
const theme = async (page: Page): Promise<string> => page.evaluate<string>('document.documentElement.dataset.theme')

const all = '{"essential":true,"functional":true}'

describe('cookie banner', () => {
  const world = startWorld()

  browserTest('stays until accepted; then the theme is remembered', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true, colorScheme: 'light' })
    await page.goto(world.product.origin)
    await button(page, 'Dark theme').click()
    await expect.poll(async () => [await theme(page), await stored(page, 'theme-preference')]).toEqual(['dark', null])
    await banner(page).getByRole('button', { name: 'Accept All' }).click()
    await banner(page).waitFor({ state: 'hidden' })
    await expect.poll(async () => stored(page, 'cookie-consent')).toBe(all)
    await expect.poll(async () => stored(page, 'theme-preference')).toBe('dark')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => [await theme(page), await banner(page).count()]).toEqual(['dark', 0])
  })
})
