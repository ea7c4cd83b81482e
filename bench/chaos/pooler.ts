import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import type { PostgresAddress } from '../../tests/support/postgres-server.ts'
import { freePort } from '../../tests/support/process.ts'

/** A PgBouncer with transaction pooling in front of a PostgreSQL. */
export interface Pooler {
  /** For DATABASE_URL. */
  url: string
  version: string
  stop: () => Promise<void>
}

/** Fewer than the servers would use. */
const CONNECTIONS = 8
const CLIENTS = 200

const idOfNobody = (flag: '-u' | '-g'): number => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)

/** Starts the machine's PgBouncer; null if it isn't installed (Debian: apt-get install pgbouncer). */
export async function startPooler({ host, port, user, password }: PostgresAddress): Promise<Pooler | null> {
  const asked = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  if (asked.status !== 0) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'precis-pgbouncer-'))
  const listenPort = await freePort()
  const files = { 'users.txt': `"${user}" "${password}"\n`, 'pgbouncer.ini': '' }
  files['pgbouncer.ini'] = `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = ${CLIENTS}
`
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  // It refuses to run as root.
  const own = userInfo().uid === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}
  if (own.uid !== undefined) {
    for (const name of ['.', ...Object.keys(files)]) chownSync(path.join(folder, name), own.uid, own.gid)
  }
  const server = spawn('pgbouncer', [path.join(folder, 'pgbouncer.ini')], {
    ...own,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}:\n${said}`)))
  })
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${listenPort}/postgres`,
    version: asked.stdout.split('\n')[0] ?? '',
    stop: async () => {
      server.removeAllListeners('exit')
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
