import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { migrationsFolder } from '../../src/server/db/migrate.ts'
import { productVersion } from '../../src/server/platform/product-version.ts'
import { type EndedUse, findBreaks, type MigrationText } from './migrations.ts'

/** Of the migrations up to this one no process could be left that they would break: they came before the first release. */
const LAST_BEFORE_RELEASE = '0006_search_and_undo'

/** What later migrations may take away, since its use has ended (docs/adr/0002-expand-and-contract-migrations.md). */
const ended: readonly EndedUse[] = []

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

test('a process of the version before survives every migration', () => {
  expect(journal.entries.map(({ tag }) => tag)).toContain(LAST_BEFORE_RELEASE)
  expect(findBreaks(newMigrations(), { version: productVersion(), ended })).toEqual([])
})

test('migrations are told apart by their times, so each is later than the one before', () => {
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

const judge = (...statements: string[]): string[] =>
  findBreaks([{ name: 'planted', sql: statements.join(';--> statement-breakpoint\n') }], {
    version: '0.3.0',
    ended: [],
  })

describe('what is refused', () => {
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
    expect(judge(statement)).not.toEqual([])
  })

  test('an index on a column that the same migration brings', () => {
    const column = 'ALTER TABLE "users" ADD COLUMN "hue" text'
    expect(judge(column, 'CREATE INDEX IF NOT EXISTS "users_hue" ON "users" USING btree ("hue")')).toEqual([
      expect.stringContaining('with the next version'),
    ])
  })
})

describe('what is taken', () => {
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
    expect(judge(...statements)).toEqual([])
  })
})

describe('a use that has ended', () => {
  const migrations = [{ name: 'planted', sql: 'ALTER TABLE "users" DROP COLUMN "hue";' }]
  const use = { migration: 'planted', statement: 'DROP COLUMN "hue"', lastUsedIn: '0.2.9', why: 'nobody reads it' }
  const find = (version: string, uses: EndedUse[]): string[] => findBreaks(migrations, { version, ended: uses })

  test('may be taken away by a later version, and by no other', () => {
    expect(find('0.2.10', [use])).toEqual([])
    expect(find('0.2.9', [use])).toEqual([expect.stringContaining('must have ended before version 0.2.9')])
    expect(find('0.2.10', [])).toHaveLength(1)
  })

  test('is not said of what nobody takes away', () => {
    expect(find('0.3.0', [use, { ...use, statement: 'DROP COLUMN "tint"' }])).toEqual([
      'planted: nothing needs leave for "DROP COLUMN "tint""',
    ])
  })
})
