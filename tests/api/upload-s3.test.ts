import { readdir } from 'node:fs/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { removeOldUploads, removeStrayFiles } from '../../src/server/features/uploads/remove-uploads.ts'
import { findUpload } from '../../src/server/features/uploads/repo.ts'
import { openS3Storage } from '../../src/server/storage/s3-storage.ts'
import { startS3Standin } from '../standins/s3/server.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct } from '../support/product.ts'
import { startProductPair } from '../support/product-pair.ts'
import { s3Environment } from '../support/storages.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'
import { processUpload, requestUpload, sendFile } from '../support/uploads.ts'

const pdf = standinFile('pdf', tidePools)
const put = async (url: string, bytes: Uint8Array): Promise<number> =>
  (
    await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/pdf', origin: 'https://precis.example' },
    })
  ).status

const standin = forSuite(async () => startS3Standin())
beforeAll(async () => {
  standin.allowOrigin('https://precis.example')
})
const keys = (): string[] => [...standin.objects.keys()]

describe('uploads to S3', () => {
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const test = forSuite(async () => {
    const env = { ...s3Environment(standin), APP_URL: 'https://precis.example' }
    return startTestProduct({ pipeline: filePipeline(), clock, env })
  })
  afterEach(() => {
    ahead = 0
  })

  it('bypass the server, are summarized, and removed', async () => {
    const user = await test.register()
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    expect(new URL(uploadURL).origin).toBe(standin.origin)
    expect(new URL(uploadURL).searchParams.get('X-Amz-Expires')).toBe('900')
    expect((await processUpload(user, objectPath)).json().code).toBe('upload_incomplete')
    expect(await put(uploadURL, pdf)).toBe(200)
    expect(keys()).toEqual([objectPath])
    expect((await processUpload(user, uploadURL, 'a.pdf')).json()).toMatchObject({ objectPath, fileType: 'pdf' })
    const made = await user.post('/api/summaries', { fileUrl: objectPath })
    expect([made.statusCode, made.json().sourceInfo.fileName]).toEqual([201, 'a.pdf'])
    await expect.poll(keys).toEqual([])
    expect(await readdir(test.dataDir)).not.toContain('uploads')
  })

  it('without an announced size go through the server, which enforces the limit', async () => {
    const user = await test.register()
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf' })
    expect(new URL(uploadURL).origin).not.toBe(standin.origin)
    expect((await sendFile(test, uploadURL, Buffer.alloc(26_214_401))).statusCode).toBe(413)
    expect(keys()).toEqual([])
    expect((await sendFile(test, uploadURL, pdf)).statusCode).toBe(200)
    expect((await sendFile(test, uploadURL, pdf)).statusCode).toBe(200)
    expect((await sendFile(test, uploadURL, pdf.subarray(1))).statusCode).toBe(409)
    expect((await user.post('/api/summaries', { fileUrl: objectPath })).statusCode).toBe(201)
    await expect.poll(keys).toEqual([])
  })

  it('are rejected when replaced after the check', async () => {
    const user = await test.register()
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    await put(uploadURL, pdf)
    expect((await processUpload(user, objectPath)).statusCode).toBe(200)
    const other = Buffer.from(pdf)
    other.write('XX', 40)
    expect(await put(uploadURL, other)).toBe(200)
    const refused = await user.post('/api/summaries', { fileUrl: objectPath })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'upload_changed'])
    expect(refused.json().message).toContain('was changed after it had been uploaded')
    await expect.poll(keys).toEqual([])
  })

  it('are allowed by the CSP of the product’s pages', async () => {
    const { headers } = await test.visitor().get('/api/plans')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${standin.origin};`)
  })

  it('are deleted after a day, and so are uploads after their summary had ended', async () => {
    const storage = await openS3Storage({ bucket: standin.bucket, endpoint: standin.origin, region: null })
    const user = await test.register()
    const used = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    await put(used.uploadURL, pdf)
    await user.post('/api/summaries', { fileUrl: used.objectPath })
    // The row is deleted after the file, which then belongs to no upload.
    const id = used.objectPath.split('/').at(-1)!
    await expect.poll(async () => findUpload(test.database.db, id)).toBeUndefined()
    expect(keys()).toEqual([])
    await put(used.uploadURL, pdf)
    const left = await requestUpload(user, { fileName: 'b.pdf', size: pdf.length })
    await put(left.uploadURL, pdf)
    const deps = testContext(test.database.db, { storage, clock })
    expect([await removeOldUploads(deps), await removeStrayFiles(deps)]).toEqual([0, 0])
    ahead = 25 * 60 * 60_000
    expect(await removeOldUploads(deps)).toBeGreaterThan(0)
    expect(keys()).toEqual([used.objectPath])
    expect(await removeStrayFiles(deps)).toBe(1)
    expect(keys()).toEqual([])
    await storage.close()
  })
})

describe('a web process and a worker that share a database and S3 only', () => {
  it('summarize uploads together', async () => {
    const pair = await startProductPair({ pipeline: filePipeline(), env: s3Environment(standin) })
    const user = await pair.web.register()
    const { uploadURL, objectPath } = await requestUpload(user, { fileName: 'a.pdf', size: pdf.length })
    await put(uploadURL, pdf)
    const made = await user.post('/api/summaries', { fileUrl: objectPath })
    expect([made.statusCode, made.json().contentType]).toEqual([201, 'document'])
    await expect.poll(keys).toEqual([])
    await pair.close()
  })
})
