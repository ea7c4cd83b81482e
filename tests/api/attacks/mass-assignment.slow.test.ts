import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodies, type CallWithBody, password } from '../../support/attacks/bodies.ts'
import { callEntries, pathWith, unknownId } from '../../support/attacks/routes.ts'
import { allRows, changedColumns, changedRows, type Row } from '../../support/attacks/rows.ts'
import { makeVictim, type Victim } from '../../support/attacks/victim.ts'
import { startTestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const planted = '11111111-2222-4333-8444-555555555555'

/** Fields that no body may set, with values that can be found anywhere. */
const extras: Record<string, unknown> = {
  id: planted,
  userId: planted,
  user_id: planted,
  emailVerified: true,
  email_verified: true,
  authProvider: 'planted',
  googleId: 'planted-google',
  profileImageUrl: 'https://planted.example/x.png',
  passwordHash: 'planted-hash',
  resetToken: 'planted-token',
  resetTokenExpiry: '2099-01-01T00:00:00.000Z',
  stripeCustomerId: 'cus_planted',
  stripeSubscriptionId: 'sub_planted',
  subscriptionPlan: 'elite',
  subscription_plan: 'elite',
  plan: 'elite',
  subscriptionExpiresAt: '2099-01-01T00:00:00.000Z',
  summariesUsed: -777_777,
  exportsUsed: -777_777,
  planStartedAt: '2099-01-01T00:00:00.000Z',
  usagePeriodStart: '2099-01-01T00:00:00.000Z',
  createdAt: '2099-01-01T00:00:00.000Z',
  updatedAt: '2099-01-01T00:00:00.000Z',
  isProContent: true,
  role: 'planted-admin',
  isAdmin: true,
  status: 'planted',
  maxBytes: 777_777_777,
  advancedSummary: 'planted',
  $set: { subscriptionPlan: 'elite' },
  user: { subscriptionPlan: 'elite', id: planted },
}
const traces = /planted|11111111-2222|2099-01-01|777777|elite/

/** Fields that some bodies have, and that others are given here. */
const borrowed: Record<string, unknown> = {
  email: 'planted@example.com',
  password: 'planted-password',
  newPassword: 'planted-password',
  firstName: 'planted',
  lastName: 'planted',
  token: 'planted-token',
}

/** Columns that each call may change in the user's row; all others stay as they are. */
const ownColumns: Record<CallWithBody, readonly string[]> = {
  login: [],
  register: [],
  forgotPassword: [],
  resetPassword: [],
  verifyEmail: [],
  changeName: ['first_name', 'last_name', 'updated_at'],
  changePassword: ['password', 'updated_at'],
  changeEmail: [],
  createToken: [],
  deleteAccount: [],
  createSubscription: ['stripe_customer_id'],
  verifyPayment: [],
  cancelRequest: [],
  putShare: [],
  suggestFeature: [],
  createSummary: ['summaries_used', 'usage_period_start'],
  redoSummary: [],
  askSource: [],
  askLibrary: [],
  renameSummary: [],
  createUploadUrl: [],
  processUpload: [],
}

/** Columns of a newly registered user, whatever the body contained. */
const fresh = {
  email_verified: false,
  auth_provider: 'local',
  google_id: null,
  profile_image_url: null,
  reset_token: null,
  reset_token_expiry: null,
  stripe_customer_id: null,
  stripe_subscription_id: null,
  subscription_plan: null,
  subscription_expires_at: null,
  summaries_used: 0,
  questions_used: 0,
  exports_used: 0,
}

describe('protected fields', () => {
  let bystander: Victim
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    bystander = await makeVictim(test)
  })

  const newRows = async (before: Record<string, Row[]>) => {
    const after = await allRows(test.database)
    return Object.entries(after).flatMap(([table, rows]) => changedRows(before[table] ?? [], rows))
  }

  it.each(Object.keys(bodies) as CallWithBody[])('are rejected by %s, or ignored', async (name) => {
    const call = callEntries.find(([other]) => other === name)![1]
    const loans = Object.fromEntries(Object.entries(borrowed).filter(([field]) => !(field in bodies[name])))
    for (const extra of [extras, loans, { ...extras, ...loans }]) {
      const client = await test.register()
      const { id } = (await client.get('/api/auth/user')).json()
      await test.database.db.execute(sql`update rate_limits set hits = 0`)
      const own = name === 'register' ? { email: `new-${Object.keys(extra).length}@example.com` } : {}
      const before = await allRows(test.database)
      const response = await client.request(call.method, pathWith(call.path, unknownId), {
        ...bodies[name],
        ...extra,
        ...own,
      })
      expect(response.statusCode).toBeLessThan(500)
      const changed = await newRows(before)
      expect(JSON.stringify(changed)).not.toMatch(traces)
      expect(String(response.headers['set-cookie'])).not.toMatch(traces)
      for (const { was, is } of changed) {
        const member = was?.email_verified === undefined ? undefined : was
        if (member === undefined || is === undefined) continue
        expect(member.id).toBe(id)
        expect(ownColumns[name]).toEqual(expect.arrayContaining(changedColumns(member, is)))
      }
      // A rejected request changes nothing.
      if (response.statusCode >= 400) expect(changed).toEqual([])
    }
    expect((await bystander.client.get('/api/auth/user')).json()).toMatchObject({ id: bystander.userId })
  })

  it('have their defaults after registration', async () => {
    const client = test.visitor()
    const email = 'greedy@example.com'
    await client.post('/api/auth/register', { ...extras, ...bodies.register, email, password })
    const { users = [] } = await allRows(test.database)
    const row = users.find((user) => user.email === email)
    expect(row).toMatchObject(fresh)
    expect(row?.id).not.toBe(planted)
    expect((await client.get('/api/auth/user')).json()).toMatchObject({
      emailVerified: false,
      subscriptionPlan: null,
      summariesUsed: 0,
    })
  })

  it('cannot be set in the query', async () => {
    const query = new URLSearchParams(Object.entries(extras).map(([name, value]) => [name, String(value)]))
    const before = await allRows(test.database)
    for (const [, call] of callEntries) {
      if (call.method === 'GET') continue
      await test.visitor().request(call.method, `${call.path.replace(':id', planted)}?${query.toString()}`, {})
    }
    expect(await allRows(test.database)).toEqual(before)
  })
})
