import type { Page } from 'playwright-core'

export const plans = (page: Page) => page.getByRole('list', { name: 'Plans' })

export const button = (page: Page, name: string) => plans(page).getByRole('button', { name })

/** Labels of the cards' buttons, in order. */
export const actions = async (page: Page): Promise<string[]> =>
  plans(page).getByRole('listitem').locator('a, button').allInnerTexts()

/** Opens the page of plans, and waits for its comparison. */
export async function openPlans(page: Page, origin: string, query: string): Promise<void> {
  await page.goto(`${origin}/subscribe${query}`)
  await page.getByRole('heading', { name: 'Compare plans' }).waitFor()
}
