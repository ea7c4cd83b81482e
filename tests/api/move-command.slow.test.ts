import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { precis } from '../support/command.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openServerHome, type ServerHome } from '../support/server-home.ts'
import { tidePools } from '../support/texts.ts'

const ADA = 'ada@example.com'

describe('moving from the embedded database to PostgreSQL by one command', () => {
  let embedded: ServerHome
  let postgres: ServerHome
  let server: ServerProcess
  let env: Record<string, string>
  beforeAll(async () => {
    embedded = await openServerHome('pglite')
    postgres = await openServerHome('postgres')
    env = { ...embedded.env, DATABASE_URL: postgres.env['DATABASE_URL']! }
    server = await startServer(embedded.env)
  }, 60_000)
  afterAll(async () => {
    await server.stop('SIGKILL')
    await embedded.remove()
    await postgres.remove()
  })

  it('is refused in words where there is nothing to move, or nowhere to, or a server runs', async () => {
    const ada = await signIn(server.origin, ADA)
    const made = await ada('POST', '/api/summaries', { content: tidePools, title: 'Pools' })
    expect(made.status).toBe(201)
    const nowhere = await precis(['move'], embedded.env)
    expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('Set DATABASE_URL to the PostgreSQL') })
    const nothing = await precis(['move'], { ...env, DATA_DIR: postgres.dataDir })
    expect(nothing).toMatchObject({ code: 1, errors: expect.stringContaining('There is no embedded database in') })
    const held = await precis(['move'], env)
    expect(held).toMatchObject({ code: 1, errors: expect.stringContaining('Another Precis process is using') })
    expect(await server.stop('SIGTERM')).toBe(0)
  })

  it('says what it would move, and writes nothing', async () => {
    const dry = await precis(['move', '--dry-run', '--json'], env)
    expect(dry).toMatchObject({ code: 0, errors: '' })
    expect(dry.json()).toMatchObject({ made: { dryRun: true, rows: { users: 1, summaries: 1 } }, restored: null })
    expect(await readdir(path.join(embedded.dataDir, 'backups')).catch(() => [])).toEqual([])
  })

  it('brings everybody and everything, and leaves the embedded database as it was', async () => {
    const moved = await precis(['move'], env)
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(moved.output).toContain('Everything is in PostgreSQL, and was counted.')
    for (const home of [env, embedded.env]) {
      server = await startServer(home)
      const ada = await signIn(server.origin, ADA)
      const list = (await (await ada('GET', '/api/summaries')).json()) as {
        id: string
        title: string
        status: string
      }[]
      expect(list).toMatchObject([{ title: 'Pools', status: 'ready' }])
      expect((await ada('GET', `/api/summaries/${list[0]!.id}`)).status).toBe(200)
      expect(await (await ada('GET', '/api/stats')).json()).toMatchObject({ totalSummaries: 1, summariesUsed: 1 })
      const next = await ada('POST', '/api/summaries', { content: `Something else. ${tidePools}` })
      expect(next.status).toBe(201)
      await server.stop('SIGTERM')
    }
  })

  it('replaces nothing that is there already', async () => {
    const again = await precis(['move'], env)
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('accounts of 1 person.') })
  })
})
