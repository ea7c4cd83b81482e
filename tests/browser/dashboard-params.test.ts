import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { expectToast, register, signOut, user } from './steps.ts'
import { startWorld } from './world.ts'

describe('dashboard parameters', () => {
  const world = startWorld()
  const at = (path: string): string => `${world.product.origin}${path}`
  const address = 'https://tides.example/pools?page=2'

  browserTest('fill in a URL, and are removed from the address bar', async ({ page }) => {
    await register(page, world.product.origin)
    await page.goto(at(`/dashboard?url=${encodeURIComponent(address)}`))
    const field = page.getByLabel('Link to a video or article')
    await expect.poll(async () => field.inputValue()).toBe(address)
    await page.waitForURL(at('/dashboard'))
    await page.reload()
    await expect.poll(async () => field.inputValue()).toBe(address)

    // A typed URL stays until it is sent or removed.
    const next = 'https://tides.example/dunes'
    await field.fill('tides.example/typed')
    await page.evaluate(`history.pushState(null, '', '/dashboard?url=${encodeURIComponent(next)}')`)
    await expectToast(page, 'There’s already a link here', next)
    await expect.poll(async () => field.inputValue()).toBe('tides.example/typed')
    await field.fill('')
    await expect.poll(async () => field.inputValue()).toBe(next)
    await page.waitForURL(at('/dashboard'))
  })

  browserTest('survive a sign-in', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await signOut(page)
    await page.goto(at(`/dashboard?url=${encodeURIComponent(address)}`))
    await page.waitForURL('**/login?returnTo=**')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/dashboard'))
    await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe(address)
  })

  browserTest('append a shared text to typed text, and keep both', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill('The tide falls.')
    await page.goto(at('/dashboard?title=Shared&text=The%20tide%20rises.'))
    const text = page.getByLabel('Text to summarize')
    await expect.poll(async () => text.inputValue()).toBe('The tide falls.\n\nThe tide rises.')
    await page.goto(at(`/dashboard?text=${encodeURIComponent(`Read this: ${address}.`)}`))
    await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe(address)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await expect.poll(async () => text.inputValue()).toBe('The tide falls.\n\nThe tide rises.')
  })
})
