import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadTypes } from '../../src/shared/uploads.ts'
import { book, oldDocument, report, wordDocument } from '../support/files/samples.ts'
import { engines, startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { keptFiles, lookAt, setPlan, uploadFile } from '../support/uploads.ts'

const samples = { pdf: report, docx: wordDocument, doc: oldDocument, epub: book }

describe.each(engines)('a file of each kind on %s', (engine) => {
  let test: TestProduct
  let person: TestClient
  beforeAll(async () => {
    test = await startTestProduct(engine)
    person = await test.person('ada@example.com')
    await setPlan(test, 'ada@example.com', 'pro')
  })
  afterAll(async () => test.close())

  it.each(uploadTypes)('is recognized, read and summarized: %s', async (fileType) => {
    const { name, buffer } = samples[fileType]
    const fileUrl = await uploadFile(test, person, name, buffer)
    const looked = await lookAt(person, fileUrl, name)
    expect(looked.json()).toMatchObject({ fileType, fileName: name, bytes: buffer.length })
    const made = await person.post('/api/summaries', { fileUrl, fresh: true })
    expect(made.statusCode).toBe(201)
    const { contentType, sourceInfo, takeawayPlaces } = made.json()
    expect(contentType).toBe(fileType === 'epub' ? 'epub' : 'document')
    expect(sourceInfo).toMatchObject({ fileName: name, bytes: buffer.length })
    expect(takeawayPlaces.flat().length).toBeGreaterThan(0)
    await expect.poll(async () => keptFiles(test.dataDir)).toEqual([])
  })

  it('is told from others by its bytes: a Word document that is called a PDF', async () => {
    const fileUrl = await uploadFile(test, person, 'misnamed.pdf', wordDocument.buffer)
    expect((await lookAt(person, fileUrl, 'misnamed.pdf')).json()).toMatchObject({ fileType: 'docx' })
  })

  it('is refused when it is cut off', async () => {
    const fileUrl = await uploadFile(test, person, 'half.docx', wordDocument.buffer.subarray(0, 200))
    const looked = await lookAt(person, fileUrl, 'half.docx')
    expect(looked.statusCode).toBe(422)
    expect(looked.json().code).toMatch(/^source_/)
    expect((await lookAt(person, fileUrl, 'half.docx')).statusCode).toBe(404)
  })
})
