import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const root = path.join(import.meta.dirname, '..', '..')
/** As in the start script: fast module resolution, and a shared compile cache. */
const quickResolve = pathToFileURL(path.join(root, 'scripts', 'quick-resolve.mjs')).href
const compileCache = path.join(root, '.cache', 'compile')

/** Systems assign ports above these to outgoing connections, so a free port stays free for a while. */
const PORTS = { first: 20_000, last: 32_000 }

/** A free port. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.first, PORTS.last)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

/** A separate server process, as an operator starts one. */
export interface ServerProcess {
  child: ChildProcess
  origin: string
  output: () => string
  /** Sends a signal and waits for the exit; returns the exit code, null after a kill. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts the server, or one in another folder, without waiting for it to be ready. */
export function spawnServer(port: number, env: Record<string, string>, folder = root): ServerProcess {
  const main = path.join(folder, 'src', 'server', 'main.ts')
  const child = spawn(process.execPath, ['--import', quickResolve, main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const origin = `http://127.0.0.1:${port}`
  return {
    child,
    origin,
    output: () => output,
    stop: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

/** Starts the server, or one in another folder, and waits until it is ready. */
export async function startServer(env: Record<string, string>, folder = root): Promise<ServerProcess> {
  const server = spawnServer(await freePort(), env, folder)
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`)
    const response = await fetch(`${server.origin}/readyz`).catch(() => null)
    if (response?.ok) return server
    await sleep(50)
  }
  await server.stop('SIGKILL')
  throw new Error(`The server did not become ready: ${server.output()}`)
}

/** A signed-in client over real HTTP. */
export async function signIn(
  origin: string,
  email: string,
): Promise<(method: string, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>> {
  const json = { 'content-type': 'application/json' }
  const payload = { email, password: 'correct horse', firstName: 'Ada', lastName: 'Byron' }
  const registered = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(payload),
  })
  const response = registered.ok
    ? registered
    : await fetch(`${origin}/api/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(payload) })
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, url, body, headers = {}) =>
    fetch(`${origin}${url}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : json), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}
