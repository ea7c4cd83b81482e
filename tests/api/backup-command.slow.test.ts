import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { makeFolder } from '../support/backups.ts'
import { type CommandResult, precis } from '../support/command.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openBundledHome, openServerHome, type ServerHome } from '../support/server-home.ts'
import { tidePools } from '../support/texts.ts'

const ADA = 'ada@example.com'
/** Raises the user's summary quota. */
const CATALOGUE = 'two-plan'

interface MadeJson {
  file: string
  rows: Record<string, number>
}

const madeOf = (result: CommandResult): MadeJson => {
  expect(result).toMatchObject({ code: 0, errors: '' })
  return result.json() as MadeJson
}

/** From the bundled database to another PostgreSQL and back. */
describe('backup and restore commands', () => {
  const place = makeFolder()
  let bundled: ServerHome
  let postgres: ServerHome
  let server: ServerProcess
  let backup: string
  let moved: string
  beforeAll(async () => {
    bundled = await openBundledHome()
    postgres = await openServerHome()
    backup = path.join((await place).folder, 'backup.tar.gz')
    moved = path.join((await place).folder, 'moved.tar.gz')
    server = await startServer({ ...bundled.env, PLAN_CATALOGUE: CATALOGUE })
  }, 60_000)
  afterAll(async () => {
    await server.stop('SIGKILL')
    await bundled.remove()
    await postgres.remove()
    await (await place).remove()
  })

  const titles = async (): Promise<string[]> => {
    const ada = await signIn(server.origin, ADA)
    const list = (await (await ada('GET', '/api/summaries')).json()) as { title: string; status: string }[]
    return list.map(({ title, status }) => `${title} ${status}`)
  }

  it('run twice concurrently while a server uses the bundled database', async () => {
    const clients = await Promise.all(
      [ADA, 'bea@example.com', 'cai@example.com'].map(async (email) => signIn(server.origin, email)),
    )
    const ask = async (user: number, title: string): Promise<void> => {
      const body = { content: `${title}. ${tidePools}`, title }
      const response = await clients[user]!('POST', '/api/summaries', body, { prefer: 'respond-async' })
      expect(response.status).toBe(202)
    }
    await ask(0, 'First')
    const asking = (async () => {
      for (const n of [1, 2, 3, 4]) await Promise.all([0, 1, 2].map(async (user) => ask(user, `Work ${n}`)))
    })()
    const [named, unnamed] = await Promise.all([
      precis(['backup', backup, '--json'], bundled.env),
      precis(['backup', '-', '--json'], bundled.env),
    ])
    await asking
    const rows = madeOf(named).rows['summaries'] ?? 0
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(13)
    const { file } = madeOf(unnamed)
    expect(path.dirname(file)).toBe(path.join(bundled.dataDir, 'backups'))
    expect(path.basename(file)).toMatch(/^precis-\d{8}T\d{6}Z\.tar\.gz$/u)
    const modes = await Promise.all(
      [file, path.dirname(file), backup].map(async (name) => (await stat(name)).mode & 0o777),
    )
    expect(modes).toEqual([0o600, 0o700, 0o600])
    const wouldBe = `${backup}.other`
    const [dry, page, again] = await Promise.all([
      precis(['backup', '--dry-run', '--json'], bundled.env),
      precis(['backup', '--dry-run', wouldBe], bundled.env),
      precis(['backup', backup], bundled.env),
    ])
    expect(madeOf(dry)).toMatchObject({
      dryRun: true,
      rows: { users: 3, summaries: 13 },
      files: { count: 0, bytes: 0 },
    })
    expect(path.dirname(madeOf(dry).file)).toBe(path.dirname(file))
    expect(page).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Nothing was written.') })
    expect(page.output).toContain(wouldBe)
    expect(await readdir(path.dirname(file))).toEqual([path.basename(file)])
    expect(await readdir(path.dirname(backup))).toEqual([path.basename(backup)])
    expect(again).toMatchObject({
      code: 1,
      errors: `precis: ${backup} is there already, and is not replaced. Choose another name.\n`,
    })
  })

  it('restore nothing while a server uses the database', async () => {
    expect(await server.stop('SIGTERM')).toBe(0)
    const full = await precis(['restore', '--dry-run', backup], bundled.env)
    expect(full).toMatchObject({
      code: 1,
      errors: expect.stringContaining('contains 3 accounts. --force permanently replaces'),
    })
    expect(full.output).toContain('The backup is complete. Nothing was changed.')

    server = await startServer({ ...postgres.env, PLAN_CATALOGUE: CATALOGUE })
    const open = await precis(['restore', backup, '--json'], postgres.env)
    expect(open).toMatchObject({ code: 1, errors: expect.stringContaining('Servers are running on this database.') })
    expect(open.json()).toMatchObject({ error: { code: 'database_in_use' } })
    await server.stop('SIGTERM')
  })

  it('move all data to PostgreSQL: consistent rows, and summaries that can be retried', async () => {
    const dry = await precis(['restore', '--dry-run', backup], postgres.env)
    expect(dry).toMatchObject({ code: 0, errors: '' })
    expect(dry.output).toContain('It would be restored into an empty database. Nothing was changed.')
    const restored = await precis(['restore', backup], postgres.env)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.output).toContain('Everything was restored and verified. All users must sign in again.')

    const database = await openPostgres(postgres.env['DATABASE_URL']!, () => {})
    // Each month's counter equals its summaries; none is in progress.
    const unfit = await rowsOf(
      database.db,
      sql`SELECT u.email FROM users u LEFT JOIN summaries s ON s.user_id = u.id AND s.quota_period IS NOT NULL
          GROUP BY u.id HAVING count(s.id) <> u.summaries_used`,
    )
    const unended = await rowsOf(database.db, sql`SELECT id FROM summaries WHERE status NOT IN ('ready', 'failed')`)
    expect([unfit, unended]).toEqual([[], []])
    await database.close()

    server = await startServer({ ...postgres.env, PLAN_CATALOGUE: CATALOGUE })
    expect((await titles()).join()).toMatch(/First (?:ready|failed)/u)
    const ada = await signIn(server.origin, ADA)
    const list = (await (await ada('GET', '/api/summaries')).json()) as { id: string; status: string }[]
    for (const { id } of list.filter(({ status }) => status === 'failed')) {
      const retried = await ada('POST', `/api/summaries/${id}/retry`)
      expect([200, 201, 202]).toContain(retried.status)
    }
  })

  it('move it back, replacing existing data', async () => {
    expect(await precis(['backup', moved], postgres.env)).toMatchObject({ code: 0, errors: '' })
    const before = await titles()
    await server.stop('SIGTERM')
    expect(await precis(['restore', moved], bundled.env)).toMatchObject({ code: 1 })
    const restored = await precis(['restore', moved, '--force', '--json'], bundled.env)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.json()).toMatchObject({ replaced: 3, refusal: null, rows: { users: 3 } })
    server = await startServer({ ...bundled.env, PLAN_CATALOGUE: CATALOGUE })
    expect((await titles()).map((title) => title.replace(/ \w+$/u, ''))).toEqual(
      before.map((title) => title.replace(/ \w+$/u, '')),
    )
  })
})
