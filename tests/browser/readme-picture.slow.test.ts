import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { locationLabel } from '../../src/shared/summary/location-label.ts'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import type { SummaryPage } from '../../src/shared/summary/summary-page.ts'
import { browserTest, resize } from '../support/browser.ts'
import { stagedDocument, stagedResult } from '../support/staged-pipeline.ts'
import { openedStream, registerElite, startStagedWorld } from './staged-world.ts'

// Records docs/images/demo.webp: SCREENSHOTS=1 npm test -- readme-picture

const width = 1280
const height = 760
const maxBytes = 600_000
const file = path.join(import.meta.dirname, '..', '..', 'docs', 'images', 'demo.webp')

const paragraphs = [
  'Harbor dues rose to 4.1 million crowns in 2025, the most since the ferry line was closed in 1998. Almost all of the growth came from boats under twelve meters, which now fill nine berths in ten.',
  'The channel took back what the dues brought in. It silts up by thirty centimeters each winter, and the dredger that clears it must be hired from abroad, at a price that has doubled in five years.',
  '“We have moved the same sand four times, and four times we have paid for it,” the harbor master told the board.',
  'The board decided to buy a dredger together with the two harbors to the north. It expects the purchase to pay for itself in six winters, and asks the members to agree in April.',
] as const
const title = 'The harbor that pays for itself'
const document = stagedDocument(title, [['Report', ...paragraphs]], {
  kind: 'text',
  url: null,
  site: null,
  author: null,
  publishedAt: null,
  sourceInfo: { readAs: 'Pasted text' },
  blocks: paragraphs.map((text, index) => ({
    id: `b1-${index + 1}`,
    type: 'paragraph',
    text,
    headingPath: [],
    location: { kind: 'paragraph', paragraph: index + 1 },
  })),
})
const gist =
  'The harbor earned more in 2025 than in any year since 1998, but a hired dredger uses up the gain, so the board will share one.'
const lines = [
  ['Income', 'Small boats fill nine berths in ten and brought dues to 4.1 million crowns.', 0],
  ['Dredging', 'Clearing thirty centimeters of silt each winter costs twice what it did five years ago.', 1],
  ['Plan', 'Shared with two harbors to the north, the dredger should pay for itself in six winters.', 3],
] as const
const cite = (text: string, index: number) => {
  const location = { kind: 'paragraph', paragraph: index + 1 } as const
  const excerpt = paragraphs[index] ?? ''
  return { text, citations: [{ blockId: `b1-${index + 1}`, location, label: locationLabel(location), excerpt }] }
}

/** A chunk of a RIFF file: its name, its length, its content, padded to an even length. */
function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

type Frame = { image: Buffer; durationMs: number }

/** Joins WebP images of the same size into an animation (https://developers.google.com/speed/webp/docs/riff_container). */
function animate(frames: readonly Frame[]): Buffer {
  const canvas = Buffer.alloc(10)
  canvas.writeUInt8(0b10)
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const images = frames.map(({ image, durationMs }) => {
    const head = Buffer.alloc(16)
    head.writeUIntLE(width - 1, 6, 3)
    head.writeUIntLE(height - 1, 9, 3)
    head.writeUIntLE(durationMs, 12, 3)
    // Leaves out the color profile in front of the pixels.
    return chunk('ANMF', Buffer.concat([head, image.subarray(image.indexOf('VP8 ', 0, 'latin1'))]))
  })
  const loopsForever = chunk('ANIM', Buffer.alloc(6))
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', canvas), loopsForever, ...images]))
}

async function takeFrame(page: Page, durationMs: number): Promise<Frame> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 50 })
  return { image: Buffer.from(data, 'base64'), durationMs }
}

describe.runIf(process.env.SCREENSHOTS === '1')('the animation in the README', () => {
  const world = startStagedWorld()

  browserTest('shows a pasted text, its summary, and the passage of a citation', async ({ page }) => {
    await resize(page, { width, height })
    await registerElite(page, world)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Title (optional)').fill(title)
    await page.getByLabel('Text to summarize').fill(paragraphs.join('\n\n'))
    const frames = [await takeFrame(page, 1800)]
    const stream = openedStream(page)
    await page.getByRole('button', { name: 'Summarize' }).click()
    const run = await world.pipeline.next()
    await stream
    run.hasRead(document)
    const texts = [gist, ...lines.map(([, text]) => text)]
    for (const [at, text] of texts.entries()) {
      const words = text.split(' ')
      for (let count = Math.min(7, words.length); count <= words.length; count += 7) {
        const so = [...texts.slice(0, at), words.slice(0, count).join(' ')]
        const takeaways = so.slice(1).map((line, index) => ({ label: lines[index]?.[0] ?? '', text: line }))
        run.tell({ type: 'partial', page: { ...emptyPage, kind: 'report', gist: so[0] ?? '', takeaways } })
        await page.getByText(words.slice(0, count).join(' ')).last().waitFor()
        frames.push(await takeFrame(page, 220))
      }
    }
    const coverage = { words: document.words, wordsRead: document.words, sections: 1, sectionsRead: 1 }
    const engine = { id: 'demo', label: 'Language model, each line checked against the source' }
    const about: SummaryPage = {
      kind: 'report',
      flags: [],
      gist: cite(gist, 0),
      keyParts: [],
      takeaways: lines.map(([label, text, index]) => ({ label, text, citations: cite(text, index).citations })),
      summary: [],
      parts: [],
      quotes: [],
      notices: [],
      check: 'second_read',
    }
    run.tell(stagedResult(document, { page: about, coverage, engine }))
    const chip = page.getByRole('button', { name: /show the passage/ }).nth(2)
    await chip.evaluate('(element) => element.scrollIntoView({ block: "center" })')
    await page.getByText('Summary Created', { exact: true }).waitFor({ state: 'detached' })
    frames.push(await takeFrame(page, 2200))
    await chip.click()
    await page.getByText('The channel took back').last().waitFor()
    frames.push(await takeFrame(page, 3500))
    const animation = animate(frames)
    expect(animation.length).toBeLessThan(maxBytes)
    await writeFile(file, animation)
  })
})
