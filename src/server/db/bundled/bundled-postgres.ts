import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { AppError, codeOf } from '../../../shared/errors.ts'
import type { Log } from '../../platform/log.ts'
import { childEnvironment } from '../../platform/process.ts'
import { type Cluster, openCluster, runProgram, USER } from './cluster.ts'
import { explainError, explainOutput } from './cluster-errors.ts'

interface BundledPostgres {
  /** For `openPostgres`. */
  url: string
  /** Converts errors of broken files into one sentence with the remedy. */
  explain: (error: unknown) => unknown
  /** Stops PostgreSQL, unless another process is still using it. */
  close: () => Promise<void>
}

const DATABASE = 'postgres'
/** `application_name` of the connection that each process keeps open. */
const PRESENCE = 'precis-presence'
/** Advisory lock that each process holds, shared, while it uses PostgreSQL: the last one stops PostgreSQL. */
const PRESENCE_LOCK = 7_283_402
const SOCKET_PORT = 5432
/** Maximum length of a Unix socket's path in bytes on every system: macOS allows 104 with the terminating zero. */
const MAX_SOCKET_PATH_BYTES = 103
/** How long to wait for a killed PostgreSQL that still occupies the directory. */
const OCCUPIED_MS = 10_000
const POLL_MS = 20
const RESTART_PAUSE_MS = 2000
const STOP_SECONDS = 60

/** Small and durable: `fsync`, `synchronous_commit` and `full_page_writes` keep their defaults, which are on. */
const settings: Readonly<Record<string, string | number>> = {
  max_connections: 100,
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  unix_socket_permissions: '0700',
  // Statements and values are user content.
  log_min_messages: 'log',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

/** Error codes when PostgreSQL does not run. */
const absences = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])
/** Error codes while PostgreSQL starts or stops. */
const transitions = new Set(['57P03', '57P01', 'ECONNRESET', 'EPIPE'])

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

interface Endpoint {
  pid: number
  isReady: boolean
  host: string
  port: number
}

const pidFileOf = ({ folder }: Cluster): string => path.join(folder, 'postmaster.pid')

