import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/server/db/rows.ts'
import type { TestClient, TestProduct } from '../product.ts'
import { tidePools } from '../texts.ts'
import { requestUpload, type Target } from '../uploads.ts'
import { bodies } from './bodies.ts'

/** A user with one of everything that can be attacked. */
export interface Victim {
  client: TestClient
  email: string
  userId: string
  summaryId: string
  questionId: string
  /** Name of this browser's session on the Account page. */
  sessionId: string
  /** Id of this user's API token, and its text. */
  token: { id: string; text: string }
  upload: Target & { id: string }
}

/** Registers a user with a session, a summary, a question and an upload that hasn't arrived. */
export async function makeVictim(test: TestProduct, email = 'victim@example.com'): Promise<Victim> {
  const client = await test.register(email)
  const made = await client.post('/api/summaries', { content: tidePools, title: 'Mine' })
  if (made.statusCode !== 201) throw new Error(`No summary: ${made.body}`)
  const asked = await client.post(`/api/summaries/${made.json().id}/questions`, bodies.askSource)
  if (asked.statusCode !== 201) throw new Error(`No answer: ${asked.body}`)
  const upload = await requestUpload(client, { fileName: 'mine.pdf', size: 10 })
  const { id: userId } = (await client.get('/api/auth/user')).json()
  const [session] = await rowsOf(test.database.db, sql`select id from sessions where user_id = ${userId}`)
  const token = await client.post('/api/account/tokens', bodies.createToken)
  const id = /[\da-f-]{36}/.exec(upload.objectPath)?.[0] ?? ''
  return {
    client,
    email,
    userId,
    summaryId: made.json().id,
    questionId: asked.json().id,
    sessionId: String(session?.id),
    token: { id: token.json().id, text: token.json().token },
    upload: { ...upload, id },
  }
}
