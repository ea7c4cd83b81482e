import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots } from '../support/browser.ts'
import { keepSource, sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { expectToFit } from './auth-steps.ts'
import { addSummaries } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const { report } = pageSamples

describe('sharing a summary', () => {
  const world = startWorld()
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this summary' })

  browserTest('creates a link that anyone can open until it is revoked', async ({ page, newPage }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const [id = ''] = await addSummaries(world.product, userId, 1, () => rowOf(report))
    await keepSource(world.product.database.db, id, sampleSource(report, 'Counters stood at six doors.'))
    const question = { question: 'How much did footfall rise?' }
    await page.request.post(`${world.product.origin}/api/summaries/${id}/questions`, { data: question })
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await page.getByRole('heading', { name: question.question }).waitFor()
    await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
    await dialog(page).getByRole('checkbox', { name: 'Include the text of the source' }).waitFor()
    await expectAccessible(page, 'sharing')
    await takeScreenshots(page, 'share')
    await dialog(page).getByRole('button', { name: 'Create link' }).press('Enter')
    const link = dialog(page).getByRole('textbox', { name: 'Link' })
    await link.waitFor()
    // The keyboard goes on in the dialog.
    await expect.poll(async () => page.evaluate('document.activeElement?.textContent')).toContain('Copy link')
    await page.keyboard.press('Enter')
    const url = await link.inputValue()
    await expect.poll(async () => page.evaluate('navigator.clipboard.readText()')).toBe(url)
    await takeScreenshots(page, 'share-link')
    await expectAccessible(page, 'a shared link')
    await expectToFit(page)

    const { page: visitor, problems } = await newPage()
    problems.allow(/404/)
    await visitor.goto(`${world.product.origin}${new URL(url).pathname}`)
    await visitor.getByRole('heading', { level: 2, name: report.title }).waitFor()
    expect(await visitor.title()).toContain(report.title)
    expect(
      await visitor
        .getByRole('listitem')
        .filter({ hasText: report.keyTakeaways[0] ?? '' })
        .count(),
    ).toBe(1)
    expect(await visitor.getByRole('link', { name: /^p. 11/ }).count()).toBeGreaterThan(0)
    // Questions are the owner's.
    expect(await visitor.getByText(question.question).count()).toBe(0)
    expect(await visitor.getByRole('textbox', { name: 'Ask this source' }).count()).toBe(0)
    await takeScreenshots(visitor, 'shared-page', true)
    await expectAccessible(visitor, 'a shared summary')
    await expectToFit(visitor)

    // With its source, citations open beside the summary.
    await dialog(page).getByRole('checkbox', { name: 'Include the text of the source' }).click()
    await expect.poll(async () => dialog(page).getByRole('checkbox').isChecked()).toBe(true)
    await expect.poll(async () => dialog(page).getByRole('checkbox').isEnabled()).toBe(true)
    await resize(visitor, { width: 1024, height: 800 })
    await visitor.reload()
    const citation = visitor.getByRole('button', { name: /^p. 11/ }).first()
    await citation.click()
    const source = visitor.getByRole('complementary', { name: 'Source' })
    await source.locator('mark').getByText('Over the two years footfall').waitFor()
    // The page is wider now, and the line that was clicked is still below the bar.
    expect((await citation.boundingBox())?.y).toBeGreaterThan(64)
    await visitor.keyboard.press('s')
    await source.waitFor({ state: 'detached' })
    await visitor.keyboard.press('s')
    await source.getByRole('textbox', { name: 'Find in source' }).fill('six doors')
    await source.getByText(/^1 of \d+$/).waitFor()
    await takeScreenshots(visitor, 'shared-source')
    await expectAccessible(visitor, 'a shared summary with its source')
    await expectToFit(visitor)

    await dialog(page).getByRole('button', { name: 'Stop sharing' }).press('Enter')
    await dialog(page).getByRole('button', { name: 'Create link' }).waitFor()
    await visitor.reload()
    await visitor.getByRole('heading', { name: 'This link doesn’t work anymore' }).waitFor()
    await takeScreenshots(visitor, 'shared-page-gone')
    await expectAccessible(visitor, 'a link that was revoked')
  })
})
