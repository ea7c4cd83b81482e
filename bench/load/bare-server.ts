import Fastify from 'fastify'
import { Pool } from 'pg'

const { DATABASE_URL: connectionString } = process.env

// Columns of a response, like the product's, without search words and internal ones.
const columns = `summaries.id, summaries.user_id AS "userId", summaries.title, original_url AS "originalUrl",
  content_type AS "contentType", page, thumbnail_url AS "thumbnailUrl", summaries.created_at AS "createdAt",
  updated_at AS "updatedAt", status, failure_message AS "failureMessage", failure_code AS "failureCode", progress,
  engine, summaries.language, author, site, published_at AS "publishedAt", info AS "sourceInfo", coverage`
const tables = 'summaries JOIN sources ON sources.id = source_id'

/** The baseline: plain Fastify, one query by an index, and the rows unchanged, without sessions, validation or logs. */
const app = Fastify()
const pool = new Pool({ connectionString, max: 10 })

app.get<{ Params: { id: string } }>('/summaries/:id', async ({ params }) => {
  const { rows } = await pool.query(`SELECT ${columns} FROM ${tables} WHERE summaries.id = $1`, [params.id])
  return rows[0]
})

app.get<{ Params: { userId: string } }>('/people/:userId/summaries', async ({ params }) => {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM ${tables} WHERE summaries.user_id = $1 AND deleted_at IS NULL
     ORDER BY summaries.created_at DESC NULLS LAST, summaries.id DESC NULLS LAST LIMIT 51`,
    [params.userId],
  )
  return rows
})

app.get<{ Params: { userId: string }; Querystring: { q: string } }>(
  '/people/:userId/found',
  async ({ params, query }) => {
    const { rows } = await pool.query(
      `SELECT ${columns} FROM ${tables}
       WHERE summaries.user_id = $1 AND (title_words || coalesce(text_words, ''::tsvector)) @@ $2::tsquery
       ORDER BY summaries.created_at DESC NULLS LAST, summaries.id DESC NULLS LAST LIMIT 51`,
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
