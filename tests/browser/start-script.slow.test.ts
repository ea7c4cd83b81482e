import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { standinConnection } from '../../src/server/platform/config/config.ts'
import { productionEnv } from '../support/production.ts'
import { isUp, openStartFolder, type StartFolder, until } from '../support/start-script.ts'
import { tidePools } from '../support/texts.ts'

let doorstep: StartFolder
beforeAll(async () => {
  doorstep = await openStartFolder()
})
afterEach(async () => doorstep.sweep())
afterAll(async () => doorstep.leave())

/** Runs a script to its end. */
async function use(args: string[], stdin = '') {
  const child = doorstep.open(args)
  child.stdin?.end(stdin)
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { output, errors, exitCode: child.exitCode }
}

/** Redirect target of "Continue with Google": a provider's origin, or a page of the product. */
async function googleOf(address: string): Promise<string> {
  const begun = await fetch(`${address.replace('127.0.0.1', 'localhost')}/api/auth/google`, { redirect: 'manual' })
  const location = begun.headers.get('location') ?? ''
  return URL.canParse(location) ? new URL(location).origin : location
}

async function isProvider(origin: string): Promise<boolean> {
  return fetch(`${origin}/.well-known/openid-configuration`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Whether the Stripe stand-in shows its start page at a URL. */
async function standsInForStripe(origin: string): Promise<boolean> {
  return fetch(origin).then(
    async (response) => (await response.text()).includes('This is a local stand-in for Stripe.'),
    () => false,
  )
}

/** Connection file through which commands find the Stripe stand-in. */
const stripeConnection = () => standinConnection(doorstep.dataDir)

describe('npm start', () => {
  test('serves the product, installs and builds nothing twice, and stops on SIGTERM', async () => {
    const { child, address, said } = await doorstep.start()
    const page = await fetch(address)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const html = await page.text()
    expect(html).toContain('<title>')
    // Its length is known only if it was compressed beforehand.
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? []
    const { headers } = await fetch(new URL(script, address))
    expect([headers.get('content-encoding'), Number(headers.get('content-length'))]).toEqual([
      'gzip',
      expect.toSatisfy((bytes) => bytes > 100),
    ])
    expect(said()).not.toMatch(/Installing|Building/)
    const google = await googleOf(address)
    expect(await isProvider(google)).toBe(true)
    const stripe = stripeConnection()!
    expect(await standsInForStripe(stripe.apiUrl)).toBe(true)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(await isUp(address)).toBe(false)
    await until(async () => !(await isProvider(google)))
    await until(async () => !(await standsInForStripe(stripe.apiUrl)))
    expect(said().trim().split('\n')).toEqual([
      `Google sign-in is simulated on ${google}: any email address signs in.`,
      `Stripe is simulated on ${stripe.apiUrl}: no money moves.`,
    ])
  })

  test('starts no stand-in for configured services', async () => {
    const { child, address, said } = await doorstep.start({
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    })
    expect(await googleOf(address)).toBe('/login?google=unavailable')
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(said()).toBe('')
  })

  test('starts no stand-in in production, where the Google button says that it is not set up', async () => {
    const { child, address, said } = await doorstep.start(productionEnv)
    expect(await googleOf(address)).toBe('/login?google=not_set_up')
    expect(await (await fetch(`${address}/api/auth/options`)).json()).toEqual({
      google: false,
      oidc: null,
      mail: false,
      showsLinks: false,
      registration: 'open',
    })
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(said()).not.toContain('simulated')
  })

  test('leaves no process behind when it is killed', async () => {
    const { child, address } = await doorstep.start()
    const google = await googleOf(address)
    expect(await isProvider(google)).toBe(true)
    child.kill('SIGKILL')
    await until(async () => !(await isUp(address)))
    await until(async () => !(await isProvider(google)))
    await until(async () => !(await standsInForStripe(stripeConnection()!.apiUrl)))
  })
})

describe('npm run precis', () => {
  test('passes standard input through, and adds nothing to standard output', async () => {
    const { output, exitCode } = await use(['precis', 'summarize', '-', '--json', '--words', '30'], tidePools)
    expect(exitCode).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ kind: 'text', engine: { id: 'extractive' } })
  })

  test('resolves files against the caller’s folder, and returns the exit code', async () => {
    await writeFile(path.join(doorstep.folder, 'pools.txt'), tidePools)
    const found = await use(['precis', 'extract', 'pools.txt'])
    expect(found).toMatchObject({ exitCode: 0, errors: '' })
    const missing = await use(['precis', 'extract', 'gone.txt'])
    expect(missing).toMatchObject({ exitCode: 1, output: '' })
    expect(missing.errors).toMatch(/^precis: There is no file/)
  })
})

describe('other npm scripts', () => {
  test('are listed for an unknown name', async () => {
    expect(await use(['nowhere'])).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('start|dev|build|test'),
    })
  })

  test('list the benchmarks, and reject unknown ones', async () => {
    const { output, exitCode } = await use(['bench'])
    expect({ exitCode, names: output.trim().split('\n') }).toMatchObject({
      exitCode: 0,
      names: expect.arrayContaining(['summarizer']),
    })
    expect(await use(['bench', 'nothing'])).toMatchObject({ exitCode: 1 })
  })
})
