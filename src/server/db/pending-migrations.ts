import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PoolClient } from 'pg'
import { z } from 'zod'

/** A migration that has not been applied to a database. */
export interface PendingMigration {
  name: string
  statements: readonly string[]
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
const lastSchema = z.array(z.object({ created_at: z.coerce.number() }))
const foundSchema = z.array(z.object({ found: z.boolean() }))

async function lastApplied(client: PoolClient): Promise<number> {
  const { rows: found } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found`)
  if (foundSchema.parse(found)[0]?.found !== true) return 0
  const { rows } = await client.query(
    'SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1',
  )
  return lastSchema.parse(rows)[0]?.created_at ?? 0
}

/** The migrations that Drizzle's migrator will apply, in order: those later than the last one applied to the database. */
export async function pendingMigrations(client: PoolClient, folder: string): Promise<PendingMigration[]> {
  const last = await lastApplied(client)
  const { entries } = journalSchema.parse(JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')))
  const files = readMigrationFiles({ migrationsFolder: folder })
  return entries.flatMap(({ tag, when }) => {
    const file = files.find(({ folderMillis }) => folderMillis === when)
    return when > last && file !== undefined ? [{ name: tag, statements: file.sql }] : []
  })
}
