import Fastify from 'fastify'
import { Pool } from 'pg'

const { DATABASE_URL: connectionString } = process.env

// Columns of a response, like the product's, without search words and internal ones.
const columns = `id, user_id AS "userId", title, original_url AS "originalUrl", content_type AS "contentType",
  basic_summary AS "basicSummary", advanced_summary AS "advancedSummary", key_takeaways AS "keyTakeaways",
  takeaway_places AS "takeawayPlaces", notable_quotes AS "notableQuotes", quote_places AS "quotePlaces",
  thumbnail_url AS "thumbnailUrl", created_at AS "createdAt", updated_at AS "updatedAt", status,
  failure_message AS "failureMessage", failure_code AS "failureCode", progress, engine, language, author, site,
  published_at AS "publishedAt", source_info AS "sourceInfo", coverage, cached`

/** The baseline: plain Fastify, one query by an index, and the rows unchanged, without sessions, validation or logs. */
const app = Fastify()
const pool = new Pool({ connectionString, max: 10 })

app.get<{ Params: { id: string } }>('/summaries/:id', async ({ params }) => {
  const { rows } = await pool.query(`SELECT ${columns} FROM summaries WHERE id = $1`, [params.id])
  return rows[0]
})

app.get<{ Params: { userId: string } }>('/people/:userId/summaries', async ({ params }) => {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM summaries WHERE user_id = $1
     ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT 51`,
    [params.userId],
  )
  return rows
})

app.get<{ Params: { userId: string }; Querystring: { q: string } }>(
  '/people/:userId/found',
  async ({ params, query }) => {
    const { rows } = await pool.query(
      `SELECT ${columns} FROM summaries
       WHERE user_id = $1 AND (coalesce(title_words, ''::tsvector) || coalesce(text_words, ''::tsvector)) @@ $2::tsquery
       ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT 51`,
      [params.userId, `${query.q}:*`],
    )
    return rows
  },
)

app.get<{ Params: { userId: string } }>('/people/:userId/count', async ({ params }) => {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS total FROM summaries WHERE user_id = $1 AND status = 'ready'`,
    [params.userId],
  )
  return rows[0]
})

const origin = await app.listen({ host: '127.0.0.1', port: 0 })
process.once('disconnect', () => process.exit())
process.send?.({ origin })
