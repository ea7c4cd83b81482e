import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { articles } from '../support/article-site.ts'
import { browserTest } from '../support/browser.ts'
import { expectRead, register, summarizeUrl } from './steps.ts'
import { startWorld } from './world.ts'

describe('accessibility', () => {
  const world = startWorld()

  browserTest('public pages', async ({ page, problems }) => {
    problems.allow(/404/)
    for (const path of [
      '/',
      '/login',
      '/register',
      '/subscribe',
      '/forgot-password',
      '/privacy-policy',
      '/terms-of-use',
      '/nowhere',
    ]) {
      await page.goto(`${world.product.origin}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(page.url()).toBe(world.product.origin + path)
      await expectAccessible(page, path)
    }
  })

  browserTest('pages of a signed-in user, empty and with a summary', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByText('No summaries yet').waitFor()
    await expectAccessible(page, 'an empty dashboard')
    await page.getByLabel('Link to a video or article').fill('x')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectAccessible(page, 'the dashboard with a dialog or a toast')
    await page.reload()
    await summarizeUrl(page, world.site.articleUrl(articles[1]!))
    await expectRead(page)
    await expectAccessible(page, 'a summary')
    await page.keyboard.press('Escape')
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('article').first().waitFor()
    await expectAccessible(page, 'my summaries')
  })
})
