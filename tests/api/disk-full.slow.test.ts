import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { afterEach, expect, it } from 'vitest'
import { openPglite } from '../../src/server/db/open-pglite.ts'
import { type FillableDisk, type Fullness, fillableDisk } from '../support/full-disk.ts'
import { writePgliteFolder } from '../support/pglite-template.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { askTarget, keptFiles, lookAt, sendFile, setPlan } from '../support/uploads.ts'

const NO_ROOM = {
  code: 'storage_full',
  message:
    'There is no room left on the server to save this, so nothing was saved or counted. Please try again later; whoever runs this site has to make room.',
}

const left: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const leave of left.splice(0).toReversed()) await leave()
})

interface Stage {
  test: TestProduct
  disk: FillableDisk
  ada: TestClient
  openedAnew: Error[]
}

/** The product on an embedded database whose files, and all others, lie on a disk that can be full. */
async function startOnDisk(): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-full-'))
  await writePgliteFolder(path.join(dataDir, 'pglite'))
  const disk = fillableDisk(dataDir, path.join(tmpdir(), 'precis-test-'))
  left.push(async () => {
    disk.restore()
    await rm(dataDir, { recursive: true, force: true })
  })
  const openedAnew: Error[] = []
  const fail = (error: Error): never => {
    throw error
  }
  const database = await openPglite(dataDir, fail, { onOpenedAnew: (gaveUp) => openedAnew.push(gaveUp) })
  const test = await startTestProduct('pglite', { database })
  left.push(async () => test.close())
  const ada = await test.person('ada@example.com')
  await setPlan(test, 'ada@example.com', 'pro')
  return { test, disk, ada, openedAnew }
}

let texts = 0
/** Asks for a summary of a text that nobody has sent yet: a repeat would not be counted. */
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

/** Asks until there is no room, and tells how many were taken before that. */
async function askUntilFull(client: TestClient): Promise<number> {
  for (let taken = 0; taken < 200; taken += 1) {
    const response = await ask(client)
    if (response.statusCode === 202) continue
    expect([response.statusCode, response.json()]).toEqual([507, expect.objectContaining(NO_ROOM)])
    return taken
  }
  throw new Error('The disk never was full.')
}

it.each<[Fullness, string]>([
  ['no-growth', 'that takes no file that grows'],
  ['nothing', 'that takes nothing at all, so that the database gives up'],
])(
  'a disk that is full (%s, %s) is said so, and costs nobody anything',
  async (fullness) => {
    const { disk, ada, openedAnew } = await startOnDisk()
    expect((await ask(ada)).statusCode).toBe(202)
    disk.is(fullness)
    const taken = 1 + (await askUntilFull(ada))
    if (fullness === 'nothing') expect(taken).toBe(1)
    disk.is('not-full')
    // Without a restart: the database is opened again by whoever asks next.
    await expect.poll(async () => (await ask(ada)).statusCode, { timeout: 20_000, interval: 500 }).toBe(202)
    const statuses = async (): Promise<string[]> => [
      ...new Set((await counted(ada)).summaries.map(({ status }) => status)),
    ]
    await expect.poll(statuses, { timeout: 45_000, interval: 500 }).toEqual(['ready'])
    const { summaries, used } = await counted(ada)
    expect([summaries.length, used]).toEqual([taken + 1, taken + 1])
    expect(openedAnew.length > 0).toBe(fullness === 'nothing')
  },
  120_000,
)

it('reading goes on while no file can grow, and an upload finds no room and leaves nothing', async () => {
  const { test, disk, ada } = await startOnDisk()
  const { uploadURL, objectPath } = await askTarget(ada)
  const uploads = fillableDisk(test.dataDir)
  left.push(async () => uploads.restore())
  uploads.is('no-growth')
  disk.is('no-growth')
  const bytes = Buffer.from('%PDF-1.4\nnot much of one')
  const refused = await sendFile(test, uploadURL, bytes)
  expect([refused.statusCode, refused.json()]).toEqual([507, expect.objectContaining(NO_ROOM)])
  expect(await keptFiles(test.dataDir)).toEqual([])
  expect((await ada.get('/api/auth/user')).json()).toMatchObject({ email: 'ada@example.com' })
  expect((await ada.get('/api/summaries')).statusCode).toBe(200)
  uploads.is('not-full')
  disk.is('not-full')
  expect((await sendFile(test, uploadURL, bytes)).statusCode).toBe(200)
  expect((await lookAt(ada, objectPath)).statusCode).toBe(422)
}, 60_000)

it('a PostgreSQL that has no room is said so, and counts nothing', async () => {
  const test = await startTestProduct('postgres')
  left.push(async () => test.close())
  const ada = await test.person('ada@example.com')
  // What a server says whose disk is full, by the server itself.
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
