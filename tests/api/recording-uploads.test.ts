import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { startS3Standin } from '../standins/s3/server.ts'
import { segment, sendJson, speakSentences, startTranscriptionServer } from '../standins/transcription/server.ts'
import { voiceRecording } from '../support/files/speech.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { s3Environment, storageNames } from '../support/storages.ts'
import { forSuite } from '../support/suite.ts'
import { processUpload, requestUpload, setPlan, storedFiles, uploadFile } from '../support/uploads.ts'

const service = forSuite(async () => startTranscriptionServer())
beforeEach(() => service.play(speakSentences))
const transcription = () => ({ TRANSCRIBE: 'local:tiny', TRANSCRIBE_URL: service.url })

const voice = await voiceRecording(62)
const MEGABYTE = 1024 * 1024

const temporary = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('precis-recording-'))

describe.each(storageNames)('recordings on %s', (storage) => {
  const standin = forSuite(async () => startS3Standin())
  const test = forSuite(async () => {
    const env = storage === 's3' ? s3Environment(standin) : {}
    return startTestProduct({ env: { ...env, ...transcription() } })
  })
  const kept = async (): Promise<string[]> =>
    storage === 's3' ? [...standin.objects.keys()] : storedFiles(test.dataDir)

  /** Uploads a recording to the storage, as a browser does. */
  async function upload(user: TestClient, fileName: string, bytes: Buffer): Promise<string> {
    if (storage === 'disk') return uploadFile(test, user, fileName, bytes)
    const { uploadURL, objectPath } = await requestUpload(user, { fileName, size: bytes.length })
    expect(new URL(uploadURL).origin).toBe(standin.origin)
    expect((await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200)
    return objectPath
  }

  it('are looked at, transcribed with the summary, counted and removed', async () => {
    const user = await test.register()
    const asked = service.requests.length
    const before = new Set(await temporary())
    const objectPath = await upload(user, 'Ferry talk.wav', voice)
    const looked = await processUpload(user, objectPath, 'Ferry talk.wav')
    expect(looked.json()).toEqual({
      objectPath,
      fileName: 'Ferry talk.wav',
      fileType: 'audio',
      bytes: voice.length,
      words: 0,
      title: 'Ferry talk',
      seconds: 62,
    })
    expect(service.requests).toHaveLength(asked)
    const made = await user.post('/api/summaries', { fileUrl: objectPath })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      title: 'Ferry talk',
      contentType: 'document',
      sourceInfo: {
        readAs: 'recording',
        transcribedBy: 'tiny',
        fileName: 'Ferry talk.wav',
        note: expect.stringContaining('misheard'),
      },
    })
    const { blocks } = (await user.get(`/api/summaries/${made.json().id}/source`)).json()
    expect(blocks[0]).toMatchObject({ location: { kind: 'time', startSeconds: expect.closeTo(0, 0) } })
    expect((await user.get('/api/stats')).json()).toMatchObject({ summariesUsed: 1, audioMinutesUsed: 2 })
    await expect.poll(kept).toEqual([])
    // Other tests have recordings in the same folder.
    await expect.poll(async () => (await temporary()).filter((name) => !before.has(name))).toEqual([])
  })

  it('show who speaks, where the service knows it', async () => {
    const user = await test.register()
    service.play((_, response) =>
      sendJson(response, {
        text: 'The ferry left the northern harbor in the morning. Who was on board when the storm came?',
        segments: [
          { ...segment(0, 20, 'The ferry left the northern harbor in the morning with the mail.'), speaker: 'A' },
          { ...segment(20, 40, 'Who was on board when the storm came over the islands?'), speaker: 'B' },
        ],
      }),
    )
    const objectPath = await upload(user, 'talk.wav', voice)
    const { id } = (await user.post('/api/summaries', { fileUrl: objectPath })).json()
    const { blocks } = (await user.get(`/api/summaries/${id}/source`)).json()
    expect(blocks.map(({ text }: { text: string }) => text).join('\n')).toMatch(/Speaker A[^]*Speaker B/u)
  })

  it('beyond the plan fail with what is left, and keep the file', async () => {
    const email = `ada-${Date.now()}@example.com`
    const user = await test.register(email)
    const objectPath = await upload(user, 'long.wav', voice)
    await test.database.db.update(users).set({ audioMinutesUsed: 29 }).where(eq(users.email, email))
    const refused = await user.post('/api/summaries', { fileUrl: objectPath })
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toMatch(/^This recording has 2 minutes, and 1 of the 30 minutes/u)
    expect((await user.get('/api/stats')).json()).toMatchObject({ summariesUsed: 0, audioMinutesUsed: 29 })
    expect(await kept()).toHaveLength(1)
    await setPlan(test, email, 'pro')
    const [failed] = (await user.get('/api/summaries')).json()
    expect((await user.post(`/api/summaries/${failed.id}/retry`)).statusCode).toBe(201)
    expect((await user.get('/api/stats')).json()).toMatchObject({ summariesUsed: 1, audioMinutesUsed: 31 })
    await expect.poll(kept).toEqual([])
  })

  it.each([
    // Damaged, if the machine has FFmpeg, which is asked too.
    [
      'damaged.mp3',
      Buffer.concat([Buffer.from('ID3'), Buffer.alloc(9000, 7)]),
      /^source_(?:type_unsupported|damaged)$/u,
    ],
    ['notes.mp3', Buffer.from('The ferry left the harbor.'), /^source_too_short$/u],
  ])('that are none are refused and removed: %s', async (fileName, bytes, code) => {
    const user = await test.register()
    const before = await kept()
    const objectPath = await upload(user, fileName, bytes)
    const looked = await processUpload(user, objectPath, fileName)
    expect(looked.statusCode).toBe(422)
    expect(looked.json().code).toMatch(code)
    expect(await kept()).toEqual(before)
  })
})

describe('limits of recordings', () => {
  const limits = { TRANSCRIBE_MAX_MB: '2', TRANSCRIBE_MAX_MINUTES: '1' }
  const test = forSuite(async () => startTestProduct({ env: { ...transcription(), ...limits } }))

  it('are those of the settings', async () => {
    const user = await test.register()
    const size = 2 * MEGABYTE
    expect((await user.post('/api/files/upload-url', { fileName: 'a.mp3', size })).statusCode).toBe(200)
    const large = await user.post('/api/files/upload-url', { fileName: 'a.mp3', size: size + 1 })
    expect([large.statusCode, large.json().message]).toEqual([413, 'a.mp3 exceeds maximum allowed size of 2 MB.'])
    // Documents keep their own.
    expect((await user.post('/api/files/upload-url', { fileName: 'a.pdf', size: size + 1 })).statusCode).toBe(200)
    const fileUrl = await uploadFile(test, user, 'a.wav', (await voiceRecording(61)).subarray(0, size))
    const looked = await processUpload(user, fileUrl, 'a.wav')
    expect([looked.statusCode, looked.json().code]).toEqual([422, 'recording_too_long'])
  })
})

describe('without transcription', () => {
  const test = forSuite(async () => startTestProduct({ env: { TRANSCRIBE: 'off' } }))

  it('recordings are refused before they are sent', async () => {
    const user = await test.register()
    const refused = await user.post('/api/files/upload-url', { fileName: 'a.mp3', size: 10 })
    expect(refused.json()).toMatchObject({
      code: 'transcription_unavailable',
      message: 'Recordings aren’t transcribed here. Upload a transcript or subtitles instead.',
    })
    const other = await user.post('/api/files/upload-url', { fileName: 'a.exe', size: 10 })
    expect(other.json().message).not.toContain('.mp3')
  })
})
