import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { answerGoogle } from './google-page.ts'
import { givePlan, register, user } from './steps.ts'
import { served } from './world.ts'

describe('a plan that a visitor chose', () => {
  const world = served(() => serveGoogleWorld())

  /** Answers requests for a checkout with a page of this site. Returns the plans that were asked for. */
  async function watchCheckouts(page: Page): Promise<unknown[]> {
    const asked: unknown[] = []
    await page.route('**/api/create-subscription', async (route) => {
      asked.push(route.request().postDataJSON())
      await route.fulfill({ json: { url: `${world.origin}/privacy-policy?checkout` } })
    })
    return asked
  }
  const choose = async (page: Page, plan: string): Promise<void> => {
    await page.goto(`${world.origin}/subscribe`)
    await page.getByRole('link', { name: `Choose ${plan}` }).press('Enter')
    await page.waitForURL('**/register?**')
  }

  browserTest('is checked out after registration, sign-in and Google sign-in, once', async ({ newPage }) => {
    const { page: member } = await newPage()
    const email = await register(member, world.origin)
    const journeys: ((page: Page) => Promise<void>)[] = [
      async (page) => {
        await page.getByLabel('First name').fill(user.firstName)
        await page.getByLabel('Last name').fill(user.lastName)
        await page.getByLabel('Email').fill('chooser@example.com')
        await page.getByLabel('Password', { exact: true }).fill(user.password)
        await page.keyboard.press('Enter')
      },
      async (page) => {
        await page.getByRole('link', { name: 'Sign in' }).click()
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(user.password)
        await page.keyboard.press('Enter')
      },
      async (page) => {
        await page.getByRole('link', { name: 'Continue with Google' }).click()
        await answerGoogle(page, 'chooser.at.google@example.com')
      },
    ]
    for (const signIn of journeys) {
      const { page } = await newPage()
      const asked = await watchCheckouts(page)
      await choose(page, 'Pro')
      await signIn(page)
      await page.waitForURL('**/privacy-policy?checkout')
      expect(asked).toEqual([{ plan: 'pro' }])
      // Back shows the plans, and does not lead there again.
      await page.goBack()
      await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
      expect([page.url(), asked.length]).toEqual([`${world.origin}/subscribe`, 1])
    }
  })

  browserTest('is not checked out for subscribers, or unless it is for sale', async ({ page }) => {
    const email = await register(page, world.origin)
    const asked = await watchCheckouts(page)
    await givePlan(page, world.database, email, 'lite')
    for (const plan of ['pro', 'lite', 'starter', 'platinum', 'https://evil.example']) {
      await page.goto(`${world.origin}/subscribe?plan=${plan}`)
      await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
      await page.waitForURL(`${world.origin}/subscribe`)
    }
    expect(asked).toEqual([])
  })
})
