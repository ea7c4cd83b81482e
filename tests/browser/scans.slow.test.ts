import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest } from '../support/browser.ts'
import { lampLines, pagePicture, scannedPdf } from '../support/files/pictures.ts'
import { dialog, source } from './source-steps.ts'
import { expectToast, register } from './steps.ts'
import { startWorld } from './world.ts'

/** Lines of the pages of a handout. */
const handout = [
  lampLines,
  [
    'The ferry to the islands was built in 1911 by a yard in Bergen.',
    'Her boiler burned coal until the spring of 1948, and oil after that.',
    'Her second captain kept a diary in which he noted every storm.',
  ],
  [
    'The museum of the harbor bought the diary at an auction in 1996.',
    'Since 1987 the ferry has carried visitors only, on summer Sundays.',
    'Volunteers repaint the hull in the week after Easter of every year.',
  ],
]

const upload = async (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> => {
  await page.getByRole('tab', { name: 'From File' }).click()
  await page.getByRole('button', { name: /^Drop a document or a recording here/ }).waitFor()
  await page.locator('input[type=file]').setInputFiles(files)
}

/** Summarizes what was uploaded, and opens the first passage that the summary cites. */
async function summarize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Summarize' }).click()
  await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
  const chip = dialog(page)
    .getByRole('button', { name: /^p\.\s1: show the passage/u })
    .first()
  await chip.click({ timeout: 60_000 })
  await source(page).locator('mark').first().waitFor()
}

describe('scans and pictures', () => {
  const world = startWorld()

  browserTest('of a PDF are recognized, and cited by the page', async ({ page }) => {
    await register(page, world.product.origin)
    await upload(page, [{ name: 'Lamp.pdf', mimeType: 'application/pdf', buffer: await scannedPdf({ degrees: 90 }) }])
    await expectToast(page, 'File Uploaded', 'Lamp.pdf')
    await page.getByText('Scanned pages, whose text will be recognized: 1.').waitFor()
    await expectAccessible(page, 'an uploaded scan')
    await summarize(page)
    await dialog(page)
      .getByText(/recognized from a picture, so single letters may be wrong/)
      .first()
      .waitFor()
    await source(page)
      .getByText(/lit with whale oil until 1861/)
      .first()
      .waitFor()
    await expectAccessible(page, 'the summary of a scan')
  })

  browserTest('that are photographs of a handout become the pages of one document', async ({ page }) => {
    await register(page, world.product.origin)
    const photographs = await Promise.all(
      handout.map(async (lines, index) => ({
        name: `IMG_${index + 1}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await pagePicture({ lines, format: 'jpeg', degrees: index * 3 }),
      })),
    )
    await upload(page, photographs)
    await expectToast(page, 'File Uploaded', 'IMG_1.jpg and 2 more')
    await expectAccessible(page, 'three uploaded photographs')
    await summarize(page)
    for (const text of [/lit with whale oil until 1861/, /built in 1911 by a yard in Bergen/, /repaint the hull/])
      await source(page).getByText(text).first().waitFor()
    await expectAccessible(page, 'the summary of three photographs')
  })
})
