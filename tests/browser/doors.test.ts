import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/process.ts'
import { productionEnv } from '../support/production.ts'
import { tidePools } from '../support/texts.ts'

const root = path.join(import.meta.dirname, '..', '..')
const door = path.join(root, 'scripts', 'run.mjs')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-doors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const opened: ChildProcess[] = []

/** Opens a door of the package as npm would, from a folder of the person's own. */
function open(args: string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [door, ...args], {
    cwd: folder,
    env: { PATH, HOME, DATA_DIR: path.join(folder, 'data'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  opened.push(child)
  return child
}

// A test that fails must not keep the data folder from the next one.
afterEach(async () => {
  for (const child of opened.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

/** Runs a door to its end. */
async function use(args: string[], stdin = '') {
  const child = open(args)
  child.stdin?.end(stdin)
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { output, errors, exitCode: child.exitCode }
}

async function isUp(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Where "Continue with Google" leads: the origin of a provider, or a page of our own. */
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

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await condition()) return
    await sleep(50)
  }
  throw new Error('It did not come to pass.')
}

describe('start', () => {
  /** Starts the product and waits until it answers. */
  async function start(env: Record<string, string> = {}) {
    const port = await freePort()
    const child = open(['start'], { PORT: String(port), ...env })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.stdout?.resume()
    const address = `http://127.0.0.1:${port}`
    await until(() => isUp(address))
    return { child, address, said: () => said }
  }

  test('serves the product, installs and builds nothing twice, and stops on SIGTERM', async () => {
    const { child, address, said } = await start()
    const page = await fetch(address)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await page.text()).toContain('<title>')
    expect(said()).not.toMatch(/Installing|Building/)
    const google = await googleOf(address)
    expect(await isProvider(google)).toBe(true)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(await isUp(address)).toBe(false)
    await until(async () => !(await isProvider(google)))
    expect(said().trim().split('\n')).toEqual([`Google is stood in for on ${google}: any address signs in.`])
  })

  test('stands in for nobody whom the environment names', async () => {
    const { child, address, said } = await start({
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
    })
    expect(await googleOf(address)).toBe('/login?google=unavailable')
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(said()).toBe('')
  })

  test('stands in for nobody in production, where the button for Google says that it is not set up', async () => {
    const { child, address, said } = await start(productionEnv)
    expect(await googleOf(address)).toBe('/login?google=not_set_up')
    expect(await (await fetch(`${address}/api/auth/options`)).json()).toEqual({ google: false, mail: false })
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(said()).not.toContain('stood in for')
  })

  test('leaves no process behind when it is killed outright', async () => {
    const { child, address } = await start()
    const google = await googleOf(address)
    expect(await isProvider(google)).toBe(true)
    child.kill('SIGKILL')
    await until(async () => !(await isUp(address)))
    await until(async () => !(await isProvider(google)))
  })
})

describe('precis', () => {
  test('passes standard input through and adds nothing to standard output', async () => {
    const { output, exitCode } = await use(['precis', 'summarize', '-', '--json', '--words', '30'], tidePools)
    expect(exitCode).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ kind: 'text', engine: { id: 'extractive' } })
  })

  test('finds files where the person stands, and hands on the exit code', async () => {
    await writeFile(path.join(folder, 'pools.txt'), tidePools)
    const found = await use(['precis', 'extract', 'pools.txt'])
    expect(found).toMatchObject({ exitCode: 0, errors: '' })
    const missing = await use(['precis', 'extract', 'gone.txt'])
    expect(missing).toMatchObject({ exitCode: 1, output: '' })
    expect(missing.errors).toMatch(/^precis: There is no file/)
  })
})

describe('the other doors', () => {
  test('are named to those who knock on none', async () => {
    expect(await use(['nowhere'])).toMatchObject({ exitCode: 1, errors: expect.stringContaining('start|dev|test') })
  })

  test('list the benchmarks, and know which there are not', async () => {
    const { output, exitCode } = await use(['bench'])
    expect({ exitCode, names: output.trim().split('\n') }).toMatchObject({
      exitCode: 0,
      names: expect.arrayContaining(['summarizer']),
    })
    expect(await use(['bench', 'nothing'])).toMatchObject({ exitCode: 1 })
  })
})
