import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/database.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { vectorOf } from '../../src/server/features/summaries/search/words.ts'
import { pageOf } from '../../tests/support/pages/page-of.ts'

const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa xe yi zo qua thr str ing ment tion'.split(' ')
const VOCABULARY = 20_000
const CHINESE =
  '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經'
/** One summary in this many is in Chinese. */
const CHINESE_EVERY = 20

/** Pseudorandom numbers, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** The word of a rank: about one in 10 (n + 1) words is this one. */
export const wordAt = (n: number): string =>
  [n % 25, Math.floor(n / 25) % 25, Math.floor(n / 625) % 25, Math.floor(n / 15_625)]
    .map((part) => SYLLABLES[part])
    .join('')

/** Few words are frequent and most are rare, as in any language (Zipf). */
function sentence(next: () => number, words: number): string {
  const chosen = Array.from({ length: words }, () => wordAt(Math.floor(VOCABULARY ** next()) - 1))
  return `${chosen.join(' ')}.`
}

function chinese(next: () => number, characters: number): string {
  const chosen = Array.from({ length: characters }, () => CHINESE[Math.floor(CHINESE.length * next())])
  return `${chosen.join('')}。`
}

/** A summary of typical length: 200 words in paragraphs, and five takeaways with citations. */
function summaryOf(n: number) {
  const next = numbers(n + 1)
  const write = n % CHINESE_EVERY === 0 ? chinese : sentence
  const title = write(next, 8)
  const basic = Array.from({ length: 10 }, () => write(next, 20)).join(' ')
  const takeaways = Array.from({ length: 5 }, () => write(next, 15))
  const page = pageOf({
    summary: basic,
    takeaways: takeaways.map((text, at) => ({
      text,
      citations: [
        { blockId: `b${at}`, location: { kind: 'paragraph', paragraph: at + 1 }, label: `¶ ${at + 1}`, excerpt: text },
      ],
    })),
  })
  return { title, page, titleWords: vectorOf([title], LANGUAGE), textWords: vectorOf([basic, ...takeaways], LANGUAGE) }
}

/** Language of all summaries, whose stemmer the searches use. */
const LANGUAGE = 'en'

const BATCH = 500

async function addUser(db: Db, email: string): Promise<string> {
  const [user] = await db.insert(users).values({ email }).returning({ id: users.id })
  if (user === undefined) throw new Error('An insert always returns its row.')
  return user.id
}

/** Inserts summaries of a user, newest first. */
export async function addSummaries(db: Db, userId: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, n) => ({
      n: first + n,
      ...summaryOf(first + n),
    }))
    await db.execute(
      sql`WITH r AS (
            SELECT gen_random_uuid() AS source_id, r.* FROM json_to_recordset(${JSON.stringify(rows)}::json)
              AS r(n int, title text, page jsonb, "titleWords" text, "textWords" text)
          ), s AS (
            INSERT INTO sources (id, user_id, content_type, title, input_hash, created_at)
            SELECT source_id, ${userId}, 'article', title, n::text, now() FROM r
          )
          INSERT INTO summaries (user_id, source_id, title, page, status, language, title_words, text_words, created_at)
          SELECT ${userId}, source_id, title, page, 'ready', ${LANGUAGE}, "titleWords"::tsvector, "textWords"::tsvector,
            now() - n * interval '7 minutes' FROM r`,
    )
  }
}

/** A user with unique summaries. */
export async function addReader(db: Db, email: string, count: number): Promise<string> {
  const id = await addUser(db, email)
  await addSummaries(db, id, count)
  return id
}

/**
 * Many other users, each with summaries.
 * @param source user whose summaries are copied
 * @returns one of them
 */
export async function addOthers(db: Db, source: string, clients: number, each: number): Promise<string> {
  await db.execute(
    sql`INSERT INTO users (email) SELECT 'other' || n || '@example.com' FROM generate_series(1, ${clients}::int) n`,
  )
  await db.execute(
    sql`CREATE TEMP TABLE pool AS SELECT s.*, row_number() OVER (ORDER BY s.created_at) - 1 AS at FROM summaries s
        WHERE user_id = ${source}`,
  )
  await db.execute(
    sql`WITH copied AS (
          SELECT u.id AS owner, gen_random_uuid() AS new_source, p.*
          FROM generate_series(0, ${each - 1}::int) n
          CROSS JOIN (SELECT id, row_number() OVER (ORDER BY email) AS nth FROM users WHERE email LIKE 'other%') u
          JOIN pool p ON p.at = (u.nth * 37 + n * 101) % (SELECT count(*) FROM pool)
        ), s AS (
          INSERT INTO sources (id, user_id, content_type, title, input_hash, created_at)
          SELECT new_source, owner, 'article', title, new_source::text, created_at FROM copied
        )
        INSERT INTO summaries (user_id, source_id, title, page, status, language, title_words, text_words, created_at)
        SELECT owner, new_source, title, page, 'ready', language, title_words, text_words, created_at FROM copied`,
  )
  await db.execute(sql`DROP TABLE pool`)
  const [one] = await db.select({ id: users.id }).from(users).where(sql`email = 'other7@example.com'`)
  if (one === undefined) throw new Error('One of them has this address.')
  return one.id
}
