import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { startLoopbackServer } from '../standins/loopback-server.ts'
import { segment, sendJson, startTranscriptionServer } from '../standins/transcription/server.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { voiceRecording } from '../support/files/speech.ts'
import { serveProduct } from '../support/served-product.ts'
import { tidePools } from '../support/texts.ts'
import { source } from './source-steps.ts'
import { expectToast, register, summarizeUrl } from './steps.ts'
import { served } from './world.ts'

const recording = { name: 'Tide pools, a talk.wav', mimeType: 'audio/wav', buffer: await voiceRecording(62) }
const sentences = tidePools.split(/(?<=\.)\s+/u)
const speakers = ['Ines', 'Tom']

/** Three sentences of one speaker, then three of the other. */
const speakerAt = (index: number): string => speakers[Math.floor(index / 3) % 2] ?? ''

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23)

/** Subtitles in which each sentence takes 20 s. */
const transcript = `WEBVTT\n\n${sentences
  .map((text, at) => `${clock(at * 20)} --> ${clock(at * 20 + 19)}\n<v ${speakerAt(at)}>${text}`)
  .join('\n\n')}\n`

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Waves and winds</title>
<item><title>Counting tide pools</title><pubDate>Tue, 01 Sep 2026 06:00:00 GMT</pubDate>
<enclosure url="/episode.wav" type="audio/wav" length="1"/>
<podcast:transcript url="/episode.vtt" type="text/vtt"/></item></channel></rss>`

const pages: Record<string, readonly [string, string | Buffer]> = {
  '/feed': ['application/rss+xml', feed],
  '/episode.vtt': ['text/vtt', transcript],
  '/episode.wav': ['audio/wav', recording.buffer],
  '/episode': [
    'text/html',
    '<html><head><title>Counting tide pools</title><meta property="og:audio" content="/episode.wav"></head><body><p>Listen.</p></body></html>',
  ],
}

const startPodcast = async () =>
  startLoopbackServer((request, response) => {
    const [type, body] = pages[request.url ?? ''] ?? []
    if (type === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })

/** Waits for the summary, and opens the first passage that it cites. */
async function openPassage(page: Page) {
  const detail = page.getByRole('dialog').filter({ hasText: /Read [\d,]+ words[.,]/ })
  await detail.waitFor({ timeout: 30_000 })
  const chip = detail.getByRole('list').first().getByRole('button').first()
  await expect.poll(async () => chip.textContent()).toMatch(/^\d+:\d\d/)
  await chip.click()
  await source(page).locator('mark').first().waitFor()
  return detail
}

describe('recordings', () => {
  const service = served(startTranscriptionServer)
  const podcast = served(startPodcast)
  const product = served(async () => serveProduct({ env: { TRANSCRIBE: 'local:tiny', TRANSCRIBE_URL: service.url } }))
  /** Says the sentences of the text once it is released. */
  const speak = (released: Promise<void>): void =>
    service.play((_, response) => {
      const length = 60 / sentences.length
      const segments = sentences.map((text, at) =>
        Object.assign(segment(at * length, (at + 1) * length, text), { speaker: speakerAt(at) }),
      )
      void released.then(() => sendJson(response, { language: 'english', text: tidePools, segments }))
    })

  browserTest('are uploaded, heard, and cited by the time', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    speak(promise)
    await register(page, product.origin)
    await page.getByText('0 of 30 minutes of recordings used.').waitFor()
    await page.getByRole('tab', { name: 'From File' }).click()
    await page.getByRole('button', { name: /^Drop a document or a recording here/ }).waitFor()
    await takeScreenshots(page, 'recording-drop')
    await page.locator('input[type=file]').setInputFiles(recording)
    await expectToast(page, 'File Uploaded', recording.name)
    await page.getByText(/^Recording\s·\s1\.9\sMB\s·\s1:02$/).waitFor()
    // The title is the file's name, which isn't repeated below it.
    const chosen = page.getByRole('tabpanel')
    await chosen.getByText('Tide pools, a talk', { exact: true }).waitFor()
    expect(await chosen.getByText(recording.name).count()).toBe(0)
    await expectAccessible(page, 'an uploaded recording')
    await takeScreenshots(page, 'recording-uploaded')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    await page.getByText('Listening to minute 1 of 2').first().waitFor({ timeout: 15_000 })
    await takeScreenshots(page, 'recording-listening')
    resolve()
    const detail = await openPassage(page)
    await detail.getByText(/^Transcribed from the recording, so names and single words may be misheard/).waitFor()
    await source(page)
      .getByText(/^Speaker Ines|^Ines/)
      .first()
      .waitFor()
    await expectAccessible(page, 'the summary of a recording')
    await takeScreenshots(page, 'recording-summary')
    await page.goto(`${product.origin}/dashboard`)
    await page.getByText('2 of 30 minutes of recordings used.').waitFor()
  })

  browserTest('at a link are heard where there is no transcript', async ({ page }) => {
    speak(Promise.resolve())
    await register(page, product.origin)
    await summarizeUrl(page, `${podcast.origin}/episode`)
    const detail = await openPassage(page)
    await detail.getByText(/^Transcribed from the recording,/).waitFor()
  })

  browserTest('of podcasts are read from their published transcript', async ({ page }) => {
    await register(page, product.origin)
    await summarizeUrl(page, `${podcast.origin}/feed`)
    const detail = await openPassage(page)
    for (const fact of ['Counting tide pools', 'Waves and winds', 'published transcript'])
      await expect.poll(async () => detail.textContent()).toContain(fact)
    expect(await detail.getByText(/^Transcribed from/).count()).toBe(0)
    await expectAccessible(page, 'the summary of a podcast')
    await takeScreenshots(page, 'podcast-summary')
    await page.goto(`${product.origin}/dashboard`)
    await page.getByText('0 of 30 minutes of recordings used.').waitFor()
  })
})
