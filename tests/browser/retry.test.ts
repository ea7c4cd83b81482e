import { describe, expect } from 'vitest'
import { AppError } from '../../src/shared/errors.ts'
import { titleFromUrl } from '../../src/shared/source-url.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { harborReport, harborSummary } from './sample-report.ts'
import { begin, registerElite, startStagedWorld } from './staged-world.ts'
import { expectToast } from './steps.ts'

const address = 'https://reports.example/harbor-2025.pdf'
const host = 'reports.example'
const late = () => new AppError('source_timed_out', `${host} did not answer in time. Please try again in a moment.`)

describe('a failed summary', () => {
  const world = startStagedWorld()

  browserTest('is shown in a dialog, and retried in place with one click', async ({ page }) => {
    await registerElite(page, world)
    const run = await begin(page, world, address)
    run.fail(late())
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${host} did not answer in time.`).waitFor()
    await expectToast(page, 'Error', `${host} did not answer in time.`)
    // In full, although there is little room beside the dialog.
    const reason = page.locator('li', { hasText: 'Error' }).getByText(`${host} did not answer in time.`)
    expect(
      await reason.evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]),
    ).toEqual([0, 0])
    await dialog.getByText(`${titleFromUrl(address)} · ${host}`, { exact: true }).waitFor()
    await dialog.getByText('It didn’t count against your plan.').waitFor()
    await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe(address)
    await takeScreenshots(page, 'failed')
    await expectAccessible(page, 'a summary that failed')

    const before = page.url()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    const again = await world.pipeline.next()
    expect(again.source).toBe(address)
    await dialog.getByRole('progressbar').waitFor()
    await takeScreenshots(page, 'retried')
    again.hasRead(harborReport)
    again.tell(harborSummary)
    await dialog.getByText(/^Read 27,880 .* words[.,]/).waitFor()
    expect(page.url()).toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe('')
  })
})
