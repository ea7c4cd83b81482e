import { describe } from 'vitest'
import { browserTest, viewports } from '../support/browser.ts'
import { keepSource, sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { servePaidProduct } from '../support/paid-product.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { chip, english, source, view } from './source-steps.ts'
import { chooseAction } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { actOnRow, beginWalk, button, close, confirmDeletion, JOURNEY_MS, link, settle, type Walk } from './walk.ts'
import { served } from './world.ts'

const { report } = pageSamples

describe.each(Object.entries(viewports))('on a slow network, on a %s,', (device, viewport) => {
  const product = served(servePaidProduct)
  const options = { viewport, hasTouch: device === 'phone' }
  const at = (path: string): string => `${product.origin}${path}`

  async function openRows({ page, step }: Walk, path: string, count: number): Promise<void> {
    const { userId } = await subscribe(page, product, pro)
    await addSummaries(product, userId, count)
    await step(path, async () => {
      await page.goto(at(path))
      await link(page, titleOf(0)).waitFor()
      await settle(page)
    })
  }

  async function filterRows({ page, step }: Walk): Promise<void> {
    const type = page.getByRole('combobox', { name: 'Type' })
    await step('filter', async () => {
      await type.selectOption('YouTube')
      await link(page, titleOf(0)).waitFor({ state: 'detached' })
    })
    await step('no filter', async () => {
      await type.selectOption('All Types')
      await link(page, titleOf(0)).waitFor()
    })
  }

  browserTest('the dashboard', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const walk = await beginWalk(newPage, { ...options, origin: product.origin })
    await openRows(walk, '/dashboard', 9)
    const { page, step, end } = walk
    await filterRows(walk)
    await step('delete', async () => {
      await actOnRow(page, titleOf(1), 'Delete')
      await confirmDeletion(page)
      await link(page, titleOf(1)).waitFor({ state: 'detached' })
    })
    await step('undo', async () => {
      await button(page, 'Undo').click()
      await link(page, titleOf(1)).waitFor()
    })
    await step('suggestions', async () => {
      await page.getByRole('heading', { name: 'Feature Suggestions' }).click()
      await page.getByRole('form', { name: 'Suggest a feature' }).waitFor()
    })
    await step('ways to add', () => page.getByText('Faster ways to add').click())
    await step('open', async () => {
      await link(page, titleOf(2)).click()
      await button(page, 'Copy').waitFor()
    })
    await step('next', async () => {
      await page.keyboard.press('ArrowRight')
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: titleOf(3) })
        .waitFor()
    })
    await step('close', () => close(page))
    await step('the list', async () => {
      await link(page, 'View All').click()
      await link(page, titleOf(8)).waitFor()
    })
    await step('back', async () => {
      await page.goBack()
      await link(page, titleOf(1)).waitFor()
    })
    end()
  })

  browserTest('the list', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const walk = await beginWalk(newPage, { ...options, origin: product.origin })
    await openRows(walk, '/summaries', 90)
    const { page, step, end } = walk
    await step('to its end before the rows come', async () => {
      for (let tries = 0; tries < 12; tries += 1) {
        await page.keyboard.press('End')
        await page.waitForTimeout(700)
      }
      await link(page, titleOf(89)).waitFor()
    })
    await step('up and down', async () => {
      for (const key of ['Home', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'End', 'PageUp', 'PageUp']) {
        await page.keyboard.press(key)
        await page.waitForTimeout(600)
      }
      await page.keyboard.press('Home')
    })
    await step('search', async () => {
      await page.getByRole('searchbox').fill('keel')
      await link(page, titleOf(0)).waitFor({ state: 'detached' })
    })
    await step('search for nothing', async () => {
      await page.getByRole('searchbox').fill('zzzq')
      await page.getByText('Nothing found').waitFor()
    })
    await step('search ended', async () => {
      await page.getByRole('searchbox').press('Escape')
      await link(page, titleOf(0)).waitFor()
    })
    await step('search of words', async () => {
      await page.getByRole('searchbox').fill('before dawn')
      await page.locator('mark').first().waitFor()
    })
    await page.getByRole('searchbox').press('Escape')
    await link(page, titleOf(0)).waitFor()
    await filterRows(walk)
    await step('grid', () => button(page, 'Grid').click())
    await step('a reload of the grid', async () => {
      await page.reload()
      await link(page, titleOf(0)).waitFor()
      await settle(page)
    })
    await step('rows again', () => button(page, 'List').click())
    await step('select several', async () => {
      await actOnRow(page, titleOf(1), 'Select')
      await page.getByLabel(`Select ${titleOf(2)}`).check()
      await page.getByLabel(`Select ${titleOf(3)}`).check()
    })
    await step('delete several', async () => {
      await page.getByRole('region', { name: 'Selected summaries' }).getByRole('button', { name: 'Delete' }).click()
      await confirmDeletion(page)
      await link(page, titleOf(2)).waitFor({ state: 'detached' })
    })
    await step('undo', async () => {
      await button(page, 'Undo').click()
      await link(page, titleOf(3)).waitFor()
    })
    await step('ask the library', async () => {
      await page.getByRole('link', { name: 'Ask all your sources' }).click()
      await page.getByRole('textbox', { name: 'Ask all your sources' }).waitFor()
    })
    await step('questions to the library', async () => {
      const field = page.getByRole('textbox', { name: 'Ask all your sources' })
      for (const question of ['Who wrote it down?', 'When did the tide come?']) {
        await field.fill(question)
        // A question is not sent before the one before it is answered.
        await page.locator('button[type=submit]:not([aria-disabled=true])').waitFor()
        await field.press('Enter')
        await page.getByRole('heading', { name: question }).waitFor()
      }
    })
    end()
  })

  browserTest('a summary', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const { page, step, end } = await beginWalk(newPage, { ...options, origin: product.origin })
    const { userId } = await subscribe(page, product, { ...pro, subscriptionPlan: 'elite' })
    const ids = await addSummaries(product, userId, 3, () => rowOf(report))
    for (const id of ids) await keepSource(product.database.db, id, sampleSource(report, english))
    const dialog = page.getByRole('dialog')
    await step('open directly', async () => {
      await page.goto(at(`/summaries/${ids[0]}`))
      await button(page, 'Copy').waitFor()
      await settle(page)
    })
    await step('a passage', async () => {
      await chip(page, /^p. 11/).click()
      await source(page).locator('mark').first().waitFor()
    })
    await step('another passage', () => page.keyboard.press(']'))
    await step('find in the source', async () => {
      if (device === 'phone') await view(page, 'Source').click()
      await source(page).getByLabel('Find in source').fill('summer fair')
      await source(page).getByLabel('Find in source').press('Enter')
      await page.waitForTimeout(1000)
    })
    await step('source closed', async () => {
      await view(page, 'Summary').click()
      await source(page).waitFor({ state: 'detached' })
    })
    await step('rename', async () => {
      await dialog.getByRole('button', { name: 'Rename' }).press('Enter')
      await page.getByRole('textbox', { name: 'Title' }).fill('For the board')
      await page.keyboard.press('Enter')
      await dialog.getByRole('heading', { name: 'For the board' }).waitFor()
    })
    await step(
      'share',
      async () => {
        await button(page, 'Share').click()
        await button(page, 'Create link').click()
        await page.getByRole('textbox', { name: 'Link' }).waitFor()
      },
      { isAnswered: true },
    )
    const shared = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.keyboard.press('Escape')
    await step('export', async () => {
      await button(page, 'Export').click()
      await page.getByRole('menuitem', { name: 'PDF' }).waitFor()
    })
    await page.keyboard.press('Escape')
    await step('redo', async () => {
      await chooseAction(page, 'Redo')
      await page.getByRole('dialog', { name: 'Redo this summary' }).waitFor()
    })
    await page.keyboard.press('Escape')
    await step('delete', async () => {
      await chooseAction(page, 'Delete')
      await confirmDeletion(page)
      await dialog.waitFor({ state: 'detached' })
    })
    await step('undo', async () => {
      await button(page, 'Undo').click()
      await link(page, 'For the board').waitFor()
    })
    await step('the shared page', async () => {
      await page.goto(at(new URL(shared).pathname))
      await page.getByRole('heading', { level: 2, name: 'For the board' }).waitFor()
      await settle(page)
    })
    end()
  })
})
