import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest, switchTheme, takeScreenshots, themes } from '../support/browser.ts'
import { type GoogleWorld, serveGoogleWorld } from '../support/google.ts'
import { expectToast } from './steps.ts'

describe('sign-in with Google', () => {
  let world: GoogleWorld & { origin: string }
  beforeAll(async () => {
    world = await serveGoogleWorld()
  })
  afterAll(async () => world.close())

  browserTest('goes through the provider’s pages and back to where the person wanted to go', async ({ page }) => {
    // Come by the other name of this machine, people end where their cookie is.
    const wanted = encodeURIComponent('/summaries?q=tides')
    await page.goto(`${world.origin.replace('localhost', '127.0.0.1')}/login?returnTo=${wanted}`)
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
    expect(new URL(page.url()).origin).toBe(world.google.issuer)
    await page.getByText('This is a local stand-in for Google. Any address works; no password is asked.').waitFor()
    await page.getByText('to continue to Precis').waitFor()
    await takeScreenshots(page, 'google-standin')

    await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
    await page.getByLabel('Name').fill('Ada Byron')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${world.origin}/summaries**`)
    expect(new URL(page.url()).searchParams.get('q')).toBe('tides')
    await expectToast(page, 'Account created!')
    const me = await page.evaluate<{ email: string }>("fetch('/api/auth/user').then((answer) => answer.json())")
    expect(me).toMatchObject({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', emailVerified: true })
  })

  browserTest('takes a No for an answer', async ({ page }) => {
    await page.goto(`${world.origin}/api/auth/google?returnTo=/account`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${world.origin}/login**`)
    await expectToast(page, 'Login failed', 'Google was not allowed to sign you in.')
    await expect.poll(async () => page.context().cookies(world.origin)).toEqual([])
  })

  browserTest(
    'the provider’s pages correct, are reached by keyboard, and are legible in either theme',
    async ({ page, problems }) => {
      problems.allow(/422|400/)
      await page.goto(`${world.origin}/api/auth/google`)
      const email = page.getByLabel('Email', { exact: true })
      // The browser's own check lets this pass; the provider's does not.
      await email.fill('"><b>ada</b>@localhost')
      await page.evaluate("document.querySelector('form').noValidate = true")
      await email.press('Enter')
      await page.getByRole('alert').getByText('Please enter a valid email address.').waitFor()
      await expect.poll(async () => email.inputValue()).toBe('"><b>ada</b>@localhost')
      await email.focus()
      for (const name of ['Name', 'Picture (address, may stay empty)', 'The email address is verified']) {
        await page.keyboard.press('Tab')
        const label = await page.evaluate<string>("document.activeElement.labels?.[0]?.textContent ?? ''")
        expect(label).toBe(name)
      }
      for (const name of ['Continue', 'Cancel']) {
        await page.keyboard.press('Tab')
        await expect.poll(async () => page.evaluate<string>('document.activeElement.textContent')).toBe(name)
      }
      await takeScreenshots(page, 'google-standin-corrected')
      for (const theme of themes) {
        await switchTheme(page, theme)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id }) => id)).toEqual([])
      }
      await page.goto(`${world.google.issuer}/interaction/none`)
      await page.getByText('This sign-in is over, or was begun in another browser.').waitFor()
      await takeScreenshots(page, 'google-standin-error')
    },
  )
})