/** Reads from `postmaster.pid` where PostgreSQL listens (src/include/utils/pidfile.h in PostgreSQL). */
function readEndpoint(cluster: Cluster): Endpoint | null {
  let lines: string[]
  try {
    lines = readFileSync(pidFileOf(cluster), 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = lines.map((line) => line.trim())
  if (pid === '' || port === '') return null
  const host = socketFolder === '' ? '127.0.0.1' : socketFolder
  return { pid: Number(pid), port: Number(port), host, isReady: status === 'ready' }
}

/** PostgreSQL writes its `postmaster.pid` within this time of creating it. */
const PID_WRITTEN_MS = 1000

/**
 * Removes a stale `postmaster.pid`, with which PostgreSQL refuses to start: an empty one, left by a full disk or a power
 * failure, and one whose process id now belongs to another program, as in a restarted container.
 */
function removeStalePid(cluster: Cluster): void {
  const file = statSync(pidFileOf(cluster), { throwIfNoEntry: false })
  if (file?.size === 0 && file.mtimeMs < Date.now() - PID_WRITTEN_MS) rmSync(pidFileOf(cluster), { force: true })
  const endpoint = readEndpoint(cluster)
  if (endpoint === null || process.platform !== 'linux') return
  let command: string
  try {
    command = readFileSync(`/proc/${endpoint.pid}/cmdline`, 'utf8')
  } catch {
    return
  }
  // A zombie process has an empty command line.
  if (command !== '' && !command.split('\0').includes(cluster.folder)) rmSync(pidFileOf(cluster), { force: true })
}

const aloneSchema = z.tuple([z.object({ alone: z.boolean() })])

/** Starts PostgreSQL on a cluster or connects to the running one, and restarts it when it ends unexpectedly. */
class Runner {
  readonly #cluster: Cluster
  readonly #log: Log
  #presence: Client | undefined
  #endpoint: { host: string; port: number } | undefined
  #closing = false
  #recovering: Promise<void> = Promise.resolve()

  constructor(cluster: Cluster, log: Log) {
    this.#cluster = cluster
    this.#log = log
  }

  get url(): string {
    const { host, port } = this.#endpoint ?? { host: '', port: 0 }
    const { password } = this.#cluster
    return `postgres://${USER}:${encodeURIComponent(password)}@/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`
  }

  async open(): Promise<void> {
    const presence = await this.#connectOrStart()
    this.#presence = presence
    presence.once('end', () => {
      if (!this.#closing) this.#recovering = this.#recover()
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#recovering
    const presence = this.#presence
    if (presence === undefined) return
    try {
      await presence.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
      const { rows } = await presence.query('SELECT pg_try_advisory_lock($1) AS alone', [PRESENCE_LOCK])
      if (!aloneSchema.parse(rows)[0].alone) return await presence.end()
    } catch (error) {
      this.#log.warn({ event: 'database.stop', err: error }, 'PostgreSQL ended before it was stopped')
      return
    }
    const { programs, folder, account } = this.#cluster
    const args = ['stop', '-D', folder, '-m', 'fast', '-w', '-t', String(STOP_SECONDS)]
    const { code, output } = await runProgram(path.join(programs, 'pg_ctl'), args, account)
    if (code !== 0) this.#log.warn({ event: 'database.stop', output }, 'PostgreSQL could not be stopped')
  }

  /** Restarts PostgreSQL after an unexpected end: killed, out of memory, or unable to write its log. */
  async #recover(): Promise<void> {
    this.#log.error({ event: 'database.ended' }, 'PostgreSQL ended unexpectedly and is restarted')
    while (!this.#closing) {
      try {
        await this.open()
        this.#log.info({ event: 'database.recovered' }, 'PostgreSQL is running again')
        return
      } catch (error) {
        this.#log.error({ event: 'database.restart', err: error }, 'PostgreSQL could not be restarted')
        await sleep(RESTART_PAUSE_MS)
      }
    }
  }

  async #connectOrStart(): Promise<Client> {
    const deadline = Date.now() + OCCUPIED_MS
    for (;;) {
      const found = await this.#connect()
      if (typeof found === 'object') return found
      if (found === 'changing') {
        await sleep(POLL_MS)
        continue
      }
      const started = await this.#start()
      if (typeof started === 'object') return started
      // Another process was faster, or a killed PostgreSQL has not quite ended.
      const isOccupied = /lock file .* (?:already exists|is empty)|shared memory block .* still in use/u.test(started)
      if (!isOccupied) throw explainOutput(this.#cluster.folder, started)
      if (Date.now() > deadline)
        throw new AppError(
          'unavailable',
          `The database directory ${this.#cluster.folder} is in use by a PostgreSQL that does not answer: stop the process named in its postmaster.pid, and start Precis again.`,
        )
      removeStalePid(this.#cluster)
      await sleep(10 * POLL_MS)
    }
  }

  /** Connects to a PostgreSQL that runs on the directory. */
  async #connect(): Promise<Client | 'absent' | 'changing'> {
    const endpoint = readEndpoint(this.#cluster)
    if (endpoint === null) return 'absent'
    const { host, port } = endpoint
    const login = { user: USER, password: this.#cluster.password, database: DATABASE, application_name: PRESENCE }
    const client = new Client({ host, port, ...login })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
    } catch (error) {
      if (absences.has(codeOf(error))) return 'absent'
      if (transitions.has(codeOf(error)) || /terminated unexpectedly/u.test(String(error))) return 'changing'
      throw explainError(this.#cluster.folder, error)
    }
    this.#endpoint = { host, port }
    return client
  }

  /** @returns a connection, or PostgreSQL's output if it ended */
  async #start(): Promise<Client | string> {
    const { folder, programs, account } = this.#cluster
    const fits = Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES
    const listen =
      fits && process.platform !== 'win32'
        ? { listen_addresses: '', unix_socket_directories: folder, port: SOCKET_PORT }
        : {
            listen_addresses: '127.0.0.1',
            unix_socket_directories: '',
            port: this.#endpoint?.port ?? (await freePort()),
          }
    const flags = Object.entries({ ...settings, ...listen }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // In its own process group, so that Ctrl-C in a terminal does not stop it before the server.
    const child = spawn(path.join(programs, 'postgres'), ['-D', folder, ...flags], {
      ...account,
      env: childEnvironment(),
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const output = this.#logOutput(child)
    const exit = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`FATAL: ${error.message}`))
      child.once('close', () => resolve(output()))
    })
    for (;;) {
      const ended = await Promise.race([exit, sleep(POLL_MS, null)])
      if (ended !== null) return ended
      if (readEndpoint(this.#cluster)?.isReady !== true) continue
      const found = await this.#connect()
      if (typeof found === 'object') return found
    }
  }

  /** Logs PostgreSQL's output. Returns a function for what it wrote until it was ready. */
  #logOutput(child: ChildProcess): () => string {
    let output = ''
    child.unref()
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      if (this.#presence === undefined) output += chunk
      for (const line of chunk.split('\n').filter(Boolean)) {
        // Until the start, they explain why it fails, such as when another process starts PostgreSQL at the same moment.
        const isServing = this.#presence !== undefined && !this.#closing
        const level = isServing && /^(?:FATAL|PANIC):/u.test(line) ? 'warn' : 'debug'
        this.#log[level]({ event: 'database.message', line }, 'message from PostgreSQL')
      }
    })
    return () => output
  }
}

/**
 * Starts the PostgreSQL that comes from npm on the data directory, or connects to one that another process started, or
 * that a killed process left running.
 * @throws AppError `unavailable`, with the directory, the cause and the remedy in one sentence
 */
export async function startBundledPostgres(
  dataDir: string,
  log: Log,
  options: { replaceMissing: boolean },
): Promise<BundledPostgres> {
  const cluster = await openCluster(dataDir, log, options)
  const runner = new Runner(cluster, log)
  const explain = (error: unknown): unknown => explainError(cluster.folder, error)
  try {
    await runner.open()
  } catch (error) {
    throw explain(error)
  }
  return { url: runner.url, explain, close: async () => runner.close() }
}
