import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { type MailServer, startMailServer } from '../standins/mail/server.ts'
import { keepLog } from '../support/log.ts'
import {
  hurryLetters,
  type MailedProduct,
  mailEnv,
  openMailbox,
  startMailedProduct,
  tokenIn,
  waitingLetters,
} from '../support/mail.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { type ProductPair, startProductPair } from '../support/product-pair.ts'

type Started = Pick<TestProduct, 'database'>

const soon = { timeout: 15_000 }

async function letterJob({ database }: Started): Promise<Record<string, unknown>> {
  const [row] = await rowsOf(
    database.db,
    sql`select state, retry_count tries, extract(epoch from start_after - now())::float wait, deletion_seconds kept from jobs.job where name = 'email'`,
  )
  return row ?? {}
}

const stateOf = async (test: Started): Promise<unknown> => (await letterJob(test)).state

describe('emails', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  async function start(options: Parameters<typeof startMailedProduct>[0] = {}) {
    const kept = keepLog()
    const test: MailedProduct = await startMailedProduct({ ...options, log: kept.log })
    closers.push(test.close)
    return { ...test, said: kept.text }
  }

  it('wait for an unavailable mail server, and don’t block registration', async () => {
    const away = await startMailServer()
    const port = Number(new URL(away.url).port)
    await away.stop()
    const { log, text } = keepLog()
    const test = await startTestProduct({ env: mailEnv(away), log })
    closers.push(test.close)
    await test.register('ada@example.com')
    await expect.poll(async () => stateOf(test), soon).toBe('retry')
    expect(Number((await letterJob(test)).wait)).toBeGreaterThan(5)

    const back: MailServer = await startMailServer({ port })
    closers.push(back.stop)
    await hurryLetters(test)
    const mail = await openMailbox(back).nextMail('ada@example.com')
    const confirmed = await test.visitor().post('/api/auth/verify-email', { token: tokenIn(mail) })
    expect(confirmed.statusCode).toBe(200)
    expect(text()).toContain('ECONNREFUSED')
    expect(text()).not.toContain('ada@example.com')
  })

  it('are retried after greylisting, with a new link', async () => {
    const test = await start({ mail: { script: ['greylist', 'greylist'] } })
    await test.register('ada@example.com')
    for (const tries of [1, 2]) {
      await expect.poll(() => test.server.attempts(), soon).toBe(tries)
      await expect.poll(async () => stateOf(test), soon).toBe('retry')
      await hurryLetters(test)
    }
    const token = tokenIn(await test.nextMail('ada@example.com'))
    expect((await test.visitor().post('/api/auth/verify-email', { token })).statusCode).toBe(200)
    expect(test.said()).toContain('The mail server answered 451 4.7.1 to RCPT TO.')
    expect(test.said()).not.toContain('ada@example.com')
    await expect.poll(async () => letterJob(test), soon).toMatchObject({ state: 'completed', kept: 3600 })
  })

  it('end immediately after a permanent rejection', async () => {
    const test = await start({ mail: { script: ['refuse'] } })
    await test.register('ada@example.com')
    await expect.poll(async () => stateOf(test), soon).toBe('completed')
    expect(test.server.attempts()).toBe(1)
    expect(test.said()).toContain('email rejected by the mail server')
    expect(test.said()).toContain('The mail server answered 550 5.1.1 to RCPT TO.')
    expect(test.said()).not.toContain('ada@example.com')
  })

  it('end after the last attempt', async () => {
    const test = await start({ mail: { afterwards: 'greylist' } })
    await test.register('ada@example.com')
    await expect.poll(async () => stateOf(test), soon).toBe('retry')
    await test.database.db.execute(sql`update jobs.job set retry_limit = 1 where name = 'email'`)
    await hurryLetters(test)
    await expect.poll(async () => waitingLetters(test), soon).toBe(0)
    expect(test.server.attempts()).toBe(2)
    expect(test.said()).toContain('email not sent after all retries')
  })

  it('don’t delay shutdown while the mail server is silent', async () => {
    const server = await startMailServer({ script: ['hang'] })
    closers.push(server.stop)
    const test = await startTestProduct({ env: mailEnv(server), graceMs: 100 })
    await test.register('ada@example.com')
    await expect.poll(() => server.attempts(), soon).toBe(1)
    const began = Date.now()
    await test.close()
    expect(Date.now() - began).toBeLessThan(8000)
  })

  it('are sent by the worker, whichever process enqueues them', async () => {
    const server = await startMailServer()
    const pair: ProductPair = await startProductPair({ env: mailEnv(server) })
    closers.push(server.stop, pair.close)
    await pair.web.register('ada@example.com')
    await openMailbox(server).nextMail('ada@example.com')
    await pair.web.visitor().post('/api/forgot-password', { email: 'ada@example.com' })
    const sent = () => server.mails.map((mail) => mail.subject)
    await expect.poll(sent, soon).toEqual(['Confirm your email address', 'Reset your Precis password'])
  })
})
