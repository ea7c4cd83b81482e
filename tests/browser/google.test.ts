import { describe, expect } from 'vitest'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { expectToast } from './steps.ts'
import { served } from './world.ts'

describe('Google sign-in', () => {
  const world = served(() => serveGoogleWorld())

  browserTest('leads through the provider’s pages and back to the requested page', async ({ page }) => {
    // A browser at another name of this machine is redirected to APP_URL, where its cookie is.
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

  browserTest('handles a refusal', async ({ page }) => {
    await page.goto(`${world.origin}/api/auth/google?returnTo=/account`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${world.origin}/login**`)
    await expectToast(page, 'Login failed', 'Google sign-in was canceled.')
    await expect.poll(async () => page.context().cookies(world.origin)).toEqual([])
  })
})
