import { describe, expect } from 'vitest'
import { json3Captions, type Line, playerAnswer } from '../standins/youtube/answers.ts'
import { openYouTubeStandIn, type Scenario } from '../standins/youtube/server.ts'
import { browserTest } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { tidePools } from '../support/texts.ts'
import { expectRead, register, summarizeUrl } from './steps.ts'
import { served } from './world.ts'

const spoken = 'aB3_-xyZ019'
const silent = 'bB3_-xyZ019'

/** A sentence every six seconds. */
const lines = tidePools.split(/(?<=\.)\s+/u).map((sentence, index): Line => [index * 6, 5, sentence])

const scenarios: Record<string, Scenario> = {
  // The video is longer than its captions.
  [spoken]: {
    player: () => ({
      body: playerAnswer({
        videoId: spoken,
        title: 'Counting tide pools',
        author: 'County Museum',
        lengthSeconds: 3600,
        tracks: [{ languageCode: 'en', kind: 'asr' }],
      }),
    }),
    captions: () => ({ body: json3Captions(lines) }),
  },
  [silent]: { player: () => ({ body: playerAnswer({ videoId: silent, title: 'Waves' }) }) },
}

describe('videos', () => {
  const site = served(async () => openYouTubeStandIn((id) => scenarios[id]))
  const product = served(async () => serveProduct({ env: { YOUTUBE_ORIGIN: site.origin } }))

  browserTest('show their caption source, missing parts, and the time of each takeaway', async ({ page, problems }) => {
    problems.allow(/ytimg/)
    await register(page, product.origin)
    await summarizeUrl(page, `https://youtu.be/${spoken}`)
    const detail = page.getByRole('dialog').filter({ hasText: /Read [\d,]+ words[.,]/ })
    await detail.waitFor({ timeout: 20_000 })
    const text = await detail.textContent()
    for (const fact of ['County Museum', '1 h', 'automatic captions', 'English']) expect(text).toContain(fact)
    await detail.getByText(/^The captions end at \d+:\d\d of 1:00:00/).waitFor()
    const chip = detail.getByRole('list').first().getByRole('button').first()
    await expect.poll(async () => chip.textContent()).toMatch(/^\d+:\d\d$/)
    await chip.click()
    const source = page.getByRole('complementary', { name: 'Source' })
    await source.locator('mark').first().waitFor()
    const original = source.getByRole('link', { name: 'Open original' })
    await expect.poll(async () => original.getAttribute('href')).toMatch(/[?&]t=\d+s/)
  })

  browserTest('show their thumbnail, unless it fails to load', async ({ page, problems }) => {
    problems.allow(/ytimg/)
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
    await page.route('https://i.ytimg.com/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(picture, 'base64') }),
    )
    await register(page, product.origin)
    await summarizeUrl(page, `https://youtu.be/${spoken}`)
    const thumbnail = page.getByRole('dialog').locator('img')
    await thumbnail.waitFor({ timeout: 20_000 })
    await expect.poll(async () => thumbnail.getAttribute('src')).toMatch(/^https:\/\/i\.ytimg\.com\//)
    expect(await thumbnail.getAttribute('referrerpolicy')).toBe('no-referrer')
    await page.unroute('https://i.ytimg.com/**')
    await page.route('https://i.ytimg.com/**', (route) => route.abort())
    await page.reload()
    await expectRead(page)
    await thumbnail.waitFor({ state: 'hidden' })
  })

  browserTest('ask for the recording when they have no captions', async ({ page }) => {
    await register(page, product.origin)
    await summarizeUrl(page, `https://youtu.be/${silent}`)
    const dialog = page.getByRole('dialog').filter({ hasText: 'We couldn’t summarize this' })
    await dialog.waitFor({ timeout: 20_000 })
    const buttons = (await dialog.getByRole('button').allTextContents()).filter((label) => label !== '')
    expect(buttons).toEqual(['Change the link', 'Upload the recording'])
    await dialog.getByRole('button', { name: 'Upload the recording' }).click()
    await page.getByRole('button', { name: /^Drop a document/ }).waitFor()
  })
})
