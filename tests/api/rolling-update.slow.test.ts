import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMigration } from '../support/extra-migration.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { tidePools } from '../support/texts.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** A later version of the product: this one, with one more migration. */
async function makeLaterVersion(folder: string): Promise<string> {
  const later = path.join(folder, 'later')
  for (const part of ['src', 'scripts', 'package.json'])
    await cp(path.join(root, part), path.join(later, part), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(later, 'node_modules'))
  await addMigration(path.join(later, 'src', 'server', 'db', 'migrations'), 'planted', [
    `ALTER TABLE "summaries" ADD COLUMN "hue" text DEFAULT 'green' NOT NULL;`,
    'ALTER TABLE "users" ADD COLUMN "nickname" text;',
    'CREATE TABLE "hues" ("user_id" uuid NOT NULL, "name" text NOT NULL);',
    'ALTER TABLE "hues" ADD CONSTRAINT "hues_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade;',
  ])
  return later
}

type Send = Awaited<ReturnType<typeof signIn>>

interface Listed {
  summaries: { id: string; status: string }[]
}

const list = async (send: Send): Promise<string[]> =>
  ((await (await send('GET', '/api/summaries')).json()) as Listed['summaries']).map(({ id }) => id)

/** Log lines with the levels error and fatal. */
const complaints = (server: ServerProcess): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60|"error"|"fatal")/.test(line))

describe('an update while the previous version keeps serving', () => {
  let folder: string
  let database: TestDatabase
  let older: ServerProcess
  let later: ServerProcess
  let laterFolder: string
  const started: ServerProcess[] = []
  const start = async (from?: string): Promise<ServerProcess> => {
    const server = await startServer(
      {
        NODE_ENV: 'test',
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: database.url,
        SESSION_SECRET: 'shared by all processes of one place',
        RATE_LIMIT_FACTOR: '1000',
      },
      from,
    )
    started.push(server)
    return server
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'precis-update-'))
    laterFolder = await makeLaterVersion(folder)
    database = await createDatabase()
    older = await start()
  })
  afterAll(async () => {
    for (const server of started) await server.stop('SIGKILL')
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const made: string[] = []
  const create = async (send: Send, text: string): Promise<void> => {
    const response = await send('POST', '/api/summaries', { content: text })
    expect(response.status).toBe(201)
    made.push(((await response.json()) as { id: string }).id)
  }

  it('is not noticed by users', async () => {
    const send = await signIn(older.origin, 'ada@example.com')
    const answers = new Set<number>()
    const arrived = new AbortController()
    const updating = start(laterFolder).finally(() => arrived.abort())
    for (let n = 0; !arrived.signal.aborted; n += 1) {
      answers.add((await send('GET', '/api/summaries')).status)
      answers.add((await send('POST', '/api/feature-suggestions', suggestion(n))).status)
    }
    later = await updating
    expect(answers).toEqual(new Set([200, 201]))
    expect(later.output()).toMatch(/"migrations":1,"msg":"migrating the database"/)
  })

  it('lets both versions work on the same rows', async () => {
    await create(await signIn(older.origin, 'ada@example.com'), tidePools)
    await create(await signIn(later.origin, 'ada@example.com'), `Another one. ${tidePools}`)
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(`UPDATE summaries SET hue = 'teal'`)
    await client.query(`UPDATE users SET nickname = 'Countess'`)
    await client.query(`INSERT INTO hues SELECT id, 'teal' FROM users`)
    await client.end()
    for (const server of [older, later]) {
      const send = await signIn(server.origin, 'ada@example.com')
      expect(new Set(await list(send))).toEqual(new Set(made))
      for (const id of made) expect((await send('GET', `/api/summaries/${id}`)).status).toBe(200)
    }
    await create(await signIn(older.origin, 'ada@example.com'), `One more. ${tidePools}`)
    // The earlier version also deletes what only the later one knows.
    const send = await signIn(older.origin, 'ada@example.com')
    expect((await send('DELETE', `/api/summaries/${made.pop()}`)).status).toBe(204)
  })

  it('can be rolled back: the previous version starts on the newer database', async () => {
    expect(await later.stop('SIGTERM')).toBe(0)
    expect(await older.stop('SIGTERM')).toBe(0)
    const again = await start()
    const send = await signIn(again.origin, 'ada@example.com')
    expect(new Set(await list(send))).toEqual(new Set(made))
    await create(await signIn(again.origin, 'grace@example.com'), tidePools)
    expect(await again.stop('SIGTERM')).toBe(0)
    expect(again.output()).not.toContain('migrating the database')
    expect([older, later, again].flatMap(complaints)).toEqual([])
  })
})

const suggestion = (n: number): unknown => ({
  featureType: 'other',
  description: `Something that is wished for while an update goes on, for the ${n}th time`,
  priority: 'low',
})
