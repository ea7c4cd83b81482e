import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { expectToast, register, signOut, user } from './steps.ts'
import { startWorld } from './world.ts'

describe('what is handed over to the dashboard', () => {
  const world = startWorld()
  const at = (path: string): string => `${world.product.origin}${path}`
  const address = 'https://tides.example/pools?page=2'

  browserTest('an address stands in the card, and no longer in the browser', async ({ page }) => {
    await register(page, world.product.origin)
    await page.goto(at(`/dashboard?url=${encodeURIComponent(address)}`))
    const field = page.getByLabel('Link to a video or article')
    await expect.poll(async () => field.inputValue()).toBe(address)
    await page.waitForURL(at('/dashboard'))
    await page.reload()
    await expect.poll(async () => field.inputValue()).toBe(address)

    // One that was typed stays until it is sent or taken out.
    const next = 'https://tides.example/dunes'
    await field.fill('tides.example/typed')
    await page.evaluate(`history.pushState(null, '', '/dashboard?url=${encodeURIComponent(next)}')`)
    await expectToast(page, 'There’s already a link here', next)
    await expect.poll(async () => field.inputValue()).toBe('tides.example/typed')
    await field.fill('')
    await expect.poll(async () => field.inputValue()).toBe(next)
    await page.waitForURL(at('/dashboard'))
  })

  browserTest('who has to log in first finds it there afterwards', async ({ page }) => {
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

  browserTest('a shared text comes below what was typed, and the other way round nothing is lost', async ({ page }) => {
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
