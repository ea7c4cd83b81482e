import { describe } from 'vitest'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest } from '../support/browser.ts'
import { report } from '../support/files/samples.ts'
import { harborReport, harborSummary, harborText } from './sample-report.ts'
import { begin, registerElite, startStagedWorld } from './staged-world.ts'
import { expectRead, givePlan, register, summarizeUrl } from './steps.ts'
import { startWorld } from './world.ts'

describe('accessibility', () => {
  const world = startWorld()

  browserTest('uploads: the tabs, a ready file, a rejected file, and the locked state', async ({ page, problems }) => {
    problems.allow(/422/)
    const email = await register(page, world.product.origin)
    await page.getByRole('tab', { name: 'From File' }).click()
    const input = page.locator('input[type=file]')
    await input.waitFor({ state: 'attached' })
    await expectAccessible(page, 'an empty file tab')
    await input.setInputFiles({ ...report, buffer: report.buffer.subarray(0, 60) })
    await page.getByRole('button', { name: 'Choose another file' }).waitFor()
    await expectAccessible(page, 'a file that was refused')
    await input.setInputFiles(report)
    await page.getByText(/[\d,]+\swords/).waitFor()
    await expectAccessible(page, 'a file that is ready')
    await page.getByRole('tab', { name: 'E-Books' }).click()
    await page.getByRole('button', { name: 'Unlock E-Books' }).waitFor()
    await expectAccessible(page, 'the locked e-book tab')
    await page.getByRole('button', { name: 'Unlock E-Books' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'the dialog that unlocks e-books')
    await givePlan(page, world.product.database, email, 'pro')
    await input.waitFor({ state: 'attached' })
    await page.route('**/api/files/uploads/**', () => new Promise(() => undefined))
    await page.getByRole('tab', { name: 'From File' }).click()
    await input.setInputFiles({ ...report, name: 'another.pdf' })
    await page.getByRole('progressbar').waitFor()
    await expectAccessible(page, 'a file on its way')
  })

  browserTest('a failed summary', async ({ page }) => {
    await register(page, world.product.origin)
    await summarizeUrl(page, world.site.missingUrl)
    await page.getByRole('button', { name: 'Upload it as a file' }).waitFor({ timeout: 20_000 })
    await expectAccessible(page, 'a summary that failed')
  })
})

describe('accessibility of summaries in progress', () => {
  const world = startStagedWorld()

  browserTest('the language menu', async ({ page }) => {
    await registerElite(page, world)
    const picker = page.getByRole('combobox', { name: 'Language' })
    await picker.waitFor()
    await expectAccessible(page, 'the form')
  })

  browserTest('the dialog, the entry in the list, and the page', async ({ page }) => {
    await registerElite(page, world)
    const run = await begin(page, world, 'https://reports.example/harbor-2025.pdf')
    run.hasRead(harborReport)
    run.tell({ type: 'progress', progress: { stage: 'summarizing', done: 3, total: 9 } })
    run.tell({ type: 'partial', page: { ...emptyPage, summary: harborText.split('\n\n') } })
    await page.getByRole('dialog').getByText('asks the members to agree in April.').waitFor()
    await expectAccessible(page, 'the page being written')
    await page.getByRole('button', { name: 'Continue in background' }).click()
    await page.getByRole('article').getByRole('progressbar').waitFor()
    await expectAccessible(page, 'an entry in the making')
    run.tell(harborSummary)
    await page.getByRole('link', { name: harborReport.title, exact: true }).click()
    await expectRead(page, '27,880')
    await expectAccessible(page, 'a summary in full')
  })
})
