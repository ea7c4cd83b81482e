import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { type ActionRun, defineAction } from './action.ts'
import { readControlAddress } from './control-address.ts'
import { askServer, nobody } from './control-client.ts'
import { type ControlServer, openControlServer } from './control-server.ts'

const log = pino({ level: 'silent' })
const nothingOpen = async () => {
  throw new Error('Nothing is open.')
}
const open = {
  settings: async () => ({ catalogue: { name: 'none', plans: [] }, clock: { now: () => new Date() }, log }),
  data: nothingOpen,
  work: nothingOpen,
}

/** Lets go on what waits, and tells what happened to it. */
let release: () => void = () => {}
let seen: ActionRun | undefined

const contract = <I extends z.ZodType>(name: string, input: I) => ({ name, input, output: z.unknown() })
const actions = [
  defineAction(contract('echo', z.object({ text: z.string() })), {
    needs: 'settings',
    run: async (_, { text }, { operator }) => `${operator}: ${text}`,
  }),
  defineAction(contract('refuse', z.unknown()), {
    needs: 'settings',
    run: async () => {
      throw new AppError('unavailable', 'Not now.', { cause: new Error('The moon is full.') })
    },
  }),
  defineAction(contract('break', z.unknown()), {
    needs: 'settings',
    run: async () => {
      throw new TypeError('postgres://user:password@host/db is odd')
    },
  }),
  defineAction(contract('wait', z.unknown()), {
    needs: 'settings',
    run: async (_, __, run) => {
      seen = run
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return 'done'
    },
  }),
]

