import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { pagePaths } from '../../src/shared/paths.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { savedPage, subtitles } from '../support/files/samples.ts'
import { expectToFit } from './auth-steps.ts'
import { register, stopClock, summarizeUrl, user } from './steps.ts'
import { startWorld } from './world.ts'

const intranet = 'https://intranet.carrow.example/pools'
const video = 'https://www.youtube.com/watch?v=a1B2c3D4e5F'
const TITLE = 'Counting the tide pools of Carrow'

/** Sites that only this browser can open: an intranet with a login, and a video with captions. */
async function openSites(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: 'member', value: 'yes', url: 'https://intranet.carrow.example' }])
  await context.route('https://intranet.carrow.example/**', async (route) => {
    const isMember = (await route.request().allHeaders())['cookie']?.includes('member=yes') === true
    await route.fulfill(
      isMember ? { contentType: 'text/html', body: savedPage.buffer.toString() } : { status: 401, body: 'Sign in' },
    )
  })
  await context.route('https://www.youtube.com/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname === '/watch') {
      const player = `<script>fetch('/api/timedtext?v=a1B2c3D4e5F&pot=x&fmt=json3')</script>`
      await route.fulfill({ contentType: 'text/html', body: `<title>(2) Pools, a talk - YouTube</title>${player}` })
    } else if (searchParams.get('fmt') === 'vtt') {
      await route.fulfill({
        contentType: 'text/vtt',
        body: `WEBVTT\n\n${subtitles.buffer.toString().replaceAll(',000', '.000')}`,
      })
    } else await route.fulfill({ contentType: 'application/json', body: '{}' })
  })
}

