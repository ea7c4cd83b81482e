import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import subsetFont from 'subset-font'
import { afterAll, describe, expect, it } from 'vitest'
import { byHand, lampLines, pagePicture, phonePhotograph, scannedPdf } from '../../../tests/support/files/pictures.ts'
import { makePdf, pdfLines, pdfPicture } from '../../../tests/support/pdf.ts'
import { sharedThreads } from '../../../tests/support/threads.ts'
import { documentText } from '../../shared/document.ts'
import { unpackDocument } from '../../threads/packed-document.ts'
import { createParserPool } from '../parsing/parser-pool.ts'
import { joinPages } from './join-pages.ts'
import { toJpegPage } from './picture.ts'

const parser = createParserPool({ recognition: null }, sharedThreads())
const { signal } = new AbortController()
const blank = await toJpegPage(
  await sharp({ create: { width: 16, height: 16, channels: 3, background: '#fff' } })
    .png()
    .toBuffer(),
)

async function read(bytes: Uint8Array, fileName: string, onPage?: (done: number, total: number) => void) {
  const task = { kind: 'file', bytes: new Uint8Array(bytes), fileName, url: null } as const
  return unpackDocument(await parser.parse(task, signal, onPage))
}

/** A PNG file whose header has another size. */
function claiming(png: Buffer, side: number): Buffer {
  const forged = Buffer.from(png)
  forged.writeUInt32BE(side, 16)
  forged.writeUInt32BE(side, 20)
  forged.writeUInt32BE(crc32(forged.subarray(12, 29)), 29)
  return forged
}

/** A HEIC file whose main picture has another size in its properties. */
function heicClaiming(heic: Buffer, side: number): Buffer {
  const forged = Buffer.from(heic)
  const size = forged.indexOf('ispe') + 8
  forged.writeUInt32BE(side, size)
  forged.writeUInt32BE(side, size + 4)
  return forged
}

