import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { processUpload, requestUpload, setPlan, storedFiles, uploadFile } from '../support/uploads.ts'

const docx = standinFile('docx', tidePools)

/** Reads a file the first time, for the check, and then behaves differently. */
function afterTheLook(then: (signal: AbortSignal) => Promise<never>): Pipeline & { readonly reads: () => number } {
  const pipeline = filePipeline()
  let reads = 0
  return {
    ...pipeline,
    reads: () => reads,
    ingest: {
      ...pipeline.ingest,
      read: async (input, options) => {
        reads += 1
        return reads === 1 ? pipeline.ingest.read(input, options) : then(options.signal)
      },
    },
  }
}

/** Runs until aborted. */
const forever = async (signal: AbortSignal): Promise<never> => {
  await sleep(600_000, undefined, { signal })
  throw new Error('nobody waits that long')
}

describe('summaries of uploads', () => {
  let test: TestProduct
  let user: TestClient
  afterEach(async () => test.close())

  async function start(pipeline: Pipeline = filePipeline()): Promise<void> {
    test = await startTestProduct({ pipeline, graceMs: 100 })
    user = await test.register('ada@example.com')
  }
  const upload = async (fileName = 'Carrow.docx', bytes = docx): Promise<string> => {
    const objectPath = await uploadFile(test, user, fileName, bytes)
    const looked = await processUpload(user, objectPath, fileName)
    if (looked.statusCode !== 200) throw new Error(looked.body)
    return objectPath
  }
  const kept = async (): Promise<string[]> => storedFiles(test.dataDir)
  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed

  it('delete the file', async () => {
    await start()
    const fileUrl = await upload()
    expect(await kept()).toHaveLength(1)
    const response = await user.post('/api/summaries', { fileUrl })
    expect(response.statusCode).toBe(201)
    const summary = response.json()
    expect(summary).toMatchObject({
      status: 'ready',
      contentType: 'document',
      originalUrl: null,
      sourceInfo: { fileName: 'Carrow.docx', bytes: docx.length },
    })
    expect(summary.title).toContain('The tide pools')
    expect(summary.keyTakeaways.length).toBeGreaterThan(0)
    await expect.poll(kept).toEqual([])
    expect(await used()).toBe(1)
    // The bytes are deleted first, then the row.
    await expect.poll(async () => (await processUpload(user, fileUrl)).statusCode).toBe(404)
  })

  it('have the user’s title, or the file’s name until it was read', async () => {
    await start(afterTheLook(forever))
    const prefer = { prefer: 'respond-async' }
    const untitled = await user.post('/api/summaries', { fileUrl: await upload() }, prefer)
    expect(untitled.statusCode).toBe(202)
    const first = (await user.get(`/api/summaries/${untitled.json().id}`)).json()
    expect(first).toMatchObject({ title: 'Carrow.docx', contentType: 'document' })
    await test.close()
    await start()
    const titled = await user.post('/api/summaries', { fileUrl: await upload(), title: 'My pools' })
    expect(titled.json().title).toBe('My pools')
  })

  it('check an unchecked file, and reject an unusable one', async () => {
    await start()
    const good = await uploadFile(test, user, 'a.docx', docx)
    expect((await user.post('/api/summaries', { fileUrl: good })).statusCode).toBe(201)
    const locked = await uploadFile(test, user, 'a.pdf', standinFile('encrypted', ''))
    const refused = await user.post('/api/summaries', { fileUrl: locked })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'source_encrypted'])
    const { objectPath } = await requestUpload(user, { fileName: 'a.pdf' })
    const early = await user.post('/api/summaries', { fileUrl: objectPath })
    expect([early.statusCode, early.json().code]).toEqual([409, 'upload_incomplete'])
    expect(await used()).toBe(1)
  })

  it('are created once', async () => {
    await start(afterTheLook(forever))
    const fileUrl = await upload()
    expect((await user.post('/api/summaries', { fileUrl }, { prefer: 'respond-async' })).statusCode).toBe(202)
    const again = await user.post('/api/summaries', { fileUrl })
    expect([again.statusCode, again.json().code]).toEqual([410, 'upload_expired'])
    const looked = await processUpload(user, fileUrl)
    expect([looked.statusCode, looked.json().code]).toEqual([410, 'upload_expired'])
    expect(await used()).toBe(1)
  })

  it('keep the file when the quota is used up', async () => {
    await start()
    for (let n = 0; n < 3; n += 1) await user.post('/api/summaries', { content: `${n} ${tidePools}` })
    const fileUrl = await upload()
    const refused = await user.post('/api/summaries', { fileUrl })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'upgrade_required'])
    expect(await kept()).toHaveLength(1)
    await setPlan(test, 'ada@example.com', 'lite')
    expect((await user.post('/api/summaries', { fileUrl })).statusCode).toBe(201)
  })

  it('are returned again for a repeated key, although the file is gone', async () => {
    await start()
    const fileUrl = await upload()
    const key = { 'idempotency-key': 'once' }
    const both = await Promise.all([
      user.copy().post('/api/summaries', { fileUrl }, key),
      user.copy().post('/api/summaries', { fileUrl }, key),
    ])
    await expect.poll(kept).toEqual([])
    const third = await user.post('/api/summaries', { fileUrl }, key)
    const ids = [...both, third].map((response) => response.json().id)
    expect(ids[0]).toBeDefined()
    expect(new Set(ids).size).toBe(1)
    expect(await used()).toBe(1)
  })

  it('find the file for a retry after an unexpected error', async () => {
    let failed = false
    const pipeline = filePipeline()
    await start({
      ...pipeline,
      summarizer: {
        ...pipeline.summarizer,
        summarize: (document, options) => {
          if (failed) return pipeline.summarizer.summarize(document, options)
          failed = true
          throw new TypeError('the summarizer broke')
        },
      },
    })
    expect((await user.post('/api/summaries', { fileUrl: await upload() })).statusCode).toBe(201)
    expect(failed).toBe(true)
    await expect.poll(kept).toEqual([])
  })

  it('delete the file when they are deleted', async () => {
    await start(afterTheLook(forever))
    const fileUrl = await upload()
    const { id } = (await user.post('/api/summaries', { fileUrl }, { prefer: 'respond-async' })).json()
    expect((await user.delete(`/api/summaries/${id}`)).statusCode).toBe(204)
    await expect.poll(kept).toEqual([])
  })
})
