import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { wordAt } from '../search/load.ts'
import { textOf } from './templates.ts'

/** A signed-in user with summaries. */
export interface Reader {
  userId: string
  cookie: string
  /** Number of summaries. */
  each: number
}

/** A kind of request, measured for each reader. */
export interface Call {
  name: string
  /** Requests of one measurement. */
  runs: number
  send: (n: number) => Promise<unknown>
}

const READS = 40
const WRITES = 15
const MAX_IDS = 200
/** Words of a summary that is measured. */
const WORDS = 300
/** A later page of the list is this far from the first, or the last one. */
const MAX_PAGES = 100
const PAGE = 50

/** In about a sixth of the summaries, and in about one of 250. */
const frequentWords = [90, 100, 110].map(wordAt)
const rareWords = [4800, 5000, 5200].map(wordAt)
const cycled = (words: readonly string[], n: number): string => words[n % words.length] ?? ''

const idSchema = z.object({ id: z.string() })

/** The position halfway through a user's list, at most a hundred pages from its beginning. */
async function middleOf(db: Db, { userId, each }: Reader): Promise<string> {
  const offset = Math.min(Math.floor(each / 2), MAX_PAGES * PAGE)
  const [row] = await rowsOf(
    db,
    sql`SELECT created_at, id FROM summaries WHERE user_id = ${userId} AND deleted_at IS NULL
        ORDER BY created_at DESC, id DESC OFFSET ${offset} LIMIT 1`,
  )
  const createdAt = new Date(String(row?.['created_at'])).toISOString()
  return Buffer.from(`${createdAt} ${String(row?.['id'])}`).toString('base64url')
}

let texts = 1_000_000

/** The calls of a reader; those that write leave the user's summaries as they were. */
export async function callsOf(app: FastifyInstance, db: Db, reader: Reader): Promise<Call[]> {
  const { cookie, userId } = reader
  const request = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { payload, status = 200 }: { payload?: object; status?: number } = {},
  ): Promise<string> => {
    const response = await app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload === undefined ? {} : { payload }),
    })
    if (response.statusCode !== status) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`)
    return response.body
  }
  const found = await rowsOf(
    db,
    sql`SELECT id FROM summaries WHERE user_id = ${userId} AND status = 'ready' AND deleted_at IS NULL ORDER BY id
        LIMIT ${MAX_IDS}`,
  )
  const ids = found.map(({ id }) => String(id))
  const idAt = (n: number): string => cycled(ids, n * 37)
  const cursor = await middleOf(db, reader)
  const made: string[] = []
  const make = async (url: string, payload: object): Promise<void> => {
    made.push(idSchema.parse(JSON.parse(await request('POST', url, { payload, status: 201 }))).id)
  }
  const get = (name: string, urlOf: (n: number) => string): Call => ({
    name,
    runs: READS,
    send: async (n) => request('GET', urlOf(n)),
  })
  return [
    get('list, first page', () => '/api/summaries'),
    get('list, later page', () => `/api/summaries?cursor=${cursor}`),
    get('list, a missing type', () => '/api/summaries?type=epub'),
    get('detail', (n) => `/api/summaries/${idAt(n)}`),
    get('source, first page', (n) => `/api/summaries/${idAt(n)}/source`),
    get('search, frequent word', (n) => `/api/summaries?q=${cycled(frequentWords, n)}`),
    get('search, rare word', (n) => `/api/summaries?q=${cycled(rareWords, n)}`),
    // Read in the words of all sources.
    get('search, missing word', () => '/api/summaries?q=nowhere'),
    get('search, first letters', () => '/api/summaries?q=st'),
    get('stats', () => '/api/stats'),
    {
      name: 'ask all sources, to the passages',
      runs: READS,
      send: async (n) => {
        const question = `What about ${cycled(frequentWords, n)} and ${cycled(frequentWords, n + 1)} in ${cycled(rareWords, n)}?`
        await request('POST', '/api/questions', { payload: { question }, status: 201 })
      },
    },
    {
      name: 'create, to the end',
      runs: WRITES,
      send: async () => {
        texts += 1
        await make('/api/summaries', { content: textOf(texts, WORDS) })
      },
    },
    {
      name: 'redo, to the end',
      runs: WRITES,
      send: async (n) => make(`/api/summaries/${idAt(n)}/redo`, { replace: false, anyway: true }),
    },
    {
      name: 'delete',
      runs: WRITES * 2,
      send: async () => {
        const id = made.pop()
        if (id !== undefined) await request('DELETE', `/api/summaries/${id}`, { status: 204 })
      },
    },
  ]
}
