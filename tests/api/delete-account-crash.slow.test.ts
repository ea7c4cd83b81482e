import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { wordDocument } from '../support/files/samples.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openServerHome } from '../support/server-home.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { storedFiles, type Target } from '../support/uploads.ts'

const { name: fileName, buffer } = wordDocument
const confirmation = { currentPassword: 'correct horse' }

type Send = Awaited<ReturnType<typeof signIn>>

/** Whether the account exists, by signing in. */
async function canSignIn(origin: string, email: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse' }),
  })
  return response.ok
}

/** A summary and a file of the user. */
async function addThings(send: Send): Promise<void> {
  expect((await send('POST', '/api/summaries', { content: tidePools })).status).toBe(201)
  const asked = await send('POST', '/api/files/upload-url', { fileName, size: buffer.length })
  const { uploadURL } = (await asked.json()) as Target
  expect((await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(buffer) })).status).toBe(200)
}

describe('a server crash during the deletion of an account', () => {
  let env: Record<string, string>
  const left: ServerProcess[] = []
  const home = forSuite(async () => openServerHome())
  const stripe = forSuite(async () => startTestStripe())
  beforeAll(async () => {
    env = { ...home.env, ...stripe.env }
  })
  afterAll(async () => {
    for (const server of left) await server.stop('SIGKILL')
  })

  it('leaves all of it or nothing, and remaining files are deleted after the restart', async () => {
    let server = await startServer(env)
    for (const [n, waitMs] of [10, null].entries()) {
      const email = `person${n}@example.com`
      const send = await signIn(server.origin, email)
      await addThings(send)
      const answer = send('POST', '/api/account/delete', confirmation).then(
        ({ status }) => status,
        () => null,
      )
      await (waitMs === null ? answer : sleep(waitMs))
      await server.stop('SIGKILL')
      const status = await answer
      server = await startServer(env)
      if (!(await canSignIn(server.origin, email))) continue
      expect(status).toBeNull()
      const again = await signIn(server.origin, email)
      expect(await (await again('GET', '/api/summaries')).json()).toHaveLength(1)
      expect((await again('POST', '/api/account/delete', confirmation)).status).toBe(204)
      expect(await canSignIn(server.origin, email)).toBe(false)
    }
    await expect.poll(async () => storedFiles(home.dataDir), { timeout: 30_000, interval: 250 }).toEqual([])
    left.push(server)
  }, 180_000)

  it('after canceling the subscription leaves the account, which can be deleted again', async () => {
    const email = 'paying@example.com'
    const first = left.pop() ?? (await startServer(env))
    await addThings(await signIn(first.origin, email))
    expect(await first.stop('SIGTERM')).toBe(0)
    const database = await openPostgres(home.url, () => {})
    const { subscriptionId } = await stripe.subscribe({ email })
    await database.db.update(users).set({ stripeSubscriptionId: subscriptionId }).where(eq(users.email, email))
    await database.close()

    const second = await startServer(env)
    stripe.meanwhile(async () => void (await second.stop('SIGKILL')))
    const send = await signIn(second.origin, email)
    await expect(send('POST', '/api/account/delete', confirmation)).rejects.toThrow('fetch failed')
    await expect.poll(() => stripe.statusOf(subscriptionId)).toBe('canceled')

    const third = await startServer(env)
    const again = await signIn(third.origin, email)
    expect(await (await again('GET', '/api/summaries')).json()).toHaveLength(1)
    expect((await again('POST', '/api/account/delete', confirmation)).status).toBe(204)
    expect(stripe.requests).toHaveLength(2)
    expect(await canSignIn(third.origin, email)).toBe(false)
    await expect.poll(async () => storedFiles(home.dataDir), { timeout: 30_000, interval: 250 }).toEqual([])
    expect(await third.stop('SIGTERM')).toBe(0)
  }, 180_000)
})
