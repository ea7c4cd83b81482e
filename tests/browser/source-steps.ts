import type { Locator, Page } from 'playwright-core'
import type { SourceBlock } from '../../src/shared/document.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { keepSource } from '../support/kept-source.ts'
import type { ServedProduct } from '../support/served-product.ts'
import { addSummaries } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'

/** Text around the cited passages of an English source. */
export const english = 'Counters stood at six doors from the first week. We left out the days of the summer fair.'

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const source = (page: Page): Locator => page.getByRole('complementary', { name: 'Source' })
/** The first citation with this name. */
export const chip = (page: Page, name: RegExp): Locator => dialog(page).getByRole('button', { name }).first()
/** The block of the source in which a passage is marked. */
export const shownBlock = (page: Page): Locator =>
  source(page)
    .locator('[data-index]')
    .filter({ has: page.locator('mark') })

/** Opens a summary of a new user whose source was kept. */
export async function openWithSource(
  page: Page,
  product: ServedProduct,
  sample: Summary,
  blocks: readonly SourceBlock[],
): Promise<void> {
  const { userId } = await subscribe(page, product, { subscriptionPlan: 'elite' })
  const [id = ''] = await addSummaries(product, userId, 1, () => rowOf(sample))
  await keepSource(product.database.db, id, blocks)
  await page.goto(`${product.origin}/summaries/${id}`)
  await dialog(page).getByText('Summarized Nov 20, 2026').waitFor()
}

/** Chooses between the summary alone and with its source. */
export const view = (page: Page, name: 'Summary' | 'Summary and source' | 'Source'): Locator =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true })
