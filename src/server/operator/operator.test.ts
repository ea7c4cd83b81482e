import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openServerHome } from '../../../tests/support/server-home.ts'
import { readOperatorConfig } from '../platform/config.ts'
import { backupContract } from './backup-contracts.ts'
import { openOperator } from './operator.ts'
import { showUserContract } from './user-contracts.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-operator-test-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const show = async (env: Record<string, string>) =>
  openOperator('grace', pino({ level: 'silent' }), () => readOperatorConfig(env)).run(
    showUserContract,
    { who: 'ada@example.com' },
    new AbortController().signal,
  )

it('makes no database where there never was one', async () => {
  const env = { DATA_DIR: path.join(folder, 'nowhere') }
  await expect(show(env)).rejects.toMatchObject({
    code: 'not_found',
    message: `There is no database in ${env.DATA_DIR}. Set DATA_DIR, or DATABASE_URL, to what the server runs with.`,
  })
  expect(existsSync(env.DATA_DIR)).toBe(false)
})

it('says which settings are wrong', async () => {
  await expect(show({ DATA_DIR: folder, NODE_ENV: 'production' })).rejects.toThrow(/STRIPE_SECRET_KEY must be set/)
  await expect(show({ DATA_DIR: folder, DATABASE_URL: 'mysql://x' })).rejects.toThrow(/DATABASE_URL must be/)
})

it('opens where files are kept only for who needs them, and says at once why it cannot', async () => {
  // The SDK of S3 looks for keys in all of these places.
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined)
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null')
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
  const home = await openServerHome()
  const env = { ...home.env, S3_BUCKET: 'files', S3_REGION: 'eu-west-1' }
  const operator = openOperator('grace', pino({ level: 'silent' }), () => readOperatorConfig(env))
  const { signal } = new AbortController()
  const message = 'No user has the email address ada@example.com.'
  await expect(operator.run(showUserContract, { who: 'ada@example.com' }, signal)).rejects.toThrow(message)
  await expect(operator.run(backupContract, { file: null, dryRun: true }, signal)).rejects.toThrow(
    /^S3_BUCKET is set, /,
  )
  await operator.close()
  await home.remove()
})