describe('the page in front of the user', () => {
  const world = startWorld()

  /** Runs the bookmark on a page, as a click on it does, and returns the window of Precis. */
  const runBookmark = async (page: Page, bookmark: string): Promise<Page> => {
    const opened = page.waitForEvent('popup')
    await page.evaluate(decodeURIComponent(bookmark.replace('javascript:', '')))
    return opened
  }
  const readBookmark = async (page: Page): Promise<string> => {
    await page.goto(world.product.origin + pagePaths.capture)
    return (await page.getByRole('link', { name: 'Summarize with Precis' }).getAttribute('href')) ?? ''
  }
  const summariesOf = async (page: Page): Promise<unknown[]> =>
    (await page.request.get(`${world.product.origin}/api/summaries`)).json()

  browserTest('is offered beside links, and where one cannot be read', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByRole('link', { name: 'Read it from your browser' }).press('Enter')
    await page.getByRole('heading', { name: 'Read it from your browser' }).waitFor()
    await page.goBack()
    await summarizeUrl(page, world.site.lockedUrl)
    await page.getByRole('dialog', { name: 'We couldn’t summarize this' }).waitFor({ timeout: 20_000 })
    await takeScreenshots(page, 'capture-offered')
    await page.getByRole('dialog').getByRole('button', { name: 'Read it from your browser' }).click()
    await page.getByRole('heading', { name: 'Read it from your browser' }).waitFor()
  })

  browserTest('is summarized after a confirmation, from behind a login', async ({ page, newPage }) => {
    await openSites(page.context())
    await register(page, world.product.origin)
    const bookmark = await readBookmark(page)
    await takeScreenshots(page, 'capture')
    await expectAccessible(page, 'the explanation of the bookmark')
    await expectToFit(page)
    await page.goto(intranet)
    const precis = await runBookmark(page, bookmark)
    await precis.getByRole('heading', { name: 'Summarize this page?' }).waitFor()
    await precis.getByText('intranet.carrow.example').waitFor()
    await takeScreenshots(precis, 'capture-confirm')
    await expectAccessible(precis, 'a page to confirm')
    await expectToFit(precis)
    expect(await summariesOf(page)).toHaveLength(0)
    await precis.getByRole('button', { name: 'Summarize', disabled: false }).press('Enter')
    await precis.waitForURL(/\/summaries\/[\da-f-]{36}/u)
    await expect
      .poll(async () => summariesOf(page))
      .toMatchObject([{ title: TITLE, status: 'ready', contentType: 'article', sourceInfo: { captured: true } }])
    await precis.getByText('As seen in the owner’s browser at intranet.carrow.example').first().waitFor()
    await takeScreenshots(precis, 'captured-own')
    const id = new URL(precis.url()).pathname.split('/').at(-1)
    const shared = await precis.request.put(`${world.product.origin}/api/summaries/${id}/share`, {
      data: { includesSource: false },
      headers: { origin: world.product.origin },
    })
    const { page: visitor } = await newPage()
    await visitor.goto(world.product.origin + new URL((await shared.json()).url).pathname)
    await visitor.getByText('As seen in the owner’s browser at intranet.carrow.example').waitFor()
    await takeScreenshots(visitor, 'captured-shared')
    await expectToFit(visitor)
  })

  browserTest('is the captions that the player has of a video', async ({ page }) => {
    await openSites(page.context())
    await register(page, world.product.origin)
    const bookmark = await readBookmark(page)
    await page.goto(video)
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('timedtext'))`,
    )
    const precis = await runBookmark(page, bookmark)
    await precis.getByText(/www\.youtube\.com · captions/u).waitFor()
    await precis.getByRole('button', { name: 'Summarize' }).click()
    await expect
      .poll(async () => summariesOf(page))
      .toMatchObject([{ title: 'Pools, a talk', status: 'ready', contentType: 'youtube', originalUrl: video }])
  })

  browserTest('waits while its reader signs in', async ({ page, newPage }) => {
    const email = await register(page, world.product.origin)
    const bookmark = await readBookmark(page)
    const { page: visitor, problems } = await newPage()
    problems.allow(/401/)
    await openSites(visitor.context())
    await visitor.goto(intranet)
    const precis = await runBookmark(visitor, bookmark)
    await precis.waitForURL(/\/login\?returnTo=%2Fadd/u)
    await precis.getByLabel('Email').fill(email)
    await precis.getByLabel('Password', { exact: true }).fill(user.password)
    await precis.getByRole('button', { name: 'Sign In' }).click()
    await precis.getByRole('heading', { name: 'Summarize this page?' }).waitFor()
  })

  browserTest('cannot be another page than the one that sends it, or change later', async ({ page }) => {
    await openSites(page.context())
    await register(page, world.product.origin)
    await page.goto(intranet)
    const opened = page.waitForEvent('popup')
    await page.evaluate(`(() => {
      const target = open(${JSON.stringify(world.product.origin + pagePaths.capture)})
      addEventListener('message', ({ data }) => {
        window.send = (page) => target.postMessage({ type: 'precis-page', ticket: data.ticket, html: '<p>x', title: 'x', ...page }, '*')
      })
    })()`)
    const precis = await opened
    await page.waitForFunction('window.send !== undefined')
    const send = async (message: object): Promise<void> => page.evaluate(`window.send(${JSON.stringify(message)})`)
    await send({ url: 'https://bank.example/', title: 'Forged' })
    await send({ url: intranet, title: 'Without a ticket', ticket: 'x' })
    await send({ url: intranet, title: 'Own' })
    await precis.getByText('Own', { exact: true }).waitFor()
    await send({ url: intranet, title: 'Replayed' })
    await send({ url: 'https://bank.example/', title: 'Forged' })
    await precis.evaluate('new Promise((resolve) => setTimeout(resolve))')
    expect(await precis.getByText(/Forged|Without|Replayed/u).count()).toBe(0)
    expect(await summariesOf(page)).toHaveLength(0)
  })

  browserTest('has no words on the screen but ours, and no other address than of the web', async ({ page }) => {
    await openSites(page.context())
    await register(page, world.product.origin)
    const opener = async (address: string): Promise<Page> => {
      await page.goto(address)
      const opened = page.waitForEvent('popup')
      await page.evaluate(`(() => {
        const target = open(${JSON.stringify(world.product.origin + pagePaths.capture)})
        addEventListener('message', ({ data }) => {
          const send = (page) => target.postMessage({ type: 'precis-page', ticket: data.ticket, html: '<p>x', title: 'x', ...page }, '*')
          send({ url: 'file:///etc/hosts', title: 'A file' })
          send({ url: location.href, failure: 'Your session has ended. Sign in at evil.example.' })
          send({ url: location.href, title: 'Empty', failure: 'empty' })
        })
      })()`)
      return opened
    }
    const precis = await opener(intranet)
    await precis.getByText('There’s nothing to read on this page.').waitFor()
    expect(await precis.getByText(/evil|A file/u).count()).toBe(0)
    const other = await opener('data:text/html,<title>x</title>')
    await other.getByText('Waiting for the page').waitFor()
    expect(await other.getByText(/A file|Empty/u).count()).toBe(0)
  })

  browserTest('is summarized a second after it can be seen at the earliest', async ({ page }) => {
    await openSites(page.context())
    await register(page, world.product.origin)
    const bookmark = await readBookmark(page)
    await page.goto(intranet)
    const precis = await runBookmark(page, bookmark)
    const button = precis.getByRole('button', { name: 'Summarize' })
    await expect.poll(async () => button.isDisabled()).toBe(false)
    await stopClock(precis)
    // Comes to the front again, as a window does that another one has hidden.
    await precis.evaluate("window.dispatchEvent(new Event('focus'))")
    await expect.poll(async () => button.isDisabled()).toBe(true)
    await precis.clock.runFor(990)
    expect(await button.isDisabled()).toBe(true)
    await precis.clock.runFor(20)
    await expect.poll(async () => button.isDisabled()).toBe(false)
  })
})