let folder = ''
const servers: ControlServer[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-control-test-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

let homes = 0
/** A data folder of its own, with a name so long. */
function newHome(length = 1): string {
  const home = path.join(folder, String((homes += 1)).padEnd(length, '-'))
  mkdirSync(home, { mode: 0o755 })
  return home
}

async function serve(dataDir: string, platform: NodeJS.Platform = 'linux'): Promise<ControlServer> {
  // What the actions above go by is less than what a server has.
  const server = await openControlServer({ dataDir, actions, open: open as never, log, platform })
  servers.push(server)
  return server
}

const ask = async (dataDir: string, name: string, input: unknown = null, signal = new AbortController().signal) =>
  askServer(dataDir, name, input, { operator: 'grace', signal })
const modeOf = (file: string): number => statSync(file).mode & 0o777

describe('the socket for commands', () => {
  it('passes questions, answers and refusals on', async () => {
    const home = newHome()
    expect(await ask(home, 'echo', { text: 'hi' })).toBe(nobody)
    await serve(home)
    const texts = ['hi', 'ünïcode \u2028', 'x'.repeat(200_000)]
    expect(await Promise.all(texts.map(async (text) => ask(home, 'echo', { text })))).toEqual(
      texts.map((text) => `grace: ${text}`),
    )
    await expect(ask(home, 'echo', {})).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^text: /),
    })
    await expect(ask(home, 'refuse')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Not now.\nThe moon is full.',
    })
    await expect(ask(home, 'break')).rejects.toMatchObject({
      code: 'internal',
      message: 'Something went wrong that should not have: TypeError: postgres://host/db is odd',
    })
    await expect(ask(home, 'fly')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/of another version/),
    })
    await expect(ask(home, 'echo', { text: 'x'.repeat(2_000_000) })).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })

  it('is for the owner of the data alone', async () => {
    const home = newHome()
    await serve(home)
    const address = readControlAddress(home) ?? ''
    expect(address).toBe(path.join(home, 'control', 'socket'))
    expect([
      modeOf(address),
      modeOf(path.join(home, 'control')),
      modeOf(path.join(home, 'control', 'address')),
    ]).toEqual([0o600, 0o700, 0o600])
  })

  it('stands elsewhere where its path would be too long, and leaves nothing behind', async () => {
    const home = newHome(120)
    await serve(home)
    const address = readControlAddress(home) ?? ''
    expect(Buffer.byteLength(address)).toBeLessThan(104)
    expect([modeOf(address), modeOf(path.dirname(address))]).toEqual([0o600, 0o700])
    expect(await ask(home, 'echo', { text: 'far' })).toBe('grace: far')
    await servers.pop()?.close()
    expect(existsSync(path.dirname(address))).toBe(false)
    expect(await ask(home, 'echo', { text: 'far' })).toBe(nobody)
  })

  it.each([1, 120])(
    'comes again after a server was killed, from a folder with a name of %i characters',
    async (length) => {
      const home = newHome(length)
      const killed = createServer()
      const before =
        length === 1
          ? path.join(home, 'control', 'socket')
          : path.join(await mkdtemp(path.join(tmpdir(), 'precis-')), 'socket')
      mkdirSync(path.join(home, 'control'), { mode: 0o755 })
      await once(killed.listen(before), 'listening')
      writeFileSync(path.join(home, 'control', 'address'), `${before}\n`)
      // Closed by the system as on a kill: the file stays.
      const left = readFileSync(path.join(home, 'control', 'address'), 'utf8').trim()
      await new Promise((resolve) => killed.close(resolve))
      writeFileSync(left, '')
      expect(await ask(home, 'echo', { text: 'x' })).toBe(nobody)
      await serve(home)
      expect(await ask(home, 'echo', { text: 'again' })).toBe('grace: again')
      expect(existsSync(before)).toBe(length === 1)
      expect(modeOf(path.join(home, 'control'))).toBe(0o700)
    },
  )

  it('lets what is under way finish before it closes, and tells it when whoever asked has gone', async () => {
    const home = newHome()
    const server = await serve(home)
    const asked = ask(home, 'wait')
    await expect.poll(() => seen).toBeDefined()
    const closed = server.close().then(() => 'closed')
    expect(await Promise.race([closed, sleep(50)])).toBeUndefined()
    expect(await ask(home, 'echo', { text: 'late' })).toBe(nobody)
    release()
    expect([await asked, await closed]).toEqual(['done', 'closed'])

    await serve(home)
    seen = undefined
    const giving = new AbortController()
    const given = ask(home, 'wait', null, giving.signal)
    await expect.poll(() => seen).toBeDefined()
    giving.abort()
    await expect(given).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => seen?.signal.aborted).toBe(true)
    release()
  })

  it('answers nonsense with words, and outlives it', async () => {
    const home = newHome()
    await serve(home)
    const socketPath = readControlAddress(home) ?? ''
    const raw = async (method: string, urlPath: string, body: string): Promise<string> => {
      const asked = request({ socketPath, method, path: urlPath })
      asked.end(body)
      const [response] = await once(asked, 'response')
      let text = ''
      for await (const chunk of response) text += String(chunk)
      return JSON.parse(text).error.code
    }
    expect(await raw('POST', '/actions/echo', '{')).toBe('invalid_input')
    expect(await raw('POST', '/actions/echo', '{"input":{}}')).toBe('invalid_input')
    expect(await raw('GET', '/actions/echo', '')).toBe('not_found')
    expect(await raw('POST', '/etc/passwd', '{}')).toBe('not_found')
    const rude = connect(socketPath)
    rude.on('error', () => {})
    rude.write('POST /actions/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{"inp')
    await sleep(20)
    rude.destroy()
    expect(await ask(home, 'echo', { text: 'still here' })).toBe('grace: still here')
  })

  it('says so when the server goes away before it answers', async () => {
    const home = newHome()
    const dying = createServer((socket) => socket.once('data', () => socket.destroy()))
    mkdirSync(path.join(home, 'control'))
    const socketPath = path.join(home, 'control', 'socket')
    await once(dying.listen(socketPath), 'listening')
    writeFileSync(path.join(home, 'control', 'address'), `${socketPath}\n`)
    await expect(ask(home, 'echo', { text: 'x' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The server went away before it answered\./),
    })
    dying.close()
  })
})
