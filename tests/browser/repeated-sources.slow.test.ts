import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { stagedResult } from '../support/staged-pipeline.ts'
import { tidePools } from '../support/texts.ts'
import { expectToFit } from './auth-steps.ts'
import { harborReport } from './sample-report.ts'
import { begin, beginInBackground, registerElite, startStagedWorld } from './staged-world.ts'
import { expectToast } from './steps.ts'

const address = 'https://reports.example/harbor-2025.pdf'
const opened = (page: Page): string | null => new URL(page.url()).searchParams.get('id')

describe('a source that was summarized before', () => {
  const world = startStagedWorld()
  const today = 'You summarized this today.'

  browserTest('leads from a text to the earlier summary, where a new one can be created', async ({ page }) => {
    await registerElite(page, world)
    await page.getByRole('tab', { name: 'From Text' }).click()
    const ask = async () => {
      await page.getByLabel('Text to summarize').fill(tidePools)
      await page.getByRole('button', { name: 'Summarize' }).click()
    }
    const dialog = page.getByRole('dialog')
    await ask()
    const run = await world.pipeline.next()
    run.hasRead(harborReport)
    run.tell(stagedResult(harborReport))
    await dialog.getByText(/^Read 87 words[.,]/).waitFor()
    const id = opened(page)
    await expect.poll(async () => dialog.getByText(today).count()).toBe(0)
    await page.keyboard.press('Escape')

    await ask()
    await dialog.getByText(today).waitFor()
    await expectAccessible(page, 'a summary that was created before')
    await expectToFit(page)
    await dialog.getByText(/^Read 87 words[.,]/).waitFor()
    expect(opened(page)).toBe(id)
    await takeScreenshots(page, 'already-summarized')
    await page.keyboard.press('Escape')
    await expect.poll(async () => page.getByLabel('Text to summarize').inputValue()).toBe('')
    await page.getByText('1 so far this month.').waitFor()
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    await page.getByRole('article').getByRole('link').first().click()
    await dialog.getByText(/^Read 87 words[.,]/).waitFor()
    await expect.poll(async () => dialog.getByText(today).count()).toBe(0)
    await page.keyboard.press('Escape')

    await ask()
    await dialog.getByRole('button', { name: 'Make a new one' }).click()
    const fresh = await world.pipeline.next()
    fresh.hasRead(harborReport)
    fresh.tell(stagedResult(harborReport, { page: pageOf({ gist: 'The second one.' }) }))
    await dialog.getByText('The second one.').waitFor()
    await expectToast(page, 'Summary Created')
    expect(opened(page)).not.toBe(id)
    await page.keyboard.press('Escape')
    await page.getByText('2 so far this month.').waitFor()
    await expect.poll(async () => page.getByRole('article').count()).toBe(2)
  })

  browserTest('leads there from another link to the same page, once it is read', async ({ page }) => {
    await registerElite(page, world)
    const dialog = page.getByRole('dialog')
    const first = await begin(page, world, address)
    first.hasRead(harborReport)
    first.tell(stagedResult(harborReport))
    await dialog.getByText(/^Read 87 words[.,]/).waitFor()
    const id = opened(page)
    await page.keyboard.press('Escape')

    const again = await begin(page, world, `${address}?from=news`)
    again.hasRead(harborReport)
    await dialog.getByText(today).waitFor()
    expect(opened(page)).toBe(id)
    await page.keyboard.press('Escape')

    const unseen = await beginInBackground(page, world, `${address}?from=mail`)
    await expect.poll(async () => page.getByRole('article').count()).toBe(2)
    unseen.hasRead(harborReport)
    await expectToast(page, 'Already summarized', 'There’s one from today. It didn’t count against your plan.')
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    await page.getByRole('button', { name: 'Open it' }).click()
    await dialog.getByRole('button', { name: 'Make a new one' }).click()
    const fresh = await world.pipeline.next()
    fresh.hasRead(harborReport)
    fresh.tell(stagedResult(harborReport, { page: pageOf({ gist: 'The second one.' }) }))
    await dialog.getByText('The second one.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 so far this month.').waitFor()
  })
})
