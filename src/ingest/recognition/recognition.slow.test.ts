import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { lampLines, pagePicture, scannedPdf } from '../../../tests/support/files/pictures.ts'
import { pdfLines, pdfPicture } from '../../../tests/support/pdf.ts'
import { sharedThreads } from '../../../tests/support/threads.ts'
import { documentText } from '../../shared/document.ts'
import { unpackDocument } from '../../threads/packed-document.ts'
import { createParserPool } from '../parsing/parser-pool.ts'

const parser = createParserPool({ recognition: null }, sharedThreads())
const { signal } = new AbortController()

async function read(bytes: Uint8Array, fileName: string, onPage?: (done: number, total: number) => void) {
  const task = { kind: 'file', bytes: new Uint8Array(bytes), fileName, url: null } as const
  return unpackDocument(await parser.parse(task, signal, onPage))
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
const lampWords = wordsOf(lampLines.join(' '))

describe('recognized text', () => {
  afterAll(async () => parser.close())

  it.each([
    ['of a picture', async () => pagePicture(), 'page.png'],
    ['of a photograph on its side', async () => pagePicture({ degrees: 90, format: 'jpeg' }), 'page.jpg'],
    ['of a picture upside down', async () => pagePicture({ degrees: 180, format: 'webp' }), 'page.webp'],
    ['of a skewed picture', async () => pagePicture({ degrees: 12, format: 'tiff' }), 'page.tiff'],
    ['of a scan in a PDF', async () => scannedPdf(), 'page.pdf'],
    ['of a scan that lies on its side', async () => scannedPdf({ degrees: 270 }), 'page.pdf'],
  ])('is the text %s', async (_, make, name) => {
    const document = await read(await make(), name)
    expect(wordsOf(documentText(document))).toEqual(lampWords)
    expect(document).toMatchObject({ kind: 'document', language: 'en', sourceInfo: { recognizedPages: [1] } })
    expect(document.sourceInfo.note).toContain('recognized from a picture')
    expect(document.blocks.map(({ location }) => location)).toEqual(
      document.blocks.map(() => ({ kind: 'page', page: 1 })),
    )
  })

  it('is added to the pages that have text, where they are missing', async () => {
    const page = pdfLines(60, 700, ['The tide tables of Carrow are printed on page one of this report, as always.'])
    const progress: number[][] = []
    const document = await read(await scannedPdf({}, [page]), 'mixed.pdf', (...at) => progress.push(at))
    expect(document.sourceInfo).toMatchObject({ pages: 2, recognizedPages: [2] })
    expect(documentText(document)).toContain('The tide tables of Carrow')
    expect(documentText(document)).toContain('rung by hand')
    expect(progress).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  it('is read up to the first page with text if a file is only checked', async () => {
    const task = {
      kind: 'file',
      bytes: new Uint8Array(await scannedPdf({}, [pdfPicture])),
      fileName: 'a.pdf',
      url: null,
    } as const
    const progress: number[][] = []
    const { sourceInfo } = await parser.parse({ ...task, isCheck: true }, signal, (...at) => progress.push(at))
    expect(sourceInfo.note).toBe('Scanned pages, whose text will be recognized: 2.')
    expect(progress.at(-1)).toEqual([1, 2])
  })

  it.each([
    ['a blank page', async () => pagePicture({ lines: [] }), 'page.png'],
    [
      'noise',
      async () =>
        sharp({
          create: {
            width: 900,
            height: 900,
            channels: 3,
            background: '#888',
            noise: { type: 'gaussian', mean: 128, sigma: 60 },
          },
        })
          .png()
          .toBuffer(),
      'noise.png',
    ],
    ['a blank scan', async () => scannedPdf({ lines: [] }), 'page.pdf'],
  ])('is never invented: %s', async (_, make, name) => {
    await expect(read(await make(), name)).rejects.toMatchObject({
      code: 'source_no_text_layer',
      message: expect.stringContaining('No printed text can be made out'),
    })
  })

  it.each([
    ['cut off', async () => (await pagePicture()).subarray(0, 400), 'source_damaged'],
    [
      'with 225 megapixels in a few bytes',
      async () => {
        const side = 15_000
        return sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
          .png()
          .toBuffer()
      },
      'source_too_complex',
    ],
  ])('refuses a picture %s', async (_, make, code) => {
    await expect(read(await make(), 'page.png')).rejects.toMatchObject({ code })
  })

  it('ends with the signal', async () => {
    const stop = new AbortController()
    const bytes = new Uint8Array(await scannedPdf())
    const reading = parser.parse({ kind: 'file', bytes, fileName: 'page.pdf', url: null }, stop.signal, () =>
      stop.abort(),
    )
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })
})
