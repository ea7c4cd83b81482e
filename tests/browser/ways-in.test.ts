import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { wordDocument } from '../support/files/samples.ts'
import { dropFiles, expectToast, register } from './steps.ts'
import { startWorld } from './world.ts'

const address = 'https://tides.example/pools?page=2'

/** Pastes a text at the focused element, like Ctrl+V. */
const paste = async (page: Page, text: string): Promise<void> => {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    document.activeElement.dispatchEvent(event)
  })()`)
}
const focusedLabel = async (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement.labels?.[0]?.textContent ?? ''")

describe('adding sources to the Summarize card', () => {
  const world = startWorld()

  browserTest('pasting anywhere opens the right tab, and replaces nothing', async ({ page }) => {
    await register(page, world.product.origin)
    const url = page.getByLabel('Link to a video or article')
    const text = page.getByLabel('Text to summarize')
    await page.getByText('No summaries yet').waitFor()
    await paste(page, 'The tide falls.\nThe tide rises.')
    await expect.poll(async () => text.inputValue()).toBe('The tide falls.\nThe tide rises.')
    await expect.poll(async () => focusedLabel(page)).toBe('Text to summarize')
    // In a field the browser pastes; the page doesn't interfere.
    await paste(page, 'Twice?')
    await page.getByRole('tab', { name: 'From Text' }).focus()
    await paste(page, `Read this: ${address}.`)
    await expect.poll(async () => url.inputValue()).toBe(address)
    await expect.poll(async () => focusedLabel(page)).toBe('Link to a video or article')

    await url.fill('tides.example/typed')
    await page.getByRole('tab', { name: 'From Text' }).click()
    await expect.poll(async () => text.inputValue()).toBe('The tide falls.\nThe tide rises.')
    await page.getByRole('tab', { name: 'From Text' }).focus()
    await paste(page, 'https://tides.example/dunes')
    await expectToast(page, 'There’s already a link here')
    await expect.poll(async () => url.inputValue()).toBe('tides.example/typed')
  })

  browserTest('dropping a file, the bookmarklet, and a lost network show messages', async ({ page, problems }) => {
    // Screens may still be loading ahead when the network is lost.
    problems.allow(/ERR_INTERNET_DISCONNECTED/)
    await register(page, world.product.origin)
    await dropFiles(page.getByRole('contentinfo'), [wordDocument])
    await expectToast(page, 'File Uploaded', wordDocument.name)

    await page.getByText('Faster ways to add').click()
    const bookmark = page.getByRole('link', { name: /^Summarize with/ })
    await expect
      .poll(async () => bookmark.getAttribute('href'))
      .toBe(`javascript:void open('${world.product.origin}/dashboard?url='+encodeURIComponent(location.href))`)
    await takeScreenshots(page, 'dashboard-ways-in')
    await bookmark.click()
    await expectToast(page, 'Drag it to your bookmarks bar')

    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await takeScreenshots(page, 'dashboard-offline')
    await page.context().setOffline(false)
    await expect.poll(async () => page.getByText('You’re offline.').count()).toBe(0)
  })
})
