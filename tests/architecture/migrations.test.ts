import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { migrationsFolder } from '../../src/server/db/migrate.ts'
import { productVersion } from '../../src/server/platform/process.ts'
import { findBreaks, type MigrationText, type Removal } from './migrations.ts'

/** Migrations up to this one predate the first release, so no older process can run beside them. */
const LAST_BEFORE_RELEASE = '0000_initial'

/**
 * Columns and tables that later migrations may remove, since they are no longer used
 * (docs/adr/0002-expand-and-contract-migrations.md).
 */
const removals: readonly Removal[] = []

const journal = z
  .object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
  .parse(JSON.parse(readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')))

function newMigrations(): MigrationText[] {
  const names = journal.entries.map(({ tag }) => tag)
  return names.slice(names.indexOf(LAST_BEFORE_RELEASE) + 1).map((name) => ({
    name,
    sql: readFileSync(path.join(migrationsFolder, `${name}.sql`), 'utf8'),
  }))
}

test('processes of the previous version survive every migration', () => {
  expect(journal.entries.map(({ tag }) => tag)).toContain(LAST_BEFORE_RELEASE)
  expect(findBreaks(newMigrations(), { version: productVersion(), removals })).toEqual([])
})

test('timestamps of migrations increase, since Drizzle identifies migrations by them', () => {
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

const breaksIn = (...statements: string[]): string[] =>
  findBreaks([{ name: 'planted', sql: statements.join(';--> statement-breakpoint\n') }], {
    version: '0.3.0',
    removals: [],
  })

describe('rejected statements', () => {
  test.each([
    'DROP TABLE "summaries" CASCADE',
    'ALTER TABLE "users" DROP COLUMN "password"',
    'ALTER TABLE "users" RENAME COLUMN "password" TO "hash"',
    'ALTER TABLE "users" RENAME TO "people"',
    'ALTER TABLE "users" ALTER COLUMN "exports_used" SET DATA TYPE bigint',
    'ALTER TABLE "users" ALTER COLUMN "first_name" SET NOT NULL',
    'ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "hue" text NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "hue" text UNIQUE',
    'ALTER TABLE "users" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL',
    'ALTER TABLE "users" ADD CONSTRAINT "users_name_unique" UNIQUE("first_name")',
    `ALTER TABLE "users" ADD CONSTRAINT "users_used" CHECK ("exports_used" >= 0)`,
    `ALTER TABLE "users" ADD CONSTRAINT "users_used" CHECK ("exports_used" >= 0) NOT VALID`,
    'CREATE INDEX "users_name" ON "users" USING btree ("first_name")',
    'CREATE UNIQUE INDEX IF NOT EXISTS "users_name" ON "users" USING btree ("first_name")',
    'CREATE INDEX CONCURRENTLY "users_name" ON "users" USING btree ("first_name")',
    'DROP INDEX "users_name"',
    `UPDATE "users" SET "first_name" = ''`,
    'DELETE FROM "sessions"',
    'TRUNCATE "sessions"',
    `CREATE TYPE "hue" AS ENUM ('teal')`,
    'DO $$ BEGIN DROP TABLE "users"; END $$',
    'ALTER TABLE "users" ADD COLUMN "hue" text, DROP COLUMN "password"',
    'CREATE TABLE "hues" ("name" text); DROP TABLE "users"',
    '-- ALTER TABLE "users" ADD COLUMN "hue" text\nDROP TABLE "users"',
  ])('%s', (statement) => {
    expect(breaksIn(statement)).not.toEqual([])
  })

  test('an index on a column that the same migration adds', () => {
    const column = 'ALTER TABLE "users" ADD COLUMN "hue" text'
    expect(breaksIn(column, 'CREATE INDEX IF NOT EXISTS "users_hue" ON "users" USING btree ("hue")')).toEqual([
      expect.stringContaining('in the next version'),
    ])
  })
})

describe('accepted statements', () => {
  test.each([
    ['CREATE TABLE "hues" ("name" text PRIMARY KEY NOT NULL)'],
    [
      'CREATE TABLE "hues" ("user_id" uuid NOT NULL)',
      'ALTER TABLE "hues" ADD CONSTRAINT "f" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade',
      'CREATE UNIQUE INDEX "hues_user" ON "hues" USING btree ("user_id")',
    ],
    ['ALTER TABLE "users" ADD COLUMN "hue" text'],
    ['ALTER TABLE "users" ADD COLUMN "hue" text DEFAULT \'teal\' NOT NULL'],
    ['ALTER TABLE "users" ADD COLUMN "since" timestamp with time zone DEFAULT now() NOT NULL'],
    [
      'ALTER TABLE "users" ADD COLUMN "guide" uuid',
      'ALTER TABLE "users" ADD CONSTRAINT "g" FOREIGN KEY ("guide") REFERENCES "public"."users"("id") NOT VALID',
    ],
    ['ALTER TABLE "users" VALIDATE CONSTRAINT "g"'],
    ['CREATE INDEX IF NOT EXISTS "users_name" ON "users" USING btree ("first_name")'],
  ])('%s', (...statements) => {
    expect(breaksIn(...statements)).toEqual([])
  })
})

describe('removals', () => {
  const migrations = [{ name: 'planted', sql: 'ALTER TABLE "users" DROP COLUMN "hue";' }]
  const removal = { migration: 'planted', statement: 'DROP COLUMN "hue"', lastUsedIn: '0.2.9', why: 'no code reads it' }
  const find = (version: string, removals: Removal[]): string[] => findBreaks(migrations, { version, removals })

  test('are accepted in a later version than the last one that used the table or column', () => {
    expect(find('0.2.10', [removal])).toEqual([])
    expect(find('0.2.9', [removal])).toEqual([expect.stringContaining('must not be used by version 0.2.9')])
    expect(find('0.2.10', [])).toHaveLength(1)
  })

  test('must be listed only if a migration performs them', () => {
    expect(find('0.3.0', [removal, { ...removal, statement: 'DROP COLUMN "tint"' }])).toEqual([
      'planted: unused entry for "DROP COLUMN "tint""',
    ])
  })
})
