import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import type { MadeBackup } from '../../src/server/features/backup/make-backup.ts'
import { leftOut, productTables } from '../../src/server/features/backup/tables-repo.ts'
import {
  backUp,
  dump,
  fill,
  type Kept,
  makeFolder,
  readySummary,
  restore,
  unfinishedSummary,
  uploadId,
  user,
} from '../support/backups.ts'
import { openTestDatabase } from '../support/product.ts'
import { openTestStorage } from '../support/storages.ts'
import { forSuite } from '../support/suite.ts'

const place = await makeFolder()
afterAll(place.remove)

describe('a backup', () => {
  const file = path.join(place.folder, 'deeper', 'backup.tar.gz')
  let source: Kept
  let made: MadeBackup
  let before: Record<string, string[]>
  const storage = forSuite(async () => openTestStorage('disk'))
  beforeAll(async () => {
    source = { database: await openTestDatabase(), storage: storage.storage }
    await fill(source)
    before = await dump(source.database)
    made = await backUp(source, file)
  })
  afterAll(async () => source.database.close())

  it('contains every table except those listed with a reason', async () => {
    const present = await rowsOf(
      source.database.db,
      sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
    expect(present.map(({ name }) => String(name)).sort()).toEqual([...productTables].sort())
    expect([...Object.keys(made.rows), ...Object.keys(leftOut)].sort()).toEqual([...productTables].sort())
    const counts = Object.entries(before).map(([table, rows]) => [table, rows.length] as const)
    expect(made.rows).toEqual(Object.fromEntries(counts))
    expect(counts.filter(([, rows]) => rows === 0)).toEqual([])
    expect(made).toMatchObject({ files: { count: 1, bytes: 5 } })
    const { mode, size } = await stat(file)
    expect([mode & 0o777, size]).toEqual([0o600, made.bytes])
  })

  it('needs no sequences or generated columns, since there are none', async () => {
    const sequences = await rowsOf(
      source.database.db,
      sql`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'`,
    )
    const computed = await rowsOf(
      source.database.db,
      sql`SELECT attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          WHERE c.relnamespace = 'public'::regnamespace AND (attgenerated <> '' OR attidentity <> '')`,
    )
    expect([sequences, computed]).toEqual([[], []])
  })

  it('restores identical rows, to the microsecond, and into another kind of storage', async () => {
    const other = await openTestStorage('s3')
    const kept = { database: await openTestDatabase(), storage: other.storage }
    const restored = await restore(kept, file)
    expect(restored).toEqual({ rows: made.rows, files: 1, ended: 1 })
    const after = await dump(kept.database)
    const { users, summaries, ...rest } = after
    const { users: _, summaries: __, ...expected } = before
    expect(rest).toEqual(expected)
    // All but the lost summary in progress, whose quota is returned.
    const ofOthers = (rows: string[] = [], id: string): string[] => rows.filter((row) => !row.includes(id))
    expect(ofOthers(summaries, unfinishedSummary)).toEqual(ofOthers(before['summaries'], unfinishedSummary))
    expect(ofOthers(summaries, unfinishedSummary).join()).toContain(readySummary)
    expect(ofOthers(users, user)).toEqual(ofOthers(before['users'], user))
    const [failed] = await rowsOf(
      kept.database.db,
      sql`SELECT s.status, s.failure_message, s.input->>'fileUrl' AS file, u.summaries_used, u.created_at::text AS created,
                 u.billing_synced_at AS asked
          FROM summaries s JOIN users u ON u.id = s.user_id WHERE s.id = ${unfinishedSummary}`,
    )
    expect(failed).toMatchObject({
      status: 'failed',
      failure_message: expect.stringContaining('Nothing was charged; please try again.'),
      file: `uploads/${uploadId}`,
      summaries_used: 1,
      // Their plan is synced from Stripe.
      asked: null,
      created: expect.stringMatching(/59\.999999/u),
    })
    expect(await dump(kept.database, Object.keys(leftOut))).toEqual({
      sessions: [],
      api_tokens: [],
      invitations: [],
      summary_aliases: [],
      rate_limits: [],
    })
    expect(Buffer.from((await other.storage.get(uploadId, 10)) ?? [])).toEqual(Buffer.from([0, 255, 10, 13, 0]))
    // Restoring over itself gives the same again.
    await expect(restore(kept, file)).rejects.toThrow('contains 2 accounts')
    await restore(kept, file, { force: true })
    expect((await dump(kept.database))['plan_changes']).toEqual(before['plan_changes'])
    await kept.database.close()
    await other.close()
  })
})
