import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, resize, viewports } from '../support/browser.ts'
import { register } from './steps.ts'
import { startWorld } from './world.ts'

interface Actions {
  dialog: Locator
  secondary: string
  primary: string
}

const action = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('button', { name, exact: true }).or(dialog.getByRole('link', { name, exact: true }))

/** Expects the primary action to the right of the secondary one, above it on phones, and after it in the tab order. */
async function expectOrder(page: Page, { dialog, secondary, primary }: Actions): Promise<void> {
  const first = action(dialog, secondary)
  const last = action(dialog, primary)
  const boxes = async () => {
    const [one, other] = [await first.boundingBox(), await last.boundingBox()]
    if (one === null || other === null) throw new Error(`${secondary} or ${primary} is not on the screen.`)
    return { one, other }
  }
  await resize(page, viewports.desktop)
  await expect
    .poll(async () => {
      const { one, other } = await boxes()
      return one.y === other.y && one.x + one.width < other.x
    })
    .toBe(true)
  await resize(page, viewports.phone)
  await expect
    .poll(async () => {
      const { one, other } = await boxes()
      return one.x === other.x && one.width === other.width && other.y + other.height < one.y
    })
    .toBe(true)
  await first.focus()
  await page.keyboard.press('Tab')
  await expect.poll(async () => last.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
}

describe('buttons of dialogs', () => {
  const world = startWorld()

  browserTest('have one order: secondary, then primary or destructive', async ({ page }) => {
    const { origin } = world.product
    await page.goto(origin)
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    const cookies = page.getByRole('dialog', { name: 'Cookie settings' })
    await expectOrder(page, { dialog: cookies, secondary: 'Cancel', primary: 'Save Preferences' })
    await cookies.getByRole('button', { name: 'Save Preferences' }).click()

    await register(page, origin)
    await page.getByRole('tab', { name: /E-Books/ }).click()
    await page.getByRole('tabpanel').getByRole('button').click()
    const unlock = page.getByRole('dialog', { name: 'Unlock e-book summaries' })
    await expectOrder(page, { dialog: unlock, secondary: 'Maybe Later', primary: 'Choose Your Plan' })
    await unlock.getByRole('button', { name: 'Maybe Later' }).click()

    await page.getByRole('tab', { name: /URL/ }).click()
    await page.getByLabel('Link to a video or article').fill('http://nowhere.invalid/')
    await page.getByRole('button', { name: 'Summarize' }).click()
    const upgrade = page.getByRole('dialog', { name: 'Upgrade for better summaries' })
    await expectOrder(page, { dialog: upgrade, secondary: 'Continue with Basic Summary', primary: 'Upgrade Now' })
    await upgrade.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    const failure = page.getByRole('dialog', { name: 'We couldn’t summarize this' })
    await failure.waitFor()
    await expectOrder(page, { dialog: failure, secondary: 'Upload it as a file', primary: 'Try again' })
    await page.keyboard.press('Escape')

    await page.goto(`${origin}/account`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const removal = page.getByRole('dialog', { name: 'Delete your account?' })
    await expectOrder(page, { dialog: removal, secondary: 'Keep my account', primary: 'Delete my account' })
  })
})