async function handwritten(lines: readonly string[]): Promise<Buffer> {
  const { data, info } = await sharp(await pagePicture({ lines }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { pixels, width, height } = byHand({ pixels: data, width: info.width, height: info.height })
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

/** A page whose paper is dark, and whose ink is pale. */
const onCard = async (page: Buffer): Promise<Buffer> => sharp(page).linear(0.25, 75).png().toBuffer()

/** A photograph of a page, most of which is in a shadow. */
async function inShadow(page: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata()
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="shadow">
    <stop stop-color="#222"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="100%" height="100%" fill="url(#shadow)"/></svg>`
  return sharp(page)
    .composite([{ input: Buffer.from(shadow), blend: 'multiply' }])
    .jpeg()
    .toBuffer()
}

const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2)

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
const lampWords = wordsOf(lampLines.join(' '))

describe('recognized text', () => {
  afterAll(async () => parser.close())

  it.each([
    ['of a picture', async () => pagePicture(), 'page.png'],
    ['of a photograph on its side', async () => pagePicture({ degrees: 90, format: 'jpeg' }), 'page.jpg'],
    ['of a picture upside down', async () => pagePicture({ degrees: 180, format: 'webp' }), 'page.webp'],
    ['of a skewed picture', async () => pagePicture({ degrees: 12, format: 'tiff' }), 'page.tiff'],
    ['of a skewed page of brown card', async () => onCard(await pagePicture({ degrees: 3 })), 'page.png'],
    ['of a photograph in a shadow', async () => inShadow(await pagePicture()), 'page.jpg'],
    ['of a photograph in a shadow upside down', async () => inShadow(await pagePicture({ degrees: 180 })), 'page.jpg'],
    ['of a photograph of a phone', async () => readFile(phonePhotograph), 'IMG_1.heic'],
    ['of a scan in a PDF', async () => scannedPdf(), 'page.pdf'],
    [
      'of a scan that only its owner may change',
      async () => scannedPdf({ passwords: { user: '', owner: 'moon' } }),
      'page.pdf',
    ],
    ['of a scan that lies on its side', async () => scannedPdf({ degrees: 270 }), 'page.pdf'],
  ])('is the text %s', async (_, make, name) => {
    const document = await read(await make(), name)
    expect(wordsOf(documentText(document))).toEqual(lampWords)
    expect(document).toMatchObject({ kind: 'document', language: 'en', sourceInfo: { recognizedPages: [1] } })
    expect(document.sourceInfo.note).toContain('recognized from a picture')
    expect(document.blocks.map(({ location }) => location)).toEqual(
      document.blocks.map(() => ({ kind: 'page', page: 1, recognized: 'sure' })),
    )
  })

  it('is added to the pages that have text, where they are missing', async () => {
    const page = pdfLines(60, 700, ['The tide tables of Carrow are printed on page one of this report, as always.'])
    const progress: number[][] = []
    const document = await read(await scannedPdf({}, [page]), 'mixed.pdf', (...at) => progress.push(at))
    expect(document.sourceInfo).toMatchObject({ pages: 2, recognizedPages: [2] })
    expect(documentText(document)).toContain('The tide tables of Carrow')
    const marks = document.blocks.map(
      ({ location }) => location.kind === 'page' && [location.page, location.recognized],
    )
    expect(marks).toContainEqual([1, undefined])
    expect(marks).toContainEqual([2, 'sure'])
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
    ['a handwritten line', async () => handwritten(lampLines.slice(0, 1)), 'note.png'],
    ['a handwritten page', async () => handwritten(lampLines), 'note.png'],
    ['a blank scan', async () => scannedPdf({ lines: [] }), 'page.pdf'],
  ])('is never invented: %s', async (_, make, name) => {
    await expect(read(await make(), name)).rejects.toMatchObject({
      code: 'source_no_text_layer',
      message: expect.stringContaining('No printed text can be made out'),
    })
  })

  it.each([
    ['cut off', async () => (await pagePicture()).subarray(0, 400), 'source_damaged'],
    ['cut off, as JPEG', async () => half(await pagePicture({ format: 'jpeg' })), 'source_damaged'],
    ['cut off, as TIFF', async () => half(await pagePicture({ format: 'tiff' })), 'source_damaged'],
    ['cut off, as WebP', async () => half(await pagePicture({ format: 'webp' })), 'source_damaged'],
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
    ['that claims 30,000 by 30,000 pixels', async () => claiming(await pagePicture(), 30_000), 'source_too_complex'],
    ['that is half a photograph of a phone', async () => half(await readFile(phonePhotograph)), 'source_damaged'],
    [
      'of a phone that claims as many',
      async () => heicClaiming(await readFile(phonePhotograph), 30_000),
      'source_too_complex',
    ],
  ])('refuses a picture %s', async (_, make, code) => {
    await expect(read(await make(), 'page.png')).rejects.toMatchObject({ code })
  })

  it('is not read where a password is needed', async () => {
    const bytes = await scannedPdf({ passwords: { user: 'tide', owner: 'moon' } })
    await expect(read(bytes, 'page.pdf')).rejects.toMatchObject({ code: 'source_encrypted' })
  })

  it('is not made of English letters where the data of another language is missing', async () => {
    const lines = [
      'Маяк на мысе зажгли впервые осенью 1861 года.',
      'Смотритель поднимался по лестнице четыре раза за ночь.',
    ]
    const font = await readFile(
      new URL(import.meta.resolve('@fontsource-variable/literata/files/literata-cyrillic-standard-normal.woff2')),
    )
    const fontfile = join(tmpdir(), `lamp-${process.pid}.ttf`)
    await writeFile(fontfile, await subsetFont(font, lines.join(''), { targetFormat: 'truetype' }))
    const text = { text: [...lines, ...lines, ...lines].join('\n'), fontfile, dpi: 200, rgba: false }
    const picture = await sharp({ text })
      .negate()
      .extend({ top: 90, bottom: 90, left: 90, right: 90, background: '#000' })
      .png()
      .toBuffer()
    await expect(read(picture, 'lamp.png')).rejects.toMatchObject({
      code: 'source_no_text_layer',
      message: expect.stringContaining(
        'seems to be in Russian or a related language, whose recognition couldn’t be installed',
      ),
    })
  })

  it('is none of a single pixel', async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    await expect(read(pixel, 'pixel.png')).rejects.toMatchObject({ code: 'source_no_text_layer' })
  })

  it.each([
    ['a TIFF of 10,000', async () => joinPages(Array.from({ length: 10_000 }, () => blank)), 'pages.tiff'],
    ['a PDF of 5,000', async () => makePdf({ pages: Array.from({ length: 5000 }, () => pdfPicture) }), 'pages.pdf'],
  ])('is looked for on 200 pages of %s', async (_, make, fileName) => {
    const stop = new AbortController()
    const totals: number[] = []
    const reading = parser.parse(
      { kind: 'file', bytes: await make(), fileName, url: null },
      stop.signal,
      (_, total) => {
        totals.push(total)
        stop.abort()
      },
    )
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
    expect(totals[0]).toBe(200)
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
