import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { expectAccessible, overflowOf } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots } from '../support/browser.ts'
import { openAccount, section, settled } from './account-steps.ts'
import { expectToFit, focused } from './auth-steps.ts'
import { user } from './steps.ts'
import { startWorld } from './world.ts'

/** Opens every form of the page with its messages. */
async function openForms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password must be at least 8 characters.').waitFor()
}

describe('Account page accessibility', () => {
  const world = startWorld()

  browserTest('passes axe with its forms closed and open', async ({ page }) => {
    await openAccount(page, world.product.origin)
    await expectAccessible(page, 'the page')
    await takeScreenshots(page, 'account')
    await openForms(page)
    await expectAccessible(page, 'its forms')
    await expectToFit(page)
    await takeScreenshots(page, 'account-forms')
  })

  browserTest('passes axe in the deletion dialog', async ({ page }) => {
    await openAccount(page, world.product.origin)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectAccessible(page, 'a question')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'the dialog')
    await expectToFit(page)
    await takeScreenshots(page, 'account-delete')
  })

  browserTest('fits names and emails of any length and script at any width', async ({ page }) => {
    const email = await openAccount(page, world.product.origin)
    const { db } = world.product.database
    const long = {
      firstName: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft',
      lastName: 'M'.repeat(100),
      email: `${'donaudampfschifffahrtsgesellschaft.'.repeat(5)}reader@example.com`,
    }
    const rightToLeft = { firstName: 'ليلى', lastName: 'بنت منصور', email: 'layla@example.com' }
    let known = email
    for (const names of [long, rightToLeft]) {
      await db.update(users).set(names).where(eq(users.email, known))
      known = names.email
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: 'Change name' }).click()
      for (const width of [360, 720, 1024, 1440]) {
        await resize(page, { width, height: 800 })
        await expect
          .poll(async () => overflowOf(page), { message: `${names.firstName}, ${width} px` })
          .toBeLessThanOrEqual(0)
      }
      await takeScreenshots(page, `account-${names === long ? 'long' : 'rtl'}`)
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
  })

  browserTest('can be traversed by keyboard alone', async ({ page }) => {
    await openAccount(page, world.product.origin)
    await page.locator('#main').focus()
    const stops: string[] = []
    for (let presses = 0; presses < 30 && stops.at(-1) !== 'Delete my account'; presses += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
      const isSeen = await page.evaluate<boolean>(`(() => {
        const { top, bottom } = document.activeElement.getBoundingClientRect()
        return top >= 64 && bottom <= innerHeight
      })()`)
      expect([stops.at(-1), isSeen]).toEqual([stops.at(-1), true])
    }
    expect(stops).toEqual([
      'Profile',
      'Email',
      'Sign-in',
      'Sessions',
      'API tokens',
      'Your data',
      'Delete account',
      'Change name',
      'Change email',
      'Show the confirmation link',
      'Change password',
      expect.stringMatching(/^Sign out .* this device$/),
      'Sign out everywhere',
      'API documentation',
      'Create a token',
      'privacy policy',
      'Download my data',
      'Delete my account',
    ])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.getByRole('dialog').getByLabel('Your password').focus()
    await page.keyboard.type(user.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${world.product.origin}/`)
  })

  browserTest('links to its sections, and marks the visible one', async ({ page }) => {
    await openAccount(page, world.product.origin)
    const nav = page.getByRole('navigation', { name: 'Sections' })
    const current = nav.locator('[aria-current=location]')
    await expect.poll(async () => current.textContent()).toBe('Profile')
    await nav.getByRole('link', { name: 'Sessions' }).click()
    await nav.getByRole('link', { name: 'Sessions' }).and(current).waitFor()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await nav.getByRole('link', { name: 'Delete account' }).click()
    await nav.getByRole('link', { name: 'Delete account' }).and(current).waitFor()
    await resize(page, { width: 1440, height: 500 })
    await page.goto(`${world.product.origin}/dashboard`)
    await page.goto(`${world.product.origin}/account#sessions`)
    await settled(page)
    await nav.getByRole('link', { name: 'Sessions' }).and(current).waitFor()
    const top = await section(page, 'Sessions').evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(60)
    expect(top).toBeLessThan(160)
  })
})
