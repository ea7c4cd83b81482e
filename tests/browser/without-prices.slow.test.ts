import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasPage, type PageName, pagePaths } from '../../src/shared/paths.ts'
import { billingWords } from '../support/billing-words.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { chooseAction, register } from './steps.ts'
import { startWorld } from './world.ts'

/** Text, names and addresses of links on the page, whatever is visible. */
const allWords = `[
  document.title,
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
    ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? '')),
  ...[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
].join('\\n')`

async function expectNoBilling(page: Page, where: string): Promise<void> {
  await page.locator('h1, [role=dialog]').first().waitFor()
  const [found] = billingWords.exec(await page.evaluate<string>(allWords)) ?? []
  expect({ where, found }).toEqual({ where, found: undefined })
}

describe('an installation without prices', () => {
  const { product, site } = startWorld({ env: { PLAN_CATALOGUE: 'home' } })
  const visit = async (page: Page, names: readonly PageName[], params: Record<string, string> = {}): Promise<void> => {
    for (const name of names) {
      const path = pagePaths[name].replace(/:([a-z]+)/, (_, param: string) => params[param] ?? 'none')
      await page.goto(product.origin + path)
      await page.waitForLoadState('networkidle')
      // Texts of the examples may have such words.
      if (/^example./u.test(name) && name !== 'examples')
        await page
          .locator('div:has(> article)')
          .first()
          .evaluate((element) => element.remove())
      await expectNoBilling(page, `${name}, ${path}`)
    }
  }
  const names = Object.keys(pagePaths).filter((name): name is PageName => hasPage(name as PageName, false))

  browserTest('mentions no billing to visitors', async ({ page, problems }) => {
    problems.allow(/40[0-9]/)
    await visit(page, names)
    await page.goto(product.origin)
    await takeScreenshots(page, 'home-landing', true)
    await page.goto(product.origin + pagePaths.register)
    await takeScreenshots(page, 'home-register')
    await page.goto(product.origin + pagePaths.subscribe)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  browserTest('mentions no billing to users, on any screen or dialog', async ({ page, problems }) => {
    problems.allow(/40[0-9]|422/)
    await register(page, product.origin)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill(tidePools)
    await page.getByRole('button', { name: 'Summarize' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    await expectNoBilling(page, 'a summary')
    await takeScreenshots(page, 'home-summary')
    // A redo can be about something else, with any engine.
    await dialog.getByRole('button', { name: 'More actions' }).click()
    await expect.poll(async () => page.getByRole('menuitem').allInnerTexts()).toEqual(['Redo', 'Delete'])
    await page.keyboard.press('Escape')
    for (const name of ['Share', 'Delete'] as const) {
      if (name === 'Delete') await chooseAction(page, name)
      else await dialog.getByRole('button', { name, exact: true }).click()
      await page
        .getByRole(name === 'Delete' ? 'alertdialog' : 'dialog')
        .last()
        .getByRole('heading')
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
      await expectNoBilling(page, `the dialog ${name}`)
      await page.keyboard.press('Escape')
    }
    await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter')
    await expect.poll(async () => page.getByRole('menuitem').allInnerTexts()).toEqual(['Markdown', 'PDF'])
    await page.keyboard.press('Escape')
    const [summary] = await (await page.request.get(`${product.origin}/api/summaries`)).json()
    const share = await page.request.put(`${product.origin}/api/summaries/${summary.id}/share`, {
      data: { includesSource: true },
    })
    const token = new URL((await share.json()).url).pathname.split('/').at(-1) ?? ''
    await visit(page, names, { id: summary.id, token })

    await page.goto(product.origin + pagePaths.dashboard)
    await page.getByRole('tab', { name: 'E-Books' }).click()
    await page.getByText('drop').first().waitFor()
    await expectNoBilling(page, 'e-books')
    await page.getByRole('tab', { name: 'From URL' }).click()
    await takeScreenshots(page, 'home-dashboard')
    await page.getByLabel('Link to a video or article').fill(site.lockedUrl)
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('dialog', { name: 'We couldn’t summarize this' }).waitFor()
    await expectNoBilling(page, 'a failure')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Your account' }).click()
    await expectNoBilling(page, 'the menu')
    await page.keyboard.press('Escape')
    await page.goto(product.origin + pagePaths.account)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('dialog').waitFor()
    await expectNoBilling(page, 'the deletion of the account')
    await page.goto(product.origin + pagePaths.manageSubscription)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})
