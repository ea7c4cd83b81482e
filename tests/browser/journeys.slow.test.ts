import { describe, expect } from 'vitest'
import { articles, startArticleSite } from '../support/article-site.ts'
import { browserTest, viewports } from '../support/browser.ts'
import { book, wordDocument } from '../support/files/samples.ts'
import { servePaidProduct } from '../support/paid-product.ts'
import { tidePools } from '../support/texts.ts'
import { settled } from './account-steps.ts'
import { dialogOf, reason, submit } from './cancel-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { expectRead, fillRegistration, signOut, user } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { beginWalk, button, chooseFile, close, JOURNEY_MS, link, make, settle } from './walk.ts'
import { served } from './world.ts'

describe.each(Object.entries(viewports))('on a slow network, on a %s,', (device, viewport) => {
  const product = served(servePaidProduct)
  const site = served(startArticleSite)
  const options = { viewport, hasTouch: device === 'phone' }
  const at = (path: string): string => `${product.origin}${path}`

  browserTest('a visitor', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const { page, problems, step, end } = await beginWalk(newPage, {
      ...options,
      origin: product.origin,
      isFirstVisit: true,
    })
    problems.allow(/401/)
    await step('landing page', () => page.goto(product.origin, { waitUntil: 'networkidle' }))
    await step('cookies accepted', () => button(page, 'Accept All').click())
    await step('pricing', () => page.goto(at('/subscribe'), { waitUntil: 'networkidle' }))
    await step('examples', () => page.goto(at('/examples'), { waitUntil: 'networkidle' }))
    await step('an example', async () => {
      await page.getByRole('link', { name: 'Why every flat map is wrong' }).first().click()
      await settle(page)
    })
    await step('to register', async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
      await page.getByLabel('First name').waitFor()
      await settle(page)
    })
    await step('mistakes', () => button(page, 'Create Account').click())
    let email = ''
    await step('register', async () => {
      email = await fillRegistration(page)
      await page.getByText('No summaries yet').waitFor()
    })
    await step('sign out', () => signOut(page))
    await step('wrong password', async () => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('wrong horse')
      await button(page, 'Sign In').click()
      await page.getByRole('alert').first().waitFor()
    })
    await step('sign in', async () => {
      await page.getByLabel('Password', { exact: true }).fill(user.password)
      await button(page, 'Sign In').click()
      await page.waitForURL('**/dashboard')
      await page.getByText('No summaries yet').waitFor()
    })
    await signOut(page)
    await step('to a forgotten password', async () => {
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByLabel('Email').fill(email)
    })
    await step(
      'forgotten password',
      async () => {
        await button(page, 'Send Reset Link').click()
        await page.getByText(/reset/i).first().waitFor()
      },
      { isAnswered: true },
    )
    end()
  })

  browserTest('makes pages', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const walk = await beginWalk(newPage, { ...options, origin: product.origin })
    const { page, step, end } = walk
    await subscribe(page, product)
    await step('new dashboard', async () => {
      await page.goto(at('/dashboard'))
      await page.getByText('No summaries yet').waitFor()
      await settle(page)
    })
    await step('from a URL', async () => {
      await page.getByLabel('Link to a video or article').fill(site.articleUrl(articles[0]!))
      await make(page, true)
    })
    await step('closed', () => close(page))
    await step('from text', async () => {
      await page.getByRole('tab', { name: 'From Text' }).click()
      await page.locator('textarea').first().fill(tidePools)
      await make(page, true)
    })
    await close(page)
    await chooseFile(walk, 'From File', wordDocument)
    await step('from a file', () => make(page, true))
    await step('closed, with none left', () => close(page))
    await step('out of quota', async () => {
      await page.getByRole('tab', { name: 'From URL' }).click()
      await page.getByLabel('Link to a video or article').fill(site.missingUrl)
      await button(page, 'Summarize').click()
    })
    end()
  })

  browserTest('makes more pages', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const walk = await beginWalk(newPage, { ...options, origin: product.origin })
    const { page, step, end } = walk
    await subscribe(page, product, pro)
    await page.goto(at('/dashboard'))
    await page.getByText('No summaries yet').waitFor()
    await chooseFile(walk, 'E-Books', book)
    await step('from an e-book', () => make(page))
    await close(page)
    await step('in the background', async () => {
      await page.getByRole('tab', { name: 'From URL' }).click()
      await page.getByLabel('Link to a video or article').fill(site.heldUrl(articles[1]!))
      await button(page, 'Summarize').click()
      await button(page, 'Continue in background').click()
    })
    await step('ready in the background', async () => {
      site.release()
      await page.getByText('Summary Created').first().waitFor()
    })
    await step('opened from its row', async () => {
      await page.getByRole('article').getByRole('link').first().click()
      await expectRead(page)
    })
    await close(page)
    await step('once more, found again', async () => {
      await page.getByLabel('Link to a video or article').fill(site.heldUrl(articles[1]!))
      site.release()
      await button(page, 'Summarize').click()
      await expectRead(page)
    })
    await close(page)
    await step('a link that fails', async () => {
      await page.getByLabel('Link to a video or article').fill(site.missingUrl)
      await button(page, 'Summarize').click()
      await page.getByText('We couldn’t summarize this').waitFor()
    })
    await step('closed after the failure', () => close(page))
    end()
  })

  browserTest('an account and a plan', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const { page, step, end } = await beginWalk(newPage, { ...options, origin: product.origin })
    await subscribe(page, product)
    await step('account', async () => {
      await page.goto(at('/account'))
      await settled(page)
      await settle(page)
    })
    await step('name', () => button(page, 'Change name').click())
    await step(
      'name saved',
      async () => {
        await page.getByLabel('First name').fill('Augusta')
        await button(page, 'Save name').click()
        await button(page, 'Change name').waitFor()
      },
      { isAnswered: true },
    )
    await step('email', async () => {
      await button(page, 'Change email').click()
      await page.waitForTimeout(600)
      await button(page, 'Change email').click()
    })
    await step('password', async () => {
      await button(page, 'Change password').click()
      await page.waitForTimeout(600)
      await button(page, 'Change password').click()
    })
    await step('token', () => button(page, 'Create a token').click())
    await step(
      'token made',
      async () => {
        const tokens = page.getByRole('region', { name: 'API tokens', exact: true })
        await tokens.getByLabel('Name').fill('Reading list')
        await tokens.getByLabel('Current password').fill(user.password)
        await tokens.getByLabel('Current password').press('Enter')
        await tokens.getByLabel('New token').waitFor()
      },
      { isAnswered: true },
    )
    await step('pricing', async () => {
      await page.goto(at('/subscribe'))
      await button(page, 'Upgrade to Pro').waitFor()
      await settle(page)
    })
    await step('canceled checkout', async () => {
      await button(page, 'Upgrade to Pro').click()
      await page.getByRole('link', { name: 'Back to Precis' }).click()
      await page.getByText('Payment Canceled').first().waitFor()
      await settle(page)
    })
    await step('paid', async () => {
      await button(page, 'Upgrade to Pro').click()
      await button(page, 'Pay and subscribe').click()
      await page.getByText('Payment Successful!').first().waitFor()
      await page.getByRole('banner').getByText('Pro Plan').waitFor()
      await settle(page)
    })
    await step('manage', async () => {
      await page.goto(at('/manage-subscription'))
      await button(page, 'Cancel Subscription').waitFor()
      await settle(page)
    })
    await step('cancel', async () => {
      await button(page, 'Cancel Subscription').click()
      await reason(page).fill('Too little time.')
      await submit(page).click()
      await dialogOf(page).waitFor({ state: 'detached' })
      await button(page, 'Cancellation Requested').waitFor()
    })
    await step('dashboard after it', async () => {
      await page.goto(at('/dashboard'))
      await button(page, 'Cancellation Requested').waitFor()
      await settle(page)
    })
    end()
  })

  browserTest('a lost connection', { timeout: JOURNEY_MS }, async ({ newPage }) => {
    const { page, problems, step, setOffline, end } = await beginWalk(newPage, { ...options, origin: product.origin })
    problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/)
    const { userId } = await subscribe(page, product, pro)
    await addSummaries(product, userId, 12)
    await page.goto(at('/dashboard'))
    await link(page, titleOf(0)).waitFor()
    await settle(page)
    await page.goto(at('/summaries'))
    await link(page, titleOf(0)).click()
    await button(page, 'Copy').waitFor()
    await close(page)
    await step('offline', () => setOffline(true))
    await step('a summary offline', async () => {
      await link(page, titleOf(0)).click()
      await button(page, 'Copy').waitFor()
    })
    await close(page)
    await step('dashboard offline', async () => {
      await page
        .getByRole('navigation', { name: 'Main' })
        .filter({ visible: true })
        .getByRole('link', { name: 'Dashboard' })
        .click()
      await page.getByLabel('Link to a video or article').waitFor()
    })
    await step('a link offline', async () => {
      await page.getByLabel('Link to a video or article').fill(site.articleUrl(articles[0]!))
      await button(page, 'Summarize').click()
      await page.getByText('Starts when you’re back online.').waitFor()
    })
    await step('back online', async () => {
      await setOffline(false)
      await page.getByText('Summary Created').first().waitFor()
    })
    expect(page.url()).toBe(at('/dashboard'))
    end()
  })
})
