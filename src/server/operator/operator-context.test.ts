import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openServerHome } from '../../../tests/support/server-home.ts'
import { readOperatorConfig } from '../platform/config/config.ts'
import { backUp, showUser } from './actions.ts'
import { createOperatorContext } from './operator-context.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-operator-test-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const contextOf = (env: Record<string, string>) =>
  createOperatorContext(readOperatorConfig(env), pino({ level: 'silent' }), 'grace')

it('creates no database in a folder without one', async () => {
  const env = { DATA_DIR: path.join(folder, 'nowhere') }
  await expect(showUser(contextOf(env), 'ada@example.com')).rejects.toMatchObject({
    code: 'not_found',
    message: `There is no database in ${env.DATA_DIR}. Set DATA_DIR, or DATABASE_URL, to what the server runs with.`,
  })
  expect(existsSync(env.DATA_DIR)).toBe(false)
})

it('reports invalid settings', () => {
  expect(() => contextOf({ DATA_DIR: folder, NODE_ENV: 'production' })).toThrow(/APP_URL must be set/)
  const production = { DATA_DIR: folder, NODE_ENV: 'production', APP_URL: 'https://precis.example' }
  expect(() => contextOf(production)).toThrow(/STRIPE_SECRET_KEY must be set/)
  expect(contextOf({ ...production, PLAN_CATALOGUE: 'home' }).config.stripe).toBeNull()
  expect(() => contextOf({ DATA_DIR: folder, DATABASE_URL: 'mysql://x' })).toThrow(/DATABASE_URL must be/)
})

it('opens the storage only for commands that need it, and reports why it cannot', async () => {
  // All sources of keys that the SDK of S3 tries.
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined)
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null')
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
  const home = await openServerHome()
  const env = { ...home.env, S3_BUCKET: 'files', S3_REGION: 'eu-west-1' }
  const context = contextOf(env)
  const message = 'No user has the email address ada@example.com.'
  await expect(showUser(context, 'ada@example.com')).rejects.toThrow(message)
  const { signal } = new AbortController()
  await expect(backUp(context, { file: null, dryRun: true }, signal)).rejects.toThrow(/^S3_BUCKET is set, /)
  await context.close()
  await home.remove()
})
