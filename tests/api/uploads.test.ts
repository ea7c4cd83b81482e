import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uploads } from '../../src/server/db/schema/index.ts'
import { removeOldUploads, removeStrayFiles } from '../../src/server/features/uploads/remove-uploads.ts'
import { openDiskStorage } from '../../src/server/storage/disk-storage.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { testContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'
import {
  deleteUser,
  pathOf,
  processUpload,
  requestUpload,
  sendFile,
  setPlan,
  storedFiles,
  uploadFile,
} from '../support/uploads.ts'

const MEGABYTE = 1024 * 1024
const pdf = standinFile('pdf', tidePools)
const epub = standinFile('epub', tidePools)
/** The header of a GIF, without pixels. */
const picture = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000')

describe('uploads', () => {
  let test: TestProduct
  let ahead = 0
  let reader: TestClient
  let pro: TestClient
  beforeAll(async () => {
    const clock = { now: () => new Date(Date.now() + ahead) }
    test = await startTestProduct({ pipeline: filePipeline(), clock })
    reader = await test.register('reader@example.com')
    pro = await test.register('pro@example.com')
    await setPlan(test, 'pro@example.com', 'pro')
  })
  afterAll(async () => test.close())
  beforeEach(() => {
    ahead = 0
  })
  const kept = async (): Promise<string[]> => storedFiles(test.dataDir)
  const idOf = (objectPath: string): string => objectPath.replace('uploads/', '')

  describe('requesting an upload URL', () => {
    it('returns a URL at APP_URL, whatever the request’s headers, and an object path', async () => {
      const response = await reader.post(
        '/api/files/upload-url',
        { fileName: 'notes.pdf', size: 10 },
        {
          host: 'elsewhere.localhost',
          origin: 'https://elsewhere.example',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-host': 'elsewhere.example',
        },
      )
      expect(response.statusCode).toBe(200)
      const { uploadURL, objectPath } = response.json()
      expect(objectPath).toMatch(/^uploads\/[\da-f-]{36}$/)
      expect(uploadURL).toMatch(new RegExp(`^http://localhost:3000/api/files/${objectPath}\\?expires=\\d+&signature=`))
    })

    it('needs no body, but a session', async () => {
      expect((await reader.post('/api/files/upload-url')).statusCode).toBe(200)
      expect((await test.visitor().post('/api/files/upload-url')).statusCode).toBe(401)
      expect((await test.visitor().post('/api/files/process', {})).statusCode).toBe(401)
    })

    it.each([
      [
        'notes.exe',
        10,
        415,
        'unsupported_media_type',
        'You can only upload: .doc, .docx, .pdf, .odt, .pptx, .html, .htm, .txt, .md, .srt, .vtt, .png, .jpg, .webp, .heic, .tiff, .mp3, .m4a, .wav, .flac, .ogg, .opus, .aac, .mp4, .webm, .mov, .epub.',
      ],
      [
        'notes',
        10,
        415,
        'unsupported_media_type',
        'You can only upload: .doc, .docx, .pdf, .odt, .pptx, .html, .htm, .txt, .md, .srt, .vtt, .png, .jpg, .webp, .heic, .tiff, .mp3, .m4a, .wav, .flac, .ogg, .opus, .aac, .mp4, .webm, .mov, .epub.',
      ],
      ['a.pdf', 25 * MEGABYTE + 1, 413, 'payload_too_large', 'a.pdf exceeds maximum allowed size of 25 MB.'],
      ['C:\\x\\A.DOCX', 26_214_401, 413, 'payload_too_large', 'A.DOCX exceeds maximum allowed size of 25 MB.'],
      ['a.doc', 0, 422, 'source_empty', 'This file is empty. Please choose another one.'],
    ])('rejects %s of %i bytes immediately', async (fileName, size, status, code, message) => {
      const response = await pro.post('/api/files/upload-url', { fileName, size })
      expect([response.statusCode, response.json().code]).toEqual([status, code])
      expect(response.json().message).toBe(message)
    })

    it.each([
      ['a.pdf', 26_214_400],
      ['a.PDF', 1],
      ['a.docx', 26_214_400],
      ['b.epub', 52_428_800],
    ])('accepts %s of %i bytes', async (fileName, size) => {
      expect((await pro.post('/api/files/upload-url', { fileName, size })).statusCode).toBe(200)
    })

    it('rejects an e-book above its limit', async () => {
      const large = await pro.post('/api/files/upload-url', { fileName: 'b.epub', size: 52_428_801 })
      expect([large.statusCode, large.json().message]).toEqual([413, 'b.epub exceeds maximum allowed size of 50 MB.'])
    })

    it('deletes the user’s oldest unused file when there are too many', async () => {
      const user = await test.register()
      const first = await uploadFile(test, user, 'first.pdf', pdf)
      for (let n = 0; n < 39; n += 1) await requestUpload(user)
      expect(await kept()).toContain(idOf(first))
      await requestUpload(user)
      expect(await kept()).not.toContain(idOf(first))
      expect((await processUpload(user, first)).statusCode).toBe(404)
    })

    it('enforces that limit for concurrent requests', async () => {
      const user = await test.register()
      await Promise.all(Array.from({ length: 50 }, async () => requestUpload(user)))
      const { id } = (await user.get('/api/auth/user')).json()
      const open = await test.database.db.select().from(uploads).where(eq(uploads.userId, id))
      expect(open).toHaveLength(40)
    })
  })

  describe('sending a file', () => {
    it('needs no cookie and no page of the product, since the URL is signed', async () => {
      const { uploadURL, objectPath } = await requestUpload(reader, { fileName: 'notes.pdf', size: pdf.length })
      const response = await test.product.app.inject({
        method: 'PUT',
        url: pathOf(uploadURL),
        payload: pdf,
        headers: { 'sec-fetch-site': 'cross-site', origin: 'null', 'content-type': 'application/json' },
      })
      expect([response.statusCode, response.json()]).toEqual([200, { objectPath }])
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.headers['cache-control']).toBe('no-store')
      expect((await processUpload(reader, uploadURL)).statusCode).toBe(200)
    })

    it('is rejected after 15 minutes, and not before', async () => {
      const { uploadURL, objectPath } = await requestUpload(reader)
      ahead = 15 * 60_000 + 2000
      const late = await sendFile(test, uploadURL, pdf)
      expect([late.statusCode, late.json().code]).toEqual([410, 'upload_expired'])
      expect(await kept()).not.toContain(idOf(objectPath))
      ahead = 15 * 60_000 - 2000
      expect((await sendFile(test, uploadURL, pdf)).statusCode).toBe(200)
    })

    it('rejects altered URLs', async () => {
      const { uploadURL } = await requestUpload(reader)
      const other = await requestUpload(pro)
      const query = new URL(uploadURL).searchParams
      for (const forged of [
        uploadURL.replace(/expires=\d+/, `expires=${Number(query.get('expires')) + 600}`),
        uploadURL.replace(/signature=.{4}/, 'signature=AAAA'),
        uploadURL.replace(/signature=.*/, 'signature='),
        `${new URL(other.uploadURL).origin}/api/files/${other.objectPath}${new URL(uploadURL).search}`,
        uploadURL.replace(/uploads\/[\da-f-]{36}/, 'uploads/11111111-1111-4111-8111-111111111111'),
      ]) {
        const response = await sendFile(test, forged, pdf)
        expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
      }
      expect((await sendFile(test, uploadURL.replace(/\?.*/, ''), pdf)).statusCode).toBe(400)
      const got = await reader.get(pathOf(uploadURL))
      expect([got.statusCode, got.json().code]).toEqual([404, 'not_found'])
    })

    it('can be repeated with the same bytes, and never replaces what has arrived', async () => {
      const { uploadURL, objectPath } = await requestUpload(reader, { fileName: 'a.pdf', size: pdf.length })
      expect((await sendFile(test, uploadURL, pdf)).statusCode).toBe(200)
      expect((await sendFile(test, uploadURL, pdf)).statusCode).toBe(200)
      const other = Buffer.from(pdf)
      other.write('XX', 40)
      const replaced = await sendFile(test, uploadURL, other)
      expect([replaced.statusCode, replaced.json().code]).toEqual([409, 'upload_exists'])
      const looked = await processUpload(reader, objectPath)
      expect(looked.json()).toMatchObject({ bytes: pdf.length, fileType: 'pdf' })
    })

    it('rejects more bytes than announced', async () => {
      const { uploadURL, objectPath } = await requestUpload(reader, { fileName: 'a.pdf', size: 10 })
      const response = await sendFile(test, uploadURL, pdf)
      expect([response.statusCode, response.json().code]).toEqual([413, 'payload_too_large'])
      expect(response.json().message).toBe('This file is larger than expected. Please upload it again.')
      expect(await kept()).not.toContain(idOf(objectPath))
    })
  })

  describe('sending less than announced', () => {
    const part = pdf.subarray(0, 100)
    it.each([
      ['with its length', part],
      ['in chunks', Readable.from([part.subarray(0, 50), part.subarray(50)])],
    ])('is rejected and leaves nothing behind, %s', async (_, payload) => {
      const { uploadURL, objectPath } = await requestUpload(reader, { fileName: 'a.pdf', size: pdf.length })
      const before = await kept()
      const refused = await test.product.app.inject({ method: 'PUT', url: pathOf(uploadURL), payload })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'upload_incomplete'])
      expect(refused.json().message).toBe('Only part of this file arrived. Please upload it again.')
      expect(await kept()).toEqual(before)
      expect((await processUpload(reader, objectPath)).json().code).toBe('upload_incomplete')
      expect((await sendFile(test, uploadURL, pdf)).statusCode).toBe(200)
      const repeated = await sendFile(test, uploadURL, part)
      expect([repeated.statusCode, repeated.json().code]).toEqual([409, 'upload_incomplete'])
      expect((await processUpload(reader, objectPath)).json()).toMatchObject({ bytes: pdf.length })
    })
  })

  describe('checking a file', () => {
    it.each([
      ['pdf', 'a.pdf'],
      ['docx', 'a.docx'],
      ['doc', 'misnamed.pdf'],
    ] as const)('returns the type of %s bytes, whatever the name: %s', async (fileType, fileName) => {
      const bytes = standinFile(fileType, tidePools)
      const objectPath = await uploadFile(test, reader, fileName, bytes)
      const response = await processUpload(reader, objectPath, `C:\\notes\\${fileName}`)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({
        objectPath,
        fileName,
        fileType,
        bytes: bytes.length,
        words: expect.any(Number),
        pages: tidePools.split('\n\n').length,
        title: expect.stringContaining('The tide pools'),
      })
    })

    it('uses the announced name if none is given', async () => {
      const objectPath = await uploadFile(test, reader, 'tides.pdf', pdf)
      const response = await reader.post('/api/files/process', { fileUrl: objectPath })
      expect([response.statusCode, response.json().fileName]).toEqual([200, 'tides.pdf'])
      const missing = await reader.post('/api/files/process', {})
      expect([missing.statusCode, missing.json().message]).toEqual([400, 'Please upload a file to summarize.'])
    })

    it('may be repeated, by path or URL', async () => {
      const { uploadURL, objectPath } = await requestUpload(reader)
      await sendFile(test, uploadURL, pdf)
      for (const name of [objectPath, uploadURL, `/${objectPath}`]) {
        expect((await processUpload(reader, name)).json().objectPath).toBe(objectPath)
      }
    })

    it('requires the file to have arrived', async () => {
      const { objectPath, uploadURL } = await requestUpload(reader)
      const early = await processUpload(reader, objectPath)
      expect([early.statusCode, early.json().code]).toEqual([409, 'upload_incomplete'])
      await sendFile(test, uploadURL, pdf)
      expect((await processUpload(reader, objectPath)).statusCode).toBe(200)
    })

    it('returns 404 for other users', async () => {
      const objectPath = await uploadFile(test, reader, 'a.pdf', pdf)
      const missing = await processUpload(pro, 'uploads/11111111-1111-4111-8111-111111111111')
      const foreign = await processUpload(pro, objectPath)
      for (const response of [missing, foreign]) {
        expect(response.statusCode).toBe(404)
        expect(response.json().message).toBe('This upload does not exist. Please upload the file again.')
      }
      expect((await processUpload(reader, objectPath)).statusCode).toBe(200)
      const near = [`${objectPath}/more`, `${objectPath}x`, `my${objectPath}`, idOf(objectPath)]
      for (const nonsense of [
        ...near,
        '/etc/passwd',
        'uploads/../../secrets/session',
        'https://elsewhere.example/a.pdf',
      ]) {
        expect((await processUpload(reader, nonsense)).statusCode).toBe(404)
      }
    })

    it.each([
      ['a picture', picture, 422, 'source_type_unsupported', /image/],
      ['a locked file', standinFile('encrypted', ''), 422, 'source_encrypted', /password/],
      ['a file without words', standinFile('docx', ' '), 422, 'source_empty', /text/],
      ['an e-book, in a plan without', epub, 403, 'upgrade_required', /Upgrade to Pro/],
    ] as const)('rejects %s and removes it', async (_, bytes, status, code, message) => {
      const objectPath = await uploadFile(test, reader, 'a.pdf', bytes)
      const response = await processUpload(reader, objectPath)
      expect([response.statusCode, response.json().code]).toEqual([status, code])
      expect(response.json().message).toMatch(message)
      expect(await kept()).not.toContain(idOf(objectPath))
      expect((await processUpload(reader, objectPath)).statusCode).toBe(404)
    })

    it('enforces the document limit, also for a file sent as an e-book', async () => {
      const large = Buffer.concat([pdf, Buffer.alloc(26_214_400)])
      const objectPath = await uploadFile(test, pro, 'b.epub', large)
      const response = await processUpload(pro, objectPath, 'b.epub')
      expect([response.statusCode, response.json().message]).toEqual([
        413,
        'b.epub exceeds maximum allowed size of 25 MB.',
      ])
      expect(await kept()).not.toContain(idOf(objectPath))
    })
  })

  it('are deleted after a day, and so are files without an upload', async () => {
    const storage = await openDiskStorage(`${test.dataDir}/uploads`)
    const user = await test.register('leaves@example.com')
    const old = await uploadFile(test, reader, 'old.pdf', pdf)
    const gone = await uploadFile(test, user, 'gone.pdf', pdf)
    await deleteUser(test, 'leaves@example.com')
    const leftover = `${idOf(old)}.part-0123456789abcdef`
    await writeFile(path.join(test.dataDir, 'uploads', leftover), 'half of it')
    await writeFile(path.join(test.dataDir, 'uploads', 'notes.txt'), "an operator's own")
    const clock = { now: () => new Date(Date.now() + ahead) }
    const deps = testContext(test.database.db, { storage, clock })
    ahead = 23 * 60 * 60_000
    expect([await removeOldUploads(deps), await removeStrayFiles(deps)]).toEqual([0, 0])
    ahead = 25 * 60 * 60_000
    expect(await removeOldUploads(deps)).toBeGreaterThan(0)
    expect(await kept()).not.toContain(idOf(old))
    expect(await kept()).toContain(idOf(gone))
    expect(await kept()).toContain(leftover)
    expect(await removeStrayFiles(deps)).toBe(2)
    expect(await kept()).toEqual(['notes.txt'])
    expect((await processUpload(reader, old)).statusCode).toBe(404)
  })
})

describe('the number of uploads', () => {
  it.each([
    ['/api/files/upload-url', 200],
    ['/api/files/process', 60],
  ])('is limited in 10 minutes at %s, to %i', async (url, max) => {
    let now = Date.now()
    const env = { RATE_LIMIT_FACTOR: '1' }
    const test = await startTestProduct({ env, clock: { now: () => new Date(now) } })
    const user = await test.register()
    const body = url.endsWith('process') ? { fileUrl: 'missing' } : {}
    const ask = async (client = user): Promise<Response> => client.post(url, body)
    const statuses = new Set<number>()
    for (let n = 0; n < max; n += 1) statuses.add((await ask()).statusCode)
    expect(statuses).not.toContain(429)
    const refused = await ask()
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({
        code: 'rate_limited',
        message: 'Many files in a short time. Please wait a few minutes and try again.',
      }),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(await test.register())).statusCode).not.toBe(429)
    now += 10 * 60_000
    expect((await ask()).statusCode).not.toBe(429)
    await test.close()
  })
})
