import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startMailServer } from '../../standins/mail/server.ts'
import { jobRows } from '../../support/attacks/rows.ts'
import { answerAtGoogle, startGoogleWorld } from '../../support/google.ts'
import { keepLog } from '../../support/log.ts'
import { type Mailbox, mailEnv, openMailbox, tokenIn } from '../../support/mail.ts'
import type { TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const SESSION_SECRET = 'canary-session-secret, long enough for all'
const names = { firstName: 'Canaryfirst', lastName: 'Canarylast' }

describe('canary values in every account flow', () => {
  const { log, text } = keepLog()
  /** All secrets that were sent or returned. */
  const secrets = new Set<string>(['canary', SESSION_SECRET, '$argon2id$', 'a secret of the two'])
  let box: Mailbox
  const mail = forSuite(async () => startMailServer())
  const world = forSuite(async () => {
    box = openMailbox(mail)
    const { APP_URL: _, ...env } = mailEnv(mail)
    return startGoogleWorld({ log, env: { ...env, SESSION_SECRET, LOG_LEVEL: 'trace' } })
  })

  const run = async (statement: string): Promise<unknown> => world.database.db.execute(sql.raw(statement))
  const keep = (client: TestClient): void => {
    for (const [name, value] of client.cookies) {
      if (name === 'precis.signed-in') continue
      secrets.add(value).add(decodeURIComponent(value)).add(decodeURIComponent(value).split('.')[0]!)
    }
  }
  const mailed = async (email: string): Promise<string> => {
    let token = ''
    while (token === '') token = tokenIn(await box.nextMail(email))
    secrets.add(token)
    return token
  }

  let password = 'canary-password-1'
  const email = 'canary.owner@one.example'
  const moved = 'canary.moved@one.example'

  /** All account actions; their results don't matter here. */
  const flows = async (client: TestClient, address: string, tokens: { reset: string; verify: string }) => {
    const wrong = 'canary-wrong-guess'
    await client.post('/api/auth/register', { email: address, password, ...names })
    await client.post('/api/auth/login', { email: address, password: wrong })
    await client.post('/api/auth/login', { email: address, password }, { 'user-agent': 'canary-agent' })
    keep(client)
    await client.post('/api/forgot-password', { email: address })
    await client.post('/api/reset-password', { token: tokens.reset, newPassword: wrong })
    await client.post('/api/auth/verify-email', { token: tokens.verify })
    await client.post('/api/account/verification')
    await client.request('PUT', '/api/account/name', names)
    await client.request('PUT', '/api/account/password', { currentPassword: wrong, newPassword: password })
    await client.post('/api/account/email', { email: moved, currentPassword: password })
    await client.get('/api/account')
    await client.get('/api/account/sessions')
    // A download that breaks off after it has begun returns nothing else.
    await client.get(`/api/account/export?token=${tokens.reset}`).catch(() => null)
    await client.get(`/reset-password?token=${tokens.reset}`)
    await client.get(`/api/nowhere?token=${tokens.reset}`)
    const begun = await world.begin(client, '/canary')
    if (begun.startsWith('http')) {
      const back = await answerAtGoogle(begun, { email: address, name: 'Canaryname' })
      for (const name of ['code', 'state']) secrets.add(back.searchParams.get(name)!)
      keep(client)
      await world.comeBack(client, back)
    }
    keep(client)
    await client.delete('/api/account/email')
    await client.post('/api/account/delete', { currentPassword: wrong })
    await client.post('/api/auth/logout')
  }

  it('do not appear in the log, whether requests succeed or queries fail', async () => {
    const owner = world.visitor()
    await owner.post('/api/auth/register', { email, password, ...names })
    const verify = await mailed(email)
    await world.visitor().post('/api/auth/verify-email', { token: verify })
    await world.visitor().post('/api/forgot-password', { email })
    const reset = await mailed(email)
    password = 'canary-password-2'
    await world.visitor().post('/api/reset-password', { token: reset, newPassword: password })
    const tokens = { reset, verify }
    await flows(world.visitor(), email, tokens)
    const late = world.visitor()
    await late.post('/api/auth/login', { email, password })
    keep(late)
    for (const [table, column] of [
      ['email_links', 'token_hash'],
      ['rate_limits', 'hits'],
      ['sessions', 'user_agent'],
      ['users', 'google_id'],
    ] as const) {
      await run(`alter table ${table} rename column ${column} to ${column}_gone`)
      await flows(late.copy(), email, tokens)
      await flows(world.visitor(), 'canary.other@one.example', tokens)
      await run(`alter table ${table} rename column ${column}_gone to ${column}`)
    }
    await run(`alter table users add constraint nobody_changes check (updated_at < '2000-01-01') not valid`)
    await flows(late.copy(), email, tokens)
    await run('alter table users drop constraint nobody_changes')
    await flows(late, email, tokens)

    const said = text()
    expect(said).toContain('Failed query')
    expect(said).toContain('nobody_changes')
    expect(said).toContain('"event":"sign_in"')
    const found = [...secrets].filter((secret) => said.toLowerCase().includes(secret.toLowerCase()))
    expect(
      found.map((secret) => said.split('\n').find((line) => line.toLowerCase().includes(secret.toLowerCase()))),
    ).toEqual([])
  })

  it('do not appear in jobs: no password, token or cookie', async () => {
    const jobs = await jobRows(world.database)
    expect(jobs).toContain('password_reset')
    const found = [...secrets].filter((secret) => secret !== 'canary' && jobs.includes(secret))
    expect(found).toEqual([])
    expect(jobs).not.toMatch(/canary-|Canarylast/)
  })
})
