import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../../bench/chaos/full-disk.ts'
import { openDatabase } from '../../src/server/composition/open-database.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { requestUpload, sendFile, setPlan } from '../support/uploads.ts'

const NO_ROOM = {
  code: 'storage_full',
  message:
    'The server is out of disk space, so nothing was saved or counted. Please try again later; the site’s operator has to free some.',
}

const DISK_MB = 120

const left: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const leave of left.splice(0).toReversed()) await leave()
})

interface Stage {
  test: TestProduct
  disk: SmallDisk
  ada: TestClient
}

/** The product on a bundled database with its own small disk. */
async function startOnDisk(): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-full-'))
  const disk = mountSmallDisk(dataDir, DISK_MB)
  if (disk === null) throw new Error('A small disk could not be mounted.')
  left.push(async () => {
    disk.remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  const config = { dataDir, databaseUrl: null, databaseDirectUrl: null }
  const database = await openDatabase(config, pino({ level: 'silent' }))
  const test = await startTestProduct({ database, env: { DATA_DIR: dataDir } })
  left.push(async () => test.close())
  const ada = await test.register('ada@example.com')
  await setPlan(test, 'ada@example.com', 'pro')
  return { test, disk, ada }
}

let texts = 0
/** Requests a summary of a new text, since a repeat would not count. */
const ask = async (client: TestClient): Promise<Response> =>
  client.post(
    '/api/summaries',
    { content: `Notebook ${(texts += 1)} says so. ${tidePools}` },
    { prefer: 'respond-async' },
  )

interface Counted {
  summaries: { status: string }[]
  used: number
}

async function counted(client: TestClient): Promise<Counted> {
  const summaries: Counted['summaries'] = (await client.get('/api/summaries')).json()
  const { summariesUsed }: { summariesUsed: number } = (await client.get('/api/stats')).json()
  return { summaries, used: summariesUsed }
}

/** Sends requests until the disk is full; returns how many were accepted. */
async function askUntilFull(client: TestClient): Promise<number> {
  for (let taken = 0; taken < 200; taken += 1) {
    const response = await ask(client)
    if (response.statusCode === 202) continue
    expect([response.statusCode, response.json()]).toEqual([507, expect.objectContaining(NO_ROOM)])
    return taken
  }
  throw new Error('The disk never was full.')
}

describe.runIf(userInfo().uid === 0)('a full disk under the bundled database', () => {
  it('rejects requests without using quota, and recovers when there is space again', async () => {
    const { test, disk, ada } = await startOnDisk()
    expect((await ask(ada)).statusCode).toBe(202)
    disk.fill()
    const taken = 1 + (await askUntilFull(ada))
    expect((await ada.get('/api/auth/user')).json()).toMatchObject({ email: 'ada@example.com' })
    const { uploadURL } = await requestUpload(ada).catch(() => ({ uploadURL: null }))
    if (uploadURL !== null) {
      const refused = await sendFile(test, uploadURL, Buffer.from('%PDF-1.4\nnot much of one'))
      expect([refused.statusCode, refused.json()]).toEqual([507, expect.objectContaining(NO_ROOM)])
    }
    // PostgreSQL exits when it can't even write its log.
    await test.database.db.execute(sql`SELECT pg_switch_wal()`).catch(() => {})
    disk.empty()
    await expect.poll(async () => (await ask(ada)).statusCode, { timeout: 20_000, interval: 500 }).toBe(202)
    const statuses = async (): Promise<string[]> => [
      ...new Set((await counted(ada)).summaries.map(({ status }) => status)),
    ]
    await expect.poll(statuses, { timeout: 45_000, interval: 500 }).toEqual(['ready'])
    const { summaries, used } = await counted(ada)
    expect([summaries.length, used]).toEqual([taken + 1, taken + 1])
  }, 120_000)
})

it('PostgreSQL errors of a full disk are reported, and no quota is used', async () => {
  const test = await startTestProduct()
  left.push(async () => test.close())
  const ada = await test.register('ada@example.com')
  // PostgreSQL's message for a full disk.
  await test.database.db.execute(sql`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)
  await test.database.db.execute(
    sql`CREATE TRIGGER no_room BEFORE INSERT ON summaries FOR EACH ROW EXECUTE FUNCTION no_room()`,
  )
  const refused = await ask(ada)
  expect([refused.statusCode, refused.json()]).toEqual([507, expect.objectContaining(NO_ROOM)])
  expect(await counted(ada)).toEqual({ summaries: [], used: 0 })
  await test.database.db.execute(sql`DROP TRIGGER no_room ON summaries`)
  expect((await ask(ada)).statusCode).toBe(202)
}, 60_000)
