import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileFiles } from '../support/files/hostile.ts'
import { report } from '../support/files/samples.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { keptFiles, lookAt, uploadFile } from '../support/uploads.ts'

/** Of those that can be uploaded, some of each way of doing harm. */
const chosen = [
  'a zip bomb of one file',
  'a zip bomb of many files that share their bytes',
  'a billion laughs in a document',
  'tables in tables in a document',
  'a PDF of a page that unpacks to much',
  'a PDF whose tree of pages is a circle',
]

describe('files that were made to do harm, uploaded', () => {
  let test: TestProduct
  beforeAll(async () => {
    test = await startTestProduct('pglite')
  })
  afterAll(async () => test.close())

  it.each(chosen)('%s is refused in words, and removed; the next file is read', async (name) => {
    const person = await test.person()
    const file = hostileFiles('http://127.0.0.1:9/').find((candidate) => candidate.name === name)
    if (file === undefined) throw new Error('There is no such file.')
    const bad = await uploadFile(test, person, file.fileName, file.bytes())
    const refused = await lookAt(person, bad, file.fileName)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      code: expect.stringMatching(/^source_(?:too_complex|damaged|too_short)$/),
      message: expect.stringMatching(/\.$/),
    })
    const good = await uploadFile(test, person, report.name, report.buffer)
    const kept = await keptFiles(test.dataDir)
    expect([good, bad].map((path) => kept.includes(path.replace('uploads/', '')))).toEqual([true, false])
    expect((await lookAt(person, good, report.name)).json()).toMatchObject({ fileType: 'pdf' })
    expect((await person.post('/api/summaries', { fileUrl: good })).statusCode).toBe(201)
  })
})
