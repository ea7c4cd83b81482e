import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { type MadeBackup, makeBackup } from '../../src/server/features/backup/make-backup.ts'
import { readBackup } from '../../src/server/features/backup/read-backup.ts'
import { checkMigration, restoreBackup } from '../../src/server/features/backup/restore-backup.ts'
import { leftOut, productTables } from '../../src/server/features/backup/tables-repo.ts'
import { systemClock } from '../../src/server/platform/clock.ts'
import type { ObjectStorage } from '../../src/server/storage/object-storage.ts'

const never = new AbortController().signal

/** A folder for archives. */
export async function makeFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-backup-'))
  return { folder, remove: async () => rm(folder, { recursive: true, force: true }) }
}

export interface Kept {
  database: Database
  storage: ObjectStorage
}

export async function backUp(kept: Kept, file: string, signal = never): Promise<MadeBackup> {
  const deps = { ...kept, clock: systemClock, version: '1.2.3', dataDir: path.dirname(file) }
  return makeBackup(deps, { file, dryRun: false }, signal)
}

export async function restore(kept: Kept, file: string, { force = false, signal = never } = {}) {
  const manifest = await readBackup(file, signal)
  checkMigration(manifest)
  return restoreBackup({ ...kept, clock: systemClock, force }, file, manifest, signal)
}

/** All rows of some tables as text, in a stable order. */
export async function dump(
  { db }: Database,
  tables = productTables.filter((name) => !Object.hasOwn(leftOut, name)),
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL TimeZone = 'UTC'`)
    for (const table of tables) {
      const rows = await rowsOf(tx, sql`SELECT r::text AS line FROM ${sql.identifier(table)} r ORDER BY 1`)
      all[table] = rows.map(({ line }) => String(line))
    }
  })
  return all
}

const odd = 'Ünï — 夜行列車 🚂 \u2028 "quoted" \\back\\ {brace},\n\ttab \u0001 \u007f'

export const user = '11111111-1111-4111-8111-111111111111'
export const readySummary = '22222222-2222-4222-8222-222222222222'
export const unfinishedSummary = '33333333-3333-4333-8333-333333333333'
const source = '55555555-5555-4555-8555-555555555555'
export const uploadId = '44444444-4444-4444-8444-444444444444'

const statements: readonly SQL[] = [
  sql`INSERT INTO users (id, email, first_name, last_name, password, subscription_plan, subscription_expires_at,
        plan_source, billing_version, billing_synced_at, summaries_used, plan_started_at, usage_period_start, created_at)
      VALUES (${user}, 'ada@example.com', ${odd}, NULL, '$argon2id$x', 'lite', '2031-02-03 04:05:06.789012+00',
        'stripe', 7, '2026-11-02', 2, '2026-11-01 00:00:00.000001+00', '2026-11-01 00:00:00.001+00', '2026-10-31 23:59:59.999999+00'),
        (gen_random_uuid(), 'bea@example.com', '', '', NULL, NULL, 'infinity', NULL, 0, NULL, 0, now(), now(), now())`,
  sql`INSERT INTO sessions (id_hash, user_id, expires_at) VALUES ('hash', ${user}, now() + interval '1 day')`,
  sql`INSERT INTO api_tokens (user_id, name, scopes, token_hash, ending) VALUES (${user}, ${odd}, '{read}', 'hash', 'tail')`,
  sql`INSERT INTO rate_limits (key, hits, reset_at) VALUES ('k', 1, now())`,
  sql`INSERT INTO sources (id, user_id, content_type, title, input_hash, document, created_at)
      VALUES (${source}, ${user}, 'article', ${odd}, 'hash', '\\x00ff0a5c', '2026-11-20 10:00:00.123+00')`,
  sql`INSERT INTO source_words (source_id, part, first_block, last_block, words)
      VALUES (${source}, 0, 0, 3, '''it''''s'':1 ''夜行'':16383')`,
  sql`INSERT INTO summaries (id, user_id, source_id, title, page, progress, engine, status, title_words, created_at)
      VALUES (${readySummary}, ${user}, ${source}, ${odd},
        ${JSON.stringify({ gist: { text: odd.repeat(100) } })}::jsonb || '[{"n": 12345678901234567890.10, "t": "\\u0001"}]',
        'null', '"x"', 'ready', '''it''''s'':2A,3 ''夜行'':16383', '2026-11-20 10:00:00.123+00')`,
  sql`INSERT INTO questions (user_id, summary_id, source_id, question, status, reply, usage, created_at, updated_at)
      VALUES (${user}, ${readySummary}, ${source}, ${odd}, 'ready', '{"kind": "passages"}', '[]',
        '2026-11-20 10:00:01.123+00', '2026-11-20 10:00:01.123456+00')`,
  sql`INSERT INTO summaries (id, user_id, source_id, title, status, input, quota_period, title_words)
      VALUES (${unfinishedSummary}, ${user}, ${source}, 'Under way', 'summarizing',
        ${JSON.stringify({ fileUrl: `uploads/${uploadId}` })}, '2026-11-01 00:00:00.001+00', '')`,
  sql`INSERT INTO summary_aliases (id, user_id, summary_id, is_redo, created_at)
      VALUES (gen_random_uuid(), ${user}, ${readySummary}, false, now())`,
  sql`INSERT INTO uploads (id, user_id, max_bytes, state) VALUES (${uploadId}, ${user}, 100, 'used'),
        (gen_random_uuid(), ${user}, 100, 'waiting')`,
  sql`INSERT INTO model_usage (scope, day, tokens, cost_usd) VALUES ('all', '2026-11-20', 9007199254740993, 0.1)`,
  sql`INSERT INTO checkpoints (summary_id, key, value, created_at)
      VALUES (${unfinishedSummary}, 'notes', ${'x'.repeat(700_000)}, now())`,
  sql`INSERT INTO checkpoints (summary_id, key, value, created_at)
      SELECT ${unfinishedSummary}, 'section ' || n, repeat('y', 300000)::bytea, now() FROM generate_series(1, 9) n`,
  sql`INSERT INTO summary_shares (summary_id, token, includes_source, created_at)
      VALUES (${readySummary}, 'token', true, now())`,
  sql`INSERT INTO plan_changes (user_id, operator, reason) VALUES (${user}, 'root', ${odd})`,
  sql`INSERT INTO cancellation_requests (user_id, reason) VALUES (${user}, ${odd})`,
  sql`INSERT INTO feature_suggestions (user_id, feature_type, description, priority)
      SELECT ${user}, 'ui', 'Wish ' || n, 'low' FROM generate_series(1, 1000) n`,
  sql`INSERT INTO billing_events (id, type) VALUES ('evt_1', 'invoice.paid')`,
  sql`INSERT INTO email_links (user_id, purpose, email, expires_at) VALUES (${user}, 'verify', 'a@b.c', now())`,
]

/** Rows that are hard to preserve exactly, in every table, and a file. */
export async function fill({ database, storage }: Kept): Promise<void> {
  for (const statement of statements) await database.db.execute(statement)
  const body = (async function* () {
    yield Buffer.from([0, 255, 10, 13, 0])
  })()
  await storage.put(uploadId, body, { maxBytes: 100, bytes: 5 })
}
