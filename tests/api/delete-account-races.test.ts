import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { filePipeline } from '../support/pipelines.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

/** Time for a request to reach the lock of the deletion. */
const ARRIVES_MS = 300
const EMAIL = 'leaving@example.com'
const password = 'correct horse'

describe('requests during the deletion of their account', () => {
  const test = forSuite(async () => startTestProduct({ pipeline: filePipeline() }))

  /** Sends the request after the user's row is deleted but before the commit. */
  async function askMeanwhile(ask: (client: TestClient) => Promise<Response>): Promise<Response> {
    const client = await test.register(EMAIL)
    const answer = await test.database.db.transaction(async (tx) => {
      await tx.delete(users).where(eq(users.email, EMAIL))
      const asked = ask(client)
      await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS))
      return { asked }
    })
    return answer.asked
  }

  const requests: [string, (client: TestClient) => Promise<Response>][] = [
    ['an address to upload to', async (client) => client.post('/api/files/upload-url', { fileName: 'a.pdf', size: 9 })],
    ['a summary of a text', async (client) => client.post('/api/summaries', { content: tidePools })],
    ['a summary of a page', async (client) => client.post('/api/summaries', { url: 'https://example.com/a' })],
    ['a link that confirms the address', async (client) => client.post('/api/account/verification')],
    [
      'a link to another address',
      async (client) => client.post('/api/account/email', { email: 'new@example.com', currentPassword: password }),
    ],
    ['another name', async (client) => client.put('/api/account/name', { firstName: 'Ada', lastName: 'King' })],
    ['the deletion', async (client) => client.post('/api/account/delete', { currentPassword: password })],
  ]

  it.each(requests)('are answered like a visitor’s: %s', async (_, ask) => {
    const response = await askMeanwhile(ask)
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
  })

  it('don’t sign the user in again', async () => {
    const response = await askMeanwhile(async () => test.visitor().post('/api/auth/login', { email: EMAIL, password }))
    expect([response.statusCode, response.json().code, response.cookies]).toEqual([401, 'invalid_credentials', []])
  })

  it('don’t change a password', async () => {
    const response = await askMeanwhile(async (client) =>
      client.put('/api/account/password', { currentPassword: password, newPassword: 'battery staple' }),
    )
    expect([response.statusCode, response.json().code]).toEqual([409, 'account_changed'])
  })
})
