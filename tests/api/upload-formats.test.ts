import { beforeAll, describe, expect, it } from 'vitest'
import { type UploadType, uploadTypes } from '../../src/shared/formats.ts'
import type { Takeaway } from '../../src/shared/summary/summary-page.ts'
import { buildDocx, paragraph, run } from '../support/files/build-docx.ts'
import { buildPdf } from '../support/files/build-pdf.ts'
import { pagePicture } from '../support/files/pictures.ts'
import {
  book,
  oldDocument,
  openDocument,
  report,
  type SampleFile,
  savedPage,
  slides,
  subtitles,
  wordDocument,
} from '../support/files/samples.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { processUpload, setPlan, storedFiles, uploadFile } from '../support/uploads.ts'

const samples: Record<Exclude<UploadType, 'image' | 'audio'>, SampleFile> = {
  pdf: report,
  docx: wordDocument,
  doc: oldDocument,
  odt: openDocument,
  pptx: slides,
  html: savedPage,
  text: subtitles,
  epub: book,
}
const photograph = async () => ({
  name: 'lamp.jpg',
  buffer: await pagePicture({ lines: tidePools.match(/.{1,70}(?:\s|$)/gu) ?? [], format: 'jpeg' }),
})
const contentTypes: Partial<Record<UploadType, string>> = { epub: 'epub', html: 'article' }
/** Where the takeaways of each sample point. */
const citations: Partial<Record<UploadType, string>> = {
  pdf: 'page',
  image: 'page',
  pptx: 'slide',
  text: 'time',
  epub: 'chapter',
}

describe('files of each format', () => {
  let user: TestClient
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    user = await test.register('ada@example.com')
    await setPlan(test, 'ada@example.com', 'pro')
  })

  it.each(uploadTypes.filter((type) => type !== 'audio'))(
    'are recognized, read and summarized: %s',
    async (fileType) => {
      const { name, buffer } = fileType === 'image' ? await photograph() : samples[fileType]
      const fileUrl = await uploadFile(test, user, name, buffer)
      const looked = await processUpload(user, fileUrl, name)
      expect(looked.json()).toMatchObject({ fileType, fileName: name, bytes: buffer.length })
      const made = await user.post('/api/summaries', { fileUrl, fresh: true })
      expect(made.statusCode).toBe(201)
      const { contentType, sourceInfo, page } = made.json()
      expect(contentType).toBe(contentTypes[fileType] ?? 'document')
      expect(sourceInfo).toMatchObject({ fileName: name, bytes: buffer.length })
      const kinds = page.takeaways.map(({ citations }: Takeaway) => citations[0]?.location.kind)
      expect(new Set(kinds)).toEqual(new Set([citations[fileType] ?? 'paragraph']))
      await expect.poll(async () => storedFiles(test.dataDir)).toEqual([])
    },
  )

  it.each(['pdf', 'docx'] as const)('have no text limit on the free plan, unlike pasted text: %s', async (type) => {
    const reader = await test.register()
    const lines = Array.from(
      { length: 200 },
      (_, n) => `Tide table ${n + 1} lists the high water of every day of that month.`,
    )
    const text = lines.join(' ')
    expect(text.length).toBeGreaterThan(10_000)
    const pages = Array.from({ length: 20 }, (_, page) => lines.slice(page * 10, page * 10 + 10))
    const pasted = await reader.post('/api/summaries', { content: text })
    expect([pasted.statusCode, pasted.json().code]).toEqual([413, 'payload_too_large'])
    const bytes =
      type === 'pdf'
        ? buildPdf('Tide tables', pages)
        : buildDocx({ body: lines.map((line) => paragraph(run(line))).join('') })
    const fileUrl = await uploadFile(test, reader, `long.${type}`, Buffer.from(bytes))
    const made = await reader.post('/api/summaries', { fileUrl })
    expect([made.statusCode, made.json().coverage?.words > 2000]).toEqual([201, true])
  })

  it('keep what their own name or page says', async () => {
    const titleOf = async ({ name, buffer }: { name: string; buffer: Buffer }) => {
      const made = await user.post('/api/summaries', { fileUrl: await uploadFile(test, user, name, buffer) })
      const { title, originalUrl } = made.json()
      return [title, originalUrl]
    }
    expect(await titleOf(subtitles)).toEqual(['carrow-talk', null])
    expect(await titleOf(savedPage)).toEqual(['Counting the tide pools of Carrow', 'https://carrow.example/pools'])
  })

  it('are processed with a note on what a damaged file has lost', async () => {
    const half = wordDocument.buffer.subarray(0, wordDocument.buffer.length / 2)
    const look = async (bytes: Buffer) =>
      (await processUpload(user, await uploadFile(test, user, 'half.docx', bytes), 'half.docx')).json()
    const whole = await look(wordDocument.buffer)
    expect(whole.note).toBeUndefined()
    const cut = await look(half)
    expect(cut).toMatchObject({ fileType: 'docx', note: 'This file is damaged, so its text may not be complete.' })
    expect(cut.words).toBeLessThan(whole.words)
  })
})
