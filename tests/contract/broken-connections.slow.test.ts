import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { createMigratedDatabase } from '../support/postgres-template.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** What a statement says that comes to a connection that is gone. */
const BROKEN = /^Failed query: (?:begin|rollback|SELECT 1)/
/** More than the pool has connections. */
const MANY = 12

describe('a PostgreSQL whose connections break', () => {
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

  it('fails the transaction that was open, and nothing else', async () => {
    const cutOff = database.db.transaction(async (tx) => {
      const [own] = await rowsOf(tx, sql`SELECT pg_backend_pid() AS pid`)
      await rowsOf(direct.db, sql`SELECT pg_terminate_backend(${own?.pid}::int, 5000)`)
      return rowsOf(tx, sql`SELECT 1`)
    })
    await expect(cutOff).rejects.toThrow(BROKEN)
    expect(await answer()).toEqual({ answer: 42 })
  })

  it('fails a transaction whose connection broke while nothing was asked', async () => {
    const cutOff = database.db.transaction(async (tx) => {
      await rowsOf(tx, sql`SELECT 1`)
      proxy.cut()
      // The end of the connection is heard of before the next statement.
      await new Promise((resolve) => setTimeout(resolve, 50))
      return rowsOf(tx, sql`SELECT 1`)
    })
    await expect(cutOff).rejects.toThrow(BROKEN)
    expect(await answer()).toEqual({ answer: 42 })
  })

  it('has room for further transactions when many could not even begin', async () => {
    proxy.cutAt('begin')
    for (let n = 0; n < MANY; n += 1) {
      await expect(database.db.transaction(async (tx) => rowsOf(tx, sql`SELECT 1`))).rejects.toThrow(BROKEN)
    }
    proxy.cutAt(null)
    expect(await database.db.transaction(async (tx) => rowsOf(tx, sql`SELECT 42 AS answer`))).toEqual([{ answer: 42 }])
    expect(await answer()).toEqual({ answer: 42 })
  })
})
