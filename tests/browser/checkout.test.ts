import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { servePaidProduct } from '../support/paid-product.ts'
import { expectToast, register } from './steps.ts'
import { served } from './world.ts'

const CANCELED = ['Payment Canceled', 'Your subscription setup was canceled. You can try again anytime.'] as const

describe('checkout', () => {
  const product = served(servePaidProduct)
  const at = (path: string): string => `${product.origin}${path}`

  browserTest('shows the paid plan, new or changed, through the real pages', async ({ page }) => {
    const { stripe } = product
    await register(page, product.origin)
    const plan = (name: string) => page.getByRole('list', { name: 'Plans' }).getByRole('button', { name })
    const badge = (name: string) => page.getByRole('banner').getByText(`${name} Plan`)
    await page.goto(at('/subscribe'))
    await plan('Upgrade to Lite').press('Enter')
    await page.getByRole('link', { name: 'Back to Precis' }).click()
    await expectToast(page, ...CANCELED)
    await page.waitForURL(at('/subscribe'))

    await plan('Upgrade to Lite').press('Enter')
    await page.getByRole('button', { name: 'Pay and subscribe' }).click()
    await expectToast(page, 'Payment Successful!', 'Your Lite subscription has been activated.')
    expect(page.url()).toBe(at('/dashboard'))
    await badge('Lite').waitFor()

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upgrade' }).first().click()
    await plan('Upgrade to Pro').press('Enter')
    await page.getByRole('heading', { name: 'From Lite to Pro' }).waitFor()
    await page.goBack()
    await expect.poll(async () => plan('Upgrade to Pro').isEnabled()).toBe(true)
    await plan('Upgrade to Pro').press('Enter')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(at('/manage-subscription'))
    await badge('Pro').waitFor()
    await stripe.settled()
  })
})
