import { beforeAll, expect, it } from 'vitest'
import {
  confirmEmailTemplate,
  emailTakenTemplate,
  noticeTemplate,
  passwordResetTemplate,
} from '../../src/server/features/accounts/email/email-templates.ts'
import { JOBS_SCHEMA } from '../../src/server/jobs/queue.ts'
import { accountNotices } from '../../src/server/mail/email-queue.ts'
import { type EmailContent, renderEmail } from '../../src/server/mail/render-email.ts'
import { billingCalls } from '../../src/shared/api/billing-calls.ts'
import { billingWords } from '../support/billing-words.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { productionEnv } from '../support/production.ts'
import { forSuite } from '../support/suite.ts'
import { downloadUserData } from '../support/user-data.ts'

/** Production with the catalogue for a home: neither Stripe nor a session secret is configured. */
const homeEnv: Record<string, string> = {
  ...productionEnv,
  PLAN_CATALOGUE: 'home',
  SESSION_SECRET: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
}

const origin = 'https://precis.example'

let ada: TestClient
const home = forSuite(async () => startTestProduct({ env: homeEnv }))
beforeAll(async () => {
  ada = await home.register('ada@example.com')
})

it('does not start without Stripe in production if the catalogue has prices', async () => {
  await expect(startTestProduct({ env: { ...homeEnv, PLAN_CATALOGUE: 'two-plan' } })).rejects.toThrow(
    /^Precis cannot start with this configuration:\n {2}STRIPE_SECRET_KEY must be set in production/,
  )
})

it.each([
  ...Object.values(billingCalls).filter(({ path }) => !path.includes('suggestions')),
  { method: 'POST', path: '/api/webhooks/stripe' } as const,
])('has no $method $path', async ({ method, path }) => {
  const response = await ada.request(method, path, method === 'POST' ? {} : undefined)
  expect([response.statusCode, response.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
})

it('has no billing jobs', async () => {
  const { rows } = await home.database.pool.query(`SELECT name FROM ${JOBS_SCHEMA}.queue`)
  expect(rows).not.toContainEqual({ name: 'sync-customer' })
})

it('ignores Stripe settings, with a warning', async () => {
  const kept = keepLog()
  const other = await startTestProduct({ env: { ...productionEnv, PLAN_CATALOGUE: 'home' }, log: kept.log })
  await other.close()
  expect(kept.text()).toContain('"event":"config.no_prices"')
  expect(kept.text()).not.toContain('STRIPE_SECRET_KEY')
})

it('gives everything to everyone, also to users with a plan that was sold before', async () => {
  const { plans } = (await ada.get('/api/plans')).json<{ plans: unknown[] }>()
  expect(plans).toEqual([
    expect.objectContaining({ summariesPerMonth: null, exports: true, ebooks: true, advanced: true }),
  ])
})

/** The API names plans: they have limits, too. */
const apiWords = /\b(?:billing|subscription|subscribe|paid|payment|price|stripe|cancellation)\b/i

it('describes no billing in the API documentation and in the data export', async () => {
  const { paths, tags } = (await ada.get('/api/docs/json')).json<{ paths: Record<string, unknown>; tags: unknown[] }>()
  expect(Object.keys(paths).filter((path) => apiWords.test(path))).toEqual([])
  const prose = [...JSON.stringify({ paths, tags }).matchAll(/"(?:description|summary)":("(?:[^"\\]|\\.)*")/g)]
  expect(prose.map(([, text = '']) => text).filter((text) => apiWords.test(text))).toEqual([])

  const { files } = await downloadUserData(ada)
  expect([...files.keys()].filter((name) => apiWords.test(name) || name.startsWith('plan'))).toEqual([])
  expect(files.get('README.txt')).not.toMatch(apiWords)
})

it.each<[string, EmailContent]>([
  ['password reset', passwordResetTemplate('Ada', origin)],
  ['confirmation', confirmEmailTemplate('verify', origin)],
  ['change of address', confirmEmailTemplate('change', origin)],
  ['address taken', emailTakenTemplate(origin)],
  ...accountNotices.map(
    (notice) => [`notice ${notice}`, noticeTemplate(notice, 'Ada', origin)] satisfies [string, EmailContent],
  ),
])('mentions no billing in the email: %s', (_, email) => {
  const { html, text } = renderEmail(email, 'Precis')
  expect(`${email.subject}\n${text}\n${html.replace(/<style.*?<\/style>|<[^>]+>/gs, ' ')}`).not.toMatch(billingWords)
})
