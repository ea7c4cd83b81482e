import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createParserPool } from '../../src/ingest/parsing/parser-pool.ts'
import { createPipeline, type Pipeline } from '../../src/pipeline/pipeline.ts'
import { processUpload as inspectUpload } from '../../src/server/features/uploads/process-upload.ts'
import { readPipelineConfig } from '../../src/server/platform/config/config.ts'
import { openDiskStorage } from '../../src/server/storage/disk-storage.ts'
import { createThreadPool } from '../../src/threads/thread-pool.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { summariesContext } from '../support/summaries-context.ts'
import { processUpload, setPlan, storedFiles, uploadFile } from '../support/uploads.ts'

const script = fileURLToPath(new URL('../support/workers/misbehaving-parser.ts', import.meta.url))
/** A source that `misbehaving-parser` reads for much longer than a test may take. */
const ENDLESS = 'wait for ever'

describe('parser threads', () => {
  let test: TestProduct
  let greedy: TestClient
  let pipeline: Pipeline
  let reads = 0
  afterEach(async () => test.close())

  async function start(threads: number): Promise<void> {
    const pool = createThreadPool()
    const parser = createParserPool({ script, threads, limits: { baseMs: 600_000 } }, pool)
    pipeline = createPipeline(readPipelineConfig({}), undefined, pool, parser)
    const { read } = pipeline.ingest
    reads = 0
    pipeline.ingest.read = async (...args) => {
      reads += 1
      return read(...args)
    }
    test = await startTestProduct({ pipeline })
    greedy = await test.register('greedy@example.com')
    await setPlan(test, 'greedy@example.com', 'pro')
  }

  const upload = async (client: TestClient, text: string): Promise<string> =>
    uploadFile(test, client, 'notes.txt', Buffer.from(text))

  /** Starts inspections of endless files; returns their uploads. */
  async function inspectEndless(count: number): Promise<string[]> {
    const files = await Promise.all(Array.from({ length: count }, async () => upload(greedy, ENDLESS)))
    for (const file of files) void processUpload(greedy, file, 'notes.txt')
    return files
  }

  async function summarizeEndless(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const body = { content: ENDLESS, fresh: true }
      const { statusCode } = await greedy.post('/api/summaries', body, { prefer: 'respond-async' })
      expect(statusCode).toBe(202)
    }
  }

  async function inspectOthersFile(): Promise<void> {
    const other = await test.register()
    const response = await processUpload(other, await upload(other, 'fine'), 'notes.txt')
    expect([response.statusCode, response.json().fileName]).toEqual([200, 'notes.txt'])
  }

  it.each([2, 4])('half of %i are left to others while one user inspects many endless files', async (threads) => {
    await start(threads)
    await inspectEndless(6)
    await expect.poll(() => reads).toBeGreaterThanOrEqual(2)
    await inspectOthersFile()
  })

  it('are shared by the inspections and summaries of a user', async () => {
    await start(2)
    await summarizeEndless(2)
    await inspectEndless(2)
    await expect.poll(() => reads).toBe(4)
    await inspectOthersFile()
  })

  it('are left alone by an inspection that ends while it waits, whose file is kept', async () => {
    await start(2)
    await inspectEndless(1)
    await expect.poll(() => reads).toBe(1)
    const file = await upload(greedy, 'waits')
    const context = {
      ...summariesContext(test.database.db, { pipeline }),
      storage: await openDiskStorage(path.join(test.dataDir, 'uploads')),
    }
    const actor = { userId: (await greedy.get('/api/auth/user')).json().id, plan: 'pro' }
    const request = { fileUrl: file, fileName: 'notes.txt' }
    await expect(inspectUpload(context, actor, request, AbortSignal.timeout(500))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Checking this file is taking a while. We’ve kept it; please try again in a minute.',
    })
    expect(reads).toBe(2)
    expect(await storedFiles(test.dataDir)).toContain(file.replace('uploads/', ''))
    await inspectOthersFile()
  })
})
