import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { writePgliteFolder } from '../../../tests/support/pglite-template.ts'
import { type OperatorConfig, readOperatorConfig, readWhereabouts } from '../platform/config.ts'
import { defineAction } from './action.ts'
import { backupContract, restoreContract } from './backup-contracts.ts'
import { openControlServer } from './control-server.ts'
import { openOperator } from './operator.ts'
import { checkStripeContract } from './stripe-contracts.ts'
import { showUserContract } from './user-contracts.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-operator-test-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const show = async (env: Record<string, string>, config: () => OperatorConfig = () => readOperatorConfig(env)) =>
  openOperator('grace', pino({ level: 'silent' }), { whereabouts: () => readWhereabouts(env), config }).run(
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
  const home = await mkdtemp(path.join(folder, 'keyless-'))
  await writePgliteFolder(path.join(home, 'pglite'))
  const env = { DATA_DIR: home, S3_BUCKET: 'files', S3_REGION: 'eu-west-1' }
  const operator = openOperator('grace', pino({ level: 'silent' }), {
    whereabouts: () => readWhereabouts(env),
    config: () => readOperatorConfig(env),
  })
  const { signal } = new AbortController()
  const message = 'Nobody here has the email address ada@example.com.'
  await expect(operator.run(showUserContract, { who: 'ada@example.com' }, signal)).rejects.toThrow(message)
  await expect(operator.run(backupContract, { file: null, dryRun: true }, signal)).rejects.toThrow(
    /^S3_BUCKET is set, /,
  )
  await operator.close()
})

it('gives up in words when nobody waits any longer for the data folder', async () => {
  const home = await mkdtemp(path.join(folder, 'locked-'))
  await Promise.all(['pglite', 'lock'].map(async (name) => mkdir(path.join(home, name))))
  await writeFile(path.join(home, 'lock-holder'), `${process.ppid}\n${hostname()}\n`)
  const env = { DATA_DIR: home }
  const operator = openOperator('grace', pino({ level: 'silent' }), {
    whereabouts: () => readWhereabouts(env),
    config: () => readOperatorConfig(env),
  })
  await expect(
    operator.run(showUserContract, { who: 'ada@example.com' }, AbortSignal.timeout(300)),
  ).rejects.toMatchObject({ code: 'cancelled' })
  await operator.close()
})

it('never has a server that runs restore a backup under itself', async () => {
  const home = await mkdtemp(path.join(folder, 'home-'))
  const log = pino({ level: 'silent' })
  let asked = 0
  const restoring = defineAction(restoreContract, {
    needs: 'settings',
    run: async () => {
      asked += 1
      throw new Error('not to be asked')
    },
  })
  const open = { settings: async () => ({}) } as never
  const server = await openControlServer({ dataDir: home, actions: [restoring], open, log, platform: process.platform })
  const env = { DATA_DIR: home }
  const operator = openOperator('grace', log, {
    whereabouts: () => readWhereabouts(env),
    config: () => readOperatorConfig(env),
  })
  const input = { file: path.join(home, 'nothing.tar.gz'), force: true, dryRun: false }
  await expect(operator.run(restoreContract, input, new AbortController().signal)).rejects.toMatchObject({
    code: expect.not.stringMatching('internal'),
    message: expect.stringContaining('nothing.tar.gz'),
  })
  expect(asked).toBe(0)
  await operator.close()
  await server.close()
})

it('asks a server that runs about Stripe, whatever stand-in ran before, unless the shell itself names Stripe', async () => {
  const home = await mkdtemp(path.join(folder, 'home-'))
  await mkdir(path.join(home, 'standins'))
  const dead = { secretKey: 'sk_test_of_the_dead', webhookSecret: 'whsec_x', apiUrl: 'http://127.0.0.1:1' }
  await writeFile(path.join(home, 'standins', 'stripe-connection.json'), JSON.stringify(dead))
  const log = pino({ level: 'silent' })
  const report = { mode: 'live' as const, account: null, apiVersion: 'x', items: [], webhookSecret: null }
  const checking = defineAction(checkStripeContract, { needs: 'settings', run: async () => report })
  const open = { settings: async () => ({}) } as never
  const server = await openControlServer({ dataDir: home, actions: [checking], open, log, platform: process.platform })
  const check = async (env: Record<string, string>, config: () => OperatorConfig) =>
    openOperator('grace', log, { whereabouts: () => readWhereabouts(env), config }).run(
      checkStripeContract,
      { apply: false },
      new AbortController().signal,
    )
  const own = (): never => {
    throw new Error('It goes by its own settings.')
  }
  const env = { DATA_DIR: home }
  expect(await check(env, () => readOperatorConfig(env))).toEqual(report)
  await expect(check({ ...env, STRIPE_SECRET_KEY: 'sk_test_of_the_shell' }, own)).rejects.toThrow('its own settings')
  await server.close()
  await expect(check(env, own)).rejects.toThrow('its own settings')
})
