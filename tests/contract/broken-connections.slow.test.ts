import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { createMigratedDatabase } from '../support/postgres-template.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** Error message of a statement on a closed connection. */
const BROKEN = /^Failed query: (?:begin|rollback|SELECT 1)/
/** More than the pool has connections. */
const MANY = 12

describe('PostgreSQL with broken connections', () => {
  let close: () => Promise<void>
  let direct: Database
  let proxy: TcpProxy
  let database: Database
  beforeAll(async () => {
    const created = await createMigratedDatabase()
    const url = new URL(created.url)
    const target = { host: url.hostname, port: Number(url.port) }
    proxy = await startTcpProxy(() => target)
    direct = await openPostgres(created.url, () => {}, { asItIs: true })
    url.port = String(proxy.port)
    database = await openPostgres(url.href, () => {}, { asItIs: true })
    close = async () => {
      await database.close()
      await direct.close()
      await proxy.stop()
      await created.drop()
    }
  })
  afterEach(() => proxy.cutAt(null))
  afterAll(async () => close())

  const answer = async (): Promise<unknown> => (await rowsOf(database.db, sql`SELECT 42 AS answer`))[0]

  it('fails only the open transaction', async () => {
    const cutOff = database.db.transaction(async (tx) => {
      const [own] = await rowsOf(tx, sql`SELECT pg_backend_pid() AS pid`)
      await rowsOf(direct.db, sql`SELECT pg_terminate_backend(${own?.pid}::int, 5000)`)
      return rowsOf(tx, sql`SELECT 1`)
    })
    await expect(cutOff).rejects.toThrow(BROKEN)
    expect(await answer()).toEqual({ answer: 42 })
  })

  it('fails a transaction whose connection broke while it was idle', async () => {
    const cutOff = database.db.transaction(async (tx) => {
      await rowsOf(tx, sql`SELECT 1`)
      proxy.cut()
      // The pool notices the closed connection before the next statement.
      await new Promise((resolve) => setTimeout(resolve, 50))
      return rowsOf(tx, sql`SELECT 1`)
    })
    await expect(cutOff).rejects.toThrow(BROKEN)
    expect(await answer()).toEqual({ answer: 42 })
  })

  it('releases connections whose transactions could not begin', async () => {
    proxy.cutAt('begin')
    for (let n = 0; n < MANY; n += 1) {
      await expect(database.db.transaction(async (tx) => rowsOf(tx, sql`SELECT 1`))).rejects.toThrow(BROKEN)
    }
    proxy.cutAt(null)
    expect(await database.db.transaction(async (tx) => rowsOf(tx, sql`SELECT 42 AS answer`))).toEqual([{ answer: 42 }])
    expect(await answer()).toEqual({ answer: 42 })
  })
})
