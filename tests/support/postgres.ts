import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { z } from 'zod'
import type { PostgresAddress } from './postgres-server.ts'

const addressSchema = z.object({ host: z.string(), port: z.int(), user: z.string(), password: z.string() })

/** A separate database for a test. */
export interface TestDatabase {
  /** For DATABASE_URL. */
  url: string
  /** Removes the database and closes open connections. */
  drop: () => Promise<void>
}

export interface DatabaseOptions {
  /**
   * Migrates an empty database to the current schema. Runs once per test run: later databases are copies of the first.
   */
  migrate?: (url: string) => Promise<void>
  /** Name of the schema that `migrate` creates, if it isn't the product's. */
  template?: string
}

let known: Promise<PostgresAddress> | undefined

async function askBroker(): Promise<PostgresAddress> {
  const response = await fetch(inject('postgresBroker'))
  if (!response.ok) throw new Error(`PostgreSQL did not start: ${await response.text()}`)
  return addressSchema.parse(await response.json())
}

function urlOf(address: PostgresAddress, database: string): string {
  return `postgres://${address.user}:${address.password}@${address.host}:${address.port}/${database}`
}

/** Runs `work` with a connection to the maintenance database. */
async function administer<T>(address: PostgresAddress, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf(address, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Any number that no other test code locks. */
const TEMPLATE_LOCK = 7_310_250

/** Creates the migrated template unless another test file has; concurrent callers wait. */
async function ensureTemplate(
  address: PostgresAddress,
  template: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  await administer(address, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ])
    if (rowCount !== 0) return
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template}`)
    await migrate(urlOf(address, template))
    await client.query(`alter database ${template} is_template true`)
  })
}

/** A new database on the run's PostgreSQL: empty, or, with `migrate`, a copy of the migrated template. */
export async function createDatabase({ migrate, template = 'precis' }: DatabaseOptions = {}): Promise<TestDatabase> {
  known ??= askBroker()
  const address = await known
  const migrated = `${template}_migrated`
  if (migrate !== undefined) await ensureTemplate(address, migrated, migrate)
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = migrate === undefined ? 'template0' : migrated
  await administer(address, (client) => client.query(`create database ${name} template ${source} strategy file_copy`))
  return {
    url: urlOf(address, name),
    drop: () =>
      administer(address, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}
