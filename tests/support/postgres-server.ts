import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, accountFor, findPrograms, initializeCluster, USER } from '../../src/server/db/bundled/cluster.ts'
import { childEnvironment } from '../../src/server/platform/process.ts'

/** A PostgreSQL server for tests. */
export interface PostgresAddress {
  host: string
  port: number
  user: string
  password: string
}

export interface PostgresServer {
  address: PostgresAddress
  /** Stops the server, gracefully or like a crash, and starts it again on its data. */
  restart: (how: 'fast' | 'immediate') => Promise<void>
  /** Starts the server again if it has ended; returns whether it had. */
  revive: () => Promise<boolean>
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>
}

export interface PostgresOptions {
  /** Replaces the tests' settings, which trade durability for speed. */
  settings?: Readonly<Record<string, string | number>>
  /** Receives the empty data directory, and the account that must be able to write to it. */
  prepare?: (data: string, own: Account) => void
}

const STOP_MS = 10_000

const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: 200,
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum_naptime: '5min',
  io_method: 'sync',
  jit: 'off',
}

/** A port that was just free. PostgreSQL can't choose one itself. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port could be taken.')
  return address.port
}

/** Waits until the server accepts connections. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${output}`)))
  })
}

const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null

/** The fast shutdown closes connections without waiting; the immediate one doesn't even write. */
async function stopServer(server: ChildProcess, how: 'fast' | 'immediate' = 'fast'): Promise<void> {
  if (hasEnded(server)) return
  const ended = once(server, 'exit')
  server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(timer)
}

/**
 * Starts the product's PostgreSQL on a free port of loopback, with its data in the system's temporary folder. Optimized
 * for speed, not durability: the data lives as long as the run.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-postgres-'))
  let server: ChildProcess | undefined
  const abandon = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  const stop = async () => {
    if (server !== undefined) await stopServer(server)
    process.off('exit', abandon)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const account = accountFor([])
    const password = randomBytes(16).toString('hex')
    const data = path.join(folder, 'data')
    chmodSync(folder, 0o711)
    mkdirSync(data, { mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) chownSync(data, account.uid, account.gid)
    options.prepare?.(data, account)
    const programs = findPrograms(account)
    // Tests open many connections, and expensive password hashing would slow each one.
    const quickly = ['--no-sync', '--set', 'scram_iterations=1']
    await initializeCluster({ folder: data, password, account, programs }, quickly)
    const port = await freePort()
    const flags = Object.entries({ ...settings, unix_socket_directories: data, ...options.settings, port }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    )
    const start = async (): Promise<void> => {
      const started = spawn(path.join(programs, 'postgres'), ['-D', data, ...flags], {
        ...account,
        env: childEnvironment(),
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      server = started
      await ready(started)
    }
    await start()
    return {
      address: { host: '127.0.0.1', port, user: USER, password },
      restart: async (how) => {
        if (server !== undefined) await stopServer(server, how)
        await start()
      },
      revive: async () => {
        const ended = server === undefined || hasEnded(server)
        if (ended) await start()
        return ended
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
