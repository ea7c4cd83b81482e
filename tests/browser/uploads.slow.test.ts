import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { fileFormats } from '../../src/shared/formats.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { book, lockedReport, report, type SampleFile, scan, wordDocument } from '../support/files/samples.ts'
import { dropFiles, expectSessionEnd, expectToast, expectToasts, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

const named = (name: string, bytes = 10): SampleFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, 'x'),
})

const input = (page: Page) => page.locator('input[type=file]')
const zone = (page: Page) => page.getByRole('button', { name: /^Drop an? / })
const summarize = (page: Page) => page.getByRole('button', { name: 'Summarize' })
const openTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click()
  await zone(page).waitFor()
}

/** Summarizes the uploaded file, and returns the summary's dialog. */
async function readSummary(page: Page, isFree: boolean) {
  await summarize(page).click()
  if (isFree) await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
  const detail = page.getByRole('dialog').filter({ hasText: /Read [\d,]+ words[.,]/ })
  await detail.waitFor({ timeout: 30_000 })
  return detail
}

describe('uploads', () => {
  const world = startWorld()

  browserTest(
    'every accepted format is named beside plans, on the front page and where files are uploaded',
    async ({ page }) => {
      const extensions = Object.values(fileFormats).flatMap((format) => format.extensions)
      const ofFiles = 'Word|PDF|OpenDocument|PowerPoint|web pages|text|pictures|Recordings'.split('|')
      const namesAll = async (expected: readonly string[]) => {
        const text = await page.locator('#main').innerText()
        expect(expected.filter((extension) => !text.includes(extension))).toEqual([])
      }
      await page.goto(world.product.origin)
      await namesAll(extensions)
      await page.getByText(/^Reads YouTube/).scrollIntoViewIfNeeded()
      await takeScreenshots(page, 'formats-landing')
      await page.goto(`${world.product.origin}/subscribe`)
      await page.getByRole('table').waitFor()
      await namesAll(extensions)
      await page.getByRole('table').scrollIntoViewIfNeeded()
      await takeScreenshots(page, 'formats-pricing')
      const email = await register(page, world.product.origin)
      await openTab(page, 'From File')
      await namesAll(ofFiles)
      await givePlan(page, world.product.database, email, 'pro')
      await page.reload()
      await openTab(page, 'E-Books')
      await namesAll(['EPUB'])
      await page.goto(`${world.product.origin}/manage-subscription`)
      await page.getByText('What’s included').waitFor()
      await namesAll(extensions)
      await takeScreenshots(page, 'formats-manage')
    },
  )

  browserTest('a damaged file says how much of it will be summarized', async ({ page }) => {
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    await expectAccessible(page, 'an empty file tab')
    await takeScreenshots(page, 'upload-formats')
    const buffer = wordDocument.buffer.subarray(0, wordDocument.buffer.length / 2)
    await input(page).setInputFiles({ ...wordDocument, buffer })
    await page
      .getByRole('alert')
      .getByText(/^This file is damaged, .* Only the \d+ words above were read\.$/)
      .waitFor()
    await takeScreenshots(page, 'upload-damaged')
    expect(await summarize(page).isDisabled()).toBe(false)
  })

  browserTest('a document becomes a summary that cites its pages', async ({ page }) => {
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    await expect.poll(async () => summarize(page).isDisabled()).toBe(true)
    await input(page).setInputFiles(report)
    await expectToast(page, 'File Uploaded', report.name)
    await page.getByText(/[\d,]+\swords/).waitFor()
    await expectAccessible(page, 'a file that is ready')
    const detail = await readSummary(page, true)
    const chip = detail.getByRole('list').first().getByRole('listitem').first().getByRole('button').first()
    await expect.poll(async () => chip.textContent()).toMatch(/^p\. \d+$/)
    await expect.poll(async () => detail.textContent()).toMatch(/PDF/)
    await expect.poll(async () => detail.textContent()).toContain(report.name)
    await chip.click()
    const passage = page.getByRole('complementary', { name: 'Source' }).locator('mark').first()
    await passage.waitFor()
    await page.keyboard.press('Escape')
    await passage.waitFor({ state: 'detached' })
    // Over a citation, the first Escape would close its preview.
    await page.mouse.move(0, 0)
    await page.locator('[data-radix-popper-content-wrapper]').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await zone(page).waitFor()
    await expect.poll(async () => summarize(page).isDisabled()).toBe(true)
    // The pressed button is gone and can't have focus.
    await page.waitForFunction("document.activeElement.id === 'main'")
  })

  browserTest(
    'an e-book becomes a summary that cites its chapters by title, without an offer to upgrade',
    async ({ page }) => {
      const email = await register(page, world.product.origin)
      await givePlan(page, world.product.database, email, 'pro')
      await openTab(page, 'E-Books')
      await input(page).setInputFiles(book)
      await expectToast(page, 'E-Book Uploaded', book.name)
      const detail = await readSummary(page, false)
      const chips = detail.getByRole('list').first().locator('[data-citation]')
      // Which chapters a summary this short rests on is up to the engine.
      const titles = async () => [...new Set(await chips.allTextContents())]
      await expect.poll(titles).not.toEqual([])
      expect(['The first count', 'Heat and feet']).toEqual(expect.arrayContaining(await titles()))
    },
  )

  browserTest('rejected files are explained in the widget’s words', async ({ page, problems }) => {
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    const said = async (message: string) => page.getByRole('alert').getByText(message, { exact: true }).waitFor()

    await dropFiles(zone(page), [named('notes.exe')])
    await said(
      'You can only upload: .doc, .docx, .pdf, .odt, .pptx, .html, .htm, .txt, .md, .srt, .vtt, .png, .jpg, .webp, .heic, .tiff, .mp3, .m4a, .wav, .flac, .ogg, .opus, .aac, .mp4, .webm, .mov',
    )
    await dropFiles(zone(page), [named('a.pdf'), named('b.docx')])
    await said('You can only upload 1 file')

    problems.allow(/422/)
    await page.route('**/api/files/uploads/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await dropFiles(zone(page), [report])
    await page.getByText(/^Uploading, /).waitFor()
    await dropFiles(page.locator('[data-drop-zone]'), [named('another.pdf')])
    await said('Cannot add more files')
    await expectToast(page, 'File Uploaded')
    await dropFiles(page.locator('[data-drop-zone]'), [named('another.pdf')])
    await said('You can only upload 1 file')
    await dropFiles(page.locator('[data-drop-zone]'), [report])
    await said(`Cannot add the duplicate file '${report.name}', it already exists`)
  })

  browserTest('a long file name fits', async ({ page }) => {
    const file = { ...report, name: `${'tide_pools_'.repeat(20)}.pdf` }
    const expectFit = async () => {
      for (const viewport of Object.values(viewports)) {
        await resize(page, viewport)
        const tooWide = await page.evaluate<string[]>(
          "[...document.querySelectorAll('[role=dialog], [role=region] li')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerText)",
        )
        expect(tooWide).toEqual([])
      }
    }
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    await input(page).setInputFiles(file)
    await expectToast(page, 'File Uploaded', file.name)
    await expectFit()
    await readSummary(page, true)
    await expectFit()
  })

  browserTest('a file is as high as the drop zone, so that nothing below moves', async ({ page }) => {
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    const sizes = [viewports.desktop, { width: 1024, height: 768 }, viewports.phone]
    const heights = async () => {
      const measured = []
      for (const size of sizes) {
        await resize(page, size)
        measured.push((await page.locator('[data-drop-zone]').boundingBox())?.height)
      }
      return measured
    }
    const empty = await heights()
    let send = () => {}
    const sent = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/api/files/uploads/**', async (route) => {
      await sent
      await route.continue()
    })
    await input(page).setInputFiles(report)
    await page.getByRole('progressbar', { name: `Uploading ${report.name}` }).waitFor()
    expect(await heights()).toEqual(empty)
    send()
    await page.getByText(/[\d,]+\swords/).waitFor()
    expect(await heights()).toEqual(empty)
  })

  browserTest('an upload can be canceled', async ({ page }) => {
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    await page.route('**/api/files/uploads/**', () => new Promise(() => undefined))
    await input(page).setInputFiles(report)
    await page.getByRole('progressbar', { name: `Uploading ${report.name}` }).waitFor()
    await expectAccessible(page, 'a file on its way')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await zone(page).waitFor()
    await page.unroute('**/api/files/uploads/**')
    await input(page).setInputFiles(report)
    await expectToast(page, 'File Uploaded')
  })

  browserTest('a lost connection is reported, and the file sent again', async ({ page, problems }) => {
    problems.allow(/ERR_/)
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    await page.route('**/api/files/uploads/**', (route) => route.abort('connectionreset'))
    await input(page).setInputFiles(report)
    const failed = page.getByRole('alert').filter({ hasText: `Failed to upload ${report.name}` })
    await failed.getByText('The connection was lost before the upload finished.').waitFor()
    expect(await page.getByText(`Failed to upload ${report.name}`).count()).toBe(1)
    await page.unroute('**/api/files/uploads/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectToast(page, 'File Uploaded')
    await page.getByRole('button', { name: 'Remove' }).click()

    // Automatically, once the browser is online.
    await page.context().setOffline(true)
    await page.getByText('No Internet connection').waitFor()
    await input(page).setInputFiles(report)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('Connected to the Internet').waitFor()
    await expectToast(page, 'File Uploaded')
  })

  browserTest('an ended session leads back to sign-in', async ({ page, problems }) => {
    problems.allow(/401/)
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    await page.context().clearCookies({ name: 'precis.sid' })
    await expectSessionEnd(page, () => input(page).setInputFiles(report))
  })

  browserTest('an unreadable file is rejected with the reason', async ({ page, problems }) => {
    problems.allow(/4\d\d/)
    await register(page, world.product.origin)
    await openTab(page, 'From File')
    const cut = { ...report, name: 'cut.pdf', buffer: report.buffer.subarray(0, 60) }
    for (const [file, reason] of [
      [lockedReport, /password/],
      [scan, /picture|scan|text/],
      [cut, /damaged|opened/],
    ] as const) {
      await input(page).setInputFiles(file)
      await page.getByText(file.name, { exact: true }).waitFor()
      const alert = page.locator('[data-drop-zone]').getByRole('alert').filter({ hasText: reason })
      await alert.waitFor()
      await alert.getByText('Upload Processing Failed').waitFor()
      await expectToasts(page, 0)
      await page.getByRole('button', { name: 'Choose another file' }).waitFor()
      await expect.poll(async () => summarize(page).isDisabled()).toBe(true)
    }
    await expectAccessible(page, 'a file that was refused')
    // The reason is no narrow column beside the buttons.
    await resize(page, { width: 1024, height: 768 })
    const reason = page.locator('[data-drop-zone]').getByRole('alert').first()
    expect((await reason.boundingBox())?.width).toBeGreaterThan(240)
    await resize(page, viewports.desktop)
    await page.route('**/api/files/process', (route) => route.fulfill({ status: 502, body: '' }))
    problems.allow(/502/)
    await input(page).setInputFiles(report)
    const failed = page.getByRole('alert').filter({ hasText: 'Upload Processing Failed' })
    await failed.getByText('Failed to process uploaded file').waitFor()
    await takeScreenshots(page, 'upload-failed')
    await page.unroute('**/api/files/process')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectToast(page, 'File Uploaded')
  })

  browserTest('e-books are locked until a plan includes them', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const tab = page.getByRole('tab', { name: 'E-Books' })
    // The badge appears once the plans have loaded.
    await expect.poll(async () => tab.textContent()).toBe('E-BooksPro+')
    await tab.click()
    await page.getByText('E\u2011books are part of Pro and Elite.').waitFor()
    await expect.poll(async () => input(page).count()).toBe(0)
    await expectAccessible(page, 'the locked e-book tab')
    await page.getByRole('button', { name: 'Unlock E-Books' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unlock e-book summaries' })
    await dialog.getByText('Upgrade anytime • Cancel anytime • 30-day money-back guarantee').waitFor()
    await expectAccessible(page, 'the dialog that unlocks e-books')
    await dialog.getByRole('button', { name: 'Maybe Later' }).click()
    await dialog.waitFor({ state: 'detached' })

    await givePlan(page, world.product.database, email, 'lite')
    await page.getByRole('tab', { name: 'From URL' }).click()
    await tab.click()
    await dialog.waitFor()
    await dialog.getByRole('link', { name: 'Choose Your Plan' }).click()
    await page.waitForURL('**/subscribe')

    await givePlan(page, world.product.database, email, 'elite')
    await page.goto(`${world.product.origin}/dashboard`)
    await expect.poll(async () => tab.textContent()).toBe('E-Books')
    await zone(page).waitFor()
  })

  browserTest('a plan that fails to load neither locks nor unlocks e-books', async ({ page, problems }) => {
    problems.allow(/503/)
    await register(page, world.product.origin)
    await page.route('**/api/plans', (route) => route.fulfill({ status: 503, body: '' }))
    await page.reload()
    await page.getByRole('tab', { name: 'E-Books' }).click()
    await page.getByText('We couldn’t load your plan. Reload the page to try again.').waitFor()
    await expect.poll(async () => input(page).count()).toBe(0)
  })

  browserTest('a file dropped outside the zone opens its tab, and stays there', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await dropFiles(page.getByLabel('Link to a video or article'), [report])
    await expectToast(page, 'File Uploaded', report.name)
    await expect
      .poll(async () => page.getByRole('tab', { name: 'From File' }).getAttribute('aria-selected'))
      .toBe('true')
    await dropFiles(page.getByRole('tab', { name: 'From URL' }), [book])
    await page.getByRole('dialog', { name: 'Unlock e-book summaries' }).waitFor()
    await page.keyboard.press('Escape')

    await givePlan(page, world.product.database, email, 'pro')
    await zone(page).waitFor()
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByRole('tab', { name: 'From File' }).click()
    await page.getByText(/[\d,]+\swords/).waitFor()
    await input(page).setInputFiles(wordDocument)
    await expectToast(page, 'File Uploaded', wordDocument.name)
    await page.getByRole('button', { name: 'Remove' }).click()
    await zone(page).waitFor()
  })

  browserTest('works by keyboard alone', async ({ page }) => {
    // Listens long before the key is pressed: the browser needs a moment to intercept file choosers.
    const picker = page.waitForEvent('filechooser')
    await register(page, world.product.origin)
    await page.getByRole('tab', { name: 'From URL' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('Text to summarize').waitFor()
    await page.keyboard.press('ArrowRight')
    await zone(page).waitFor()
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => page.evaluate<string>('document.activeElement.textContent'))
      .toContain('Drop a document or a recording here')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'File Required', 'Please upload a file to summarize.')
    await page.keyboard.press('Enter')
    await (await picker).setFiles(report)
    await expectToast(page, 'File Uploaded')
    await page.keyboard.press('Tab')
    await expect.poll(async () => page.evaluate<string>('document.activeElement.textContent')).toBe('Replace')
  })
})
