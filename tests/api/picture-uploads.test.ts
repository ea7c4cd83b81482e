import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pagePicture } from '../support/files/pictures.ts'
import { makePdf, pdfLines } from '../support/pdf.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { storedFiles, uploadFile } from '../support/uploads.ts'

const pages = [
  [
    'The ferry to the islands was built in 1911 by a yard in Bergen.',
    'Her boiler burned coal until the spring of 1948.',
  ],
  [
    'Her second captain kept a diary in which he noted every storm.',
    'The museum of the harbor bought it at an auction.',
  ],
  [
    'Since 1987 she has carried visitors only, on summer Sundays.',
    'Volunteers repaint the hull in the week after Easter.',
  ],
]

describe('pictures that are sent together', () => {
  const test = forSuite(async () => startTestProduct())

  const photographs = async (user: TestClient): Promise<string[]> => {
    const fileUrls: string[] = []
    for (const [index, lines] of pages.entries()) {
      const upright = await pagePicture({ lines, format: 'jpeg' })
      // The second one was taken with the camera on its side, which it noted.
      const bytes =
        index === 1
          ? await sharp(await sharp(upright).rotate(270).toBuffer())
              .withMetadata({ orientation: 6 })
              .toBuffer()
          : upright
      fileUrls.push(await uploadFile(test, user, `IMG_${index + 1}.jpg`, bytes))
    }
    return fileUrls
  }

  it('are the pages of one document', async () => {
    const user = await test.register()
    const fileUrls = await photographs(user)
    const looked = await user.post('/api/files/process', { fileUrls })
    expect(looked.json()).toMatchObject({ fileName: 'IMG_1.jpg and 2 more', fileType: 'image', pages: 3, isScan: true })
    const { objectPath } = looked.json()
    expect(await storedFiles(test.dataDir)).toEqual([objectPath.split('/').at(-1)])
    const made = await user.post('/api/summaries', { fileUrl: objectPath, fresh: true })
    expect(made.statusCode).toBe(201)
    const source = await user.get(`/api/summaries/${made.json().id}/source`)
    const blocks: { text: string; location: { page: number } }[] = source.json().blocks
    for (const [index, lines] of pages.entries()) {
      const text = blocks
        .filter(({ location }) => location.page === index + 1)
        .map((block) => block.text)
        .join(' ')
      expect(text).toBe(lines.join(' '))
    }
    expect(await storedFiles(test.dataDir)).toEqual([])
  })

  it.each([
    [
      'are refused with a file of another kind, which is named',
      async () => makePdf({ pages: [pdfLines(60, 700, ['A tide table.'])] }),
      'tide.pdf',
      'source_type_unsupported',
      /^tide\.pdf isn’t a picture/u,
    ],
    [
      'are refused with a damaged one, which is named',
      async () => (await pagePicture()).subarray(0, 300),
      'cut.png',
      'source_damaged',
      /^cut\.png: This picture is damaged/u,
    ],
  ])('%s', async (_, make, name, code, message) => {
    const user = await test.register()
    const good = await uploadFile(test, user, 'page.png', await pagePicture())
    const bad = await uploadFile(test, user, name, await make())
    const refused = await user.post('/api/files/process', { fileUrls: [good, bad] })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await storedFiles(test.dataDir)).toEqual([])
  })

  it('have to be the user’s own, two to twenty, and are sent instead of one file', async () => {
    const [user, other] = [await test.register(), await test.register()]
    const own = await uploadFile(test, user, 'page.png', await pagePicture())
    const foreign = await uploadFile(test, other, 'page.png', await pagePicture())
    const status = async (body: object) => (await user.post('/api/files/process', body)).statusCode
    expect(await status({ fileUrls: [own, foreign] })).toBe(404)
    expect(await status({ fileUrls: [own] })).toBe(400)
    expect(await status({ fileUrls: Array.from({ length: 21 }, () => own) })).toBe(400)
    expect(await status({ fileUrl: own, fileUrls: [own, own] })).toBe(400)
    expect(await status({})).toBe(400)
  })
})
