import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../bench/fuzz/random.ts'
import { DurablePglite } from '../../src/server/db/durable-pglite.ts'
import { writePgliteFolder } from '../support/pglite-template.ts'
import { FileRecorder } from '../support/power-cut.ts'

const WRITES = 160
const CUTS = 10
/** Enough for the log to grow by several files. */
const LONG_TEXT = 400_000

/** A text that does not pack well. */
function text(random: Random, length: number): string {
  let written = ''
  while (written.length < length) written += `${random.below(2 ** 31).toString(36)} `
  return written
}

/** Uses a database as the product does, one write after the other, and notes each as soon as it is acknowledged. */
async function use(pglite: PGlite, recorder: FileRecorder): Promise<void> {
  const random = new Random(7)
  const { rows } = await pglite.query<{ id: string }>(`INSERT INTO users (email) VALUES ('a@example.com') RETURNING id`)
  const userId = rows[0]?.id
  for (let n = 0; n < WRITES; n += 1) {
    const words = `'w${n}':1 'x${random.below(1000)}':2`
    const length = n % 20 === 0 ? LONG_TEXT : 2000
    await pglite.query(
      `INSERT INTO summaries (user_id, title, content_type, basic_summary, title_words, text_words)
       VALUES ($1, $2, 'article', $3, $4::tsvector, $4::tsvector)`,
      [userId, `Summary ${n}`, text(random, length), words],
    )
    if (n > 10) await pglite.query(`UPDATE summaries SET status = 'ready' WHERE title = $1`, [`Summary ${n - 10}`])
    recorder.mark(n)
    if (n % 50 === 30) await pglite.exec('CHECKPOINT')
    if (n === 70) await pglite.exec('CREATE INDEX made_meanwhile ON summaries (title, id)')
  }
}

/** All that is wrong with a database and that its own looking glass finds; and which of the summaries are in it. */
async function lookAt(folder: string): Promise<{ wrong: string[]; titles: Set<string> }> {
  const pglite = await PGlite.create({ dataDir: folder, extensions: { amcheck } })
  try {
    await pglite.exec('CREATE EXTENSION IF NOT EXISTS amcheck')
    await pglite.exec(
      `SELECT bt_index_check(c.oid, true) FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
       WHERE c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree') AND c.relkind = 'i' AND i.indisvalid`,
    )
    const heap = await pglite.query<{ wrong: string }>(
      `SELECT c.relname || ': ' || v.msg AS wrong FROM pg_class c, LATERAL verify_heapam(c.oid) v
       WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p'`,
    )
    const { rows } = await pglite.query<{ title: string }>('SELECT title, length(basic_summary) FROM summaries')
    return { wrong: heap.rows.map(({ wrong }) => wrong), titles: new Set(rows.map(({ title }) => title)) }
  } finally {
    await pglite.close().catch(() => {})
  }
}

describe('the embedded database, when the power goes', () => {
  let folder: string
  let recorder: FileRecorder
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'precis-power-'))
    const data = path.join(folder, 'pglite')
    await writePgliteFolder(data)
    recorder = await FileRecorder.start(data)
    const pglite = await DurablePglite.open(data)
    await use(pglite, recorder)
    recorder.stop()
    await pglite.close()
  })
  afterAll(async () => rm(folder, { recursive: true, force: true }))

  /** What is there after a cut: nothing wrong, or how it is wrong. */
  const outcomeOf = async (seed: number, honest: boolean): Promise<string[]> => {
    const random = new Random(seed)
    const moment = random.below(recorder.happened.length)
    const target = path.join(folder, `cut-${seed}`)
    const marks = await recorder.cutAt(moment, target, random, { honest })
    try {
      const { wrong, titles } = await lookAt(target)
      const lost = marks.filter((mark) => !titles.has(`Summary ${mark}`))
      return [...wrong, ...lost.map((mark) => `summary ${mark} is lost`)]
    } catch (error) {
      return [String(error)]
    } finally {
      await rm(target, { recursive: true, force: true })
    }
  }
  const seeds = Array.from({ length: CUTS }, (_, n) => n + 1)

  it.each(seeds)('has all that was acknowledged, and is sound: cut %i', async (seed) => {
    expect(await outcomeOf(seed, true)).toEqual([])
  })

  it('would lose it or break without what syncs its files', async () => {
    const outcomes = await Promise.all(seeds.slice(0, 4).map(async (seed) => outcomeOf(seed, false)))
    expect(outcomes.flat()).not.toEqual([])
  })
})
