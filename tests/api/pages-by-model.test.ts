import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import type { FakeModel } from '../standins/models/plan.ts'
import { instructionsOf } from '../standins/models/request.ts'
import { lampLines, pagePicture } from '../support/files/pictures.ts'
import { startModelProduct } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'
import { uploadFile } from '../support/uploads.ts'

const letter = [
  'Dear Anna, the lamp on the point burned all night, and I climbed the ninety steps four times to trim it.',
  'The captain of the ferry says that paraffin burns brighter, and that one visit a night will be enough from now on.',
  'Write to me when the harbor is free of ice, and tell the children that the bell is rung by hand every evening.',
  'Your brother Tomas sends you a basket of dried fish, two candles and the almanac that you asked for in the autumn.',
]

/** Reads the page, and else answers like a model that repeats its source. */
const seeing: FakeModel = (request) =>
  instructionsOf(request).startsWith('You transcribe the picture') ? { paragraphs: letter } : faithfulModel(request)

/** A page on which Tesseract recognizes nothing: fine strokes, as of a pen. */
const handwriting = async (): Promise<Buffer> =>
  sharp(await pagePicture({ lines: lampLines.slice(0, 3) }))
    .affine([1, 0.9, 0.5, 1], { background: '#fff' })
    .blur(9)
    .png()
    .toBuffer()

describe('pages that a language model reads', () => {
  const product = forSuite(async () =>
    startModelProduct({
      models: ['openai:gpt-5-mini'],
      model: seeing,
      env: { OCR: 'model', AI_DAILY_TOKENS_PER_USER: '1000000' },
    }),
  )

  it('are marked, noted, counted and never quoted', async () => {
    const { test, user, models, rowOf } = product
    const fileUrl = await uploadFile(test, user, 'letter.png', await handwriting())
    const looked = await user.post('/api/files/process', { fileUrl })
    expect(looked.json()).toMatchObject({ title: 'letter', fileType: 'image', isScan: true })
    expect(models.requests).toEqual([])
    const made = await user.post('/api/summaries', { fileUrl: looked.json().objectPath, fresh: true })
    expect(made.statusCode).toBe(201)
    const { id } = made.json()
    const source = (await user.get(`/api/summaries/${id}/source`)).json()
    expect(source.blocks.map((block: { text: string }) => block.text).join(' ')).toBe(letter.join(' '))
    expect(source.blocks[0].location).toEqual({ kind: 'page', page: 1, recognized: 'model' })
    const row = await rowOf(id)
    expect(JSON.stringify(row?.page)).toContain('"recognized":"model"')
    expect(row?.page?.quotes).toEqual([])
    const [reading, ...others] = models.requests
    expect(JSON.stringify(reading?.body)).toContain('/9j/')
    expect(others.length).toBeGreaterThan(0)
    expect(row?.usage).toMatchObject([{ model: 'openai:gpt-5-mini', calls: 1 + others.length }])
    const { sourceInfo } = (await user.get(`/api/summaries/${id}`)).json()
    expect(sourceInfo.note).toContain('read by a language model (openai:gpt-5-mini)')
  })

  it('are not read by a model if they are printed', async () => {
    const { test, user, models } = product
    const before = models.requests.length
    const fileUrl = await uploadFile(test, user, 'lamp.png', await pagePicture())
    const made = await user.post('/api/summaries', { fileUrl, fresh: true })
    expect(made.statusCode).toBe(201)
    expect(models.requests.slice(before).filter(({ body }) => JSON.stringify(body).includes('/9j/'))).toEqual([])
  })
})

describe('pages that no language model may read', () => {
  it('are not sent once the tokens of the day are used', async () => {
    const product = await startModelProduct({
      models: ['openai:gpt-5-mini'],
      model: seeing,
      env: { OCR: 'model', AI_DAILY_TOKENS_PER_USER: '1' },
    })
    try {
      const { test, user, models, ask } = product
      expect((await ask()).response.statusCode).toBe(201)
      const before = models.requests.length
      const fileUrl = await uploadFile(test, user, 'letter.png', await handwriting())
      const refused = await user.post('/api/summaries', { fileUrl, fresh: true })
      expect(refused.json().code).toBe('daily_tokens_used')
      expect(models.requests.length).toBe(before)
    } finally {
      await product.close()
    }
  })
})
