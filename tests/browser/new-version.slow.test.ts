import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { neverIdle } from '../support/page-weight.ts'
import { register } from './steps.ts'
import { startWorld } from './world.ts'

/** Script of a screen that an older page requests. */
const screenFile = /\/assets\/account-page-.*\.js$/

describe('a page that is older than the server', () => {
  const world = startWorld()

  browserTest('reloads when a screen of its version is gone', async ({ page, problems }) => {
    problems.allow(/404|Failed to fetch|could not be loaded/)
    // An idle page would load the screen before it is gone.
    await page.addInitScript(neverIdle)
    await register(page, world.product.origin)
    await page.getByLabel('Link to a video or article').fill('https://harbor.example/report')
    let isOld = true
    await page.route(screenFile, (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
    // It checks first whether the server responds.
    page.on('request', (request) => {
      if (request.method() === 'HEAD') isOld = false
    })
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    expect(isOld).toBe(false)
    // Typed input is still there.
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect
      .poll(async () => page.getByLabel('Link to a video or article').inputValue())
      .toBe('https://harbor.example/report')
  })

  browserTest('shows an error when that does not help, and does not reload again', async ({ page, problems }) => {
    problems.allow(/404|Failed to fetch|could not be loaded/)
    // An idle page would load the screen before it is gone.
    await page.addInitScript(neverIdle)
    await register(page, world.product.origin)
    let loads = 0
    page.on('domcontentloaded', () => (loads += 1))
    await page.route(screenFile, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Your account' }).click()
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await reloaded
    await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor()
    await page.waitForTimeout(500)
    expect(loads).toBe(1)
    await page.unroute(screenFile)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  })

  browserTest('offers to reload when a response lacks what the page needs', async ({ page, problems }) => {
    problems.allow(/TypeError/)
    await register(page, world.product.origin)
    await page.route(/\/api\/summaries\?/, (route) => route.fulfill({ json: {} }))
    await page.getByRole('link', { name: 'Summaries', exact: true }).click()
    await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor({ timeout: 8000 })
    await page.getByRole('button', { name: 'Reload' }).waitFor()
  })
})
