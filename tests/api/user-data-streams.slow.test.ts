import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { myDataPath } from '../../src/shared/api/routes.ts'
import { keepLog } from '../support/log.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'
import { openArchive } from '../support/user-data.ts'

const ROWS = 600
const email = 'much@example.com'
/** Incompressible data, so that a download exceeds all buffers. */
const noise = (n: number): string =>
  Array.from({ length: 1800 }, (_, k) => Math.sin(n * 1000 + k).toString(36)).join(' ')

describe('data download', () => {
  let origin: string
  let user: TestClient
  const kept = keepLog()
  const breaks = (): number => kept.text().split('download of user data aborted').length - 1
  const text = Array.from({ length: 20 }, (_, n) => noise(n))
  const test = forSuite(async () => startTestProduct({ log: kept.log }))
  beforeAll(async () => {
    await test.product.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(test.product.app.server.address() as AddressInfo).port}`
    user = await test.register(email)
    const userId: string = (await user.get('/api/auth/user')).json().id
    for (let from = 0; from < ROWS; from += 200) {
      await storeSummaries(
        test.database.db,
        Array.from({ length: 200 }, (_, n) => ({
          userId,
          title: `Nº ${from + n}`,
          page: pageOf({ gist: text[(from + n) % text.length]! }),
          createdAt: new Date(Date.UTC(2026, 0, 1) + from + n),
        })),
      )
    }
  })
  // Tests share the user's large data; each has its own session.
  beforeEach(async () => {
    user = test.visitor()
    const { statusCode } = await user.post('/api/auth/login', { email, password: 'correct horse' })
    if (statusCode !== 200) throw new Error(`Signing in answered ${statusCode}.`)
  })

  /** A download that has begun and is read on demand. */
  async function begin(): Promise<IncomingMessage> {
    const cookie = user.cookie
    const request = get(`${origin}${myDataPath}`, { headers: { cookie } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    await once(response, 'readable')
    return response
  }

  /** A download is interrupted by another action. */
  async function breaksOffAfter(happen: () => Promise<void>): Promise<void> {
    const before = breaks()
    const response = await begin()
    await happen()
    await sleep(600)
    await expect(buffer(response)).rejects.toThrow('aborted')
    expect(breaks()).toBe(before + 1)
  }

  it('is complete without interruptions', async () => {
    const files = openArchive(await buffer(await begin()))
    expect(files.size).toBe(13 + 2 * ROWS)
    expect(kept.text()).toContain('"event":"data_exported"')
    expect(breaks()).toBe(0)
  })

  it.each([
    ['the person signs out', async () => void (await user.post('/api/auth/logout'))],
    ['the sessions are ended from elsewhere', async () => void (await user.copy().delete('/api/account/sessions'))],
  ])('breaks off when %s, rather than end as if it were complete', async (_, happen) => breaksOffAfter(happen))

  it('breaks off when another one begins', async () => {
    const first = await begin()
    const second = await begin()
    await expect(buffer(first)).rejects.toThrow('aborted')
    expect(openArchive(await buffer(second)).size).toBe(13 + 2 * ROWS)
  })

  // The last test: nothing can be downloaded afterwards.
  it('breaks off when the account is deleted, rather than end as if it were complete', async () =>
    breaksOffAfter(async () => void (await user.post('/api/account/delete', { currentPassword: 'correct horse' }))))
})
