import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mountSmallDisk } from '../../bench/chaos/full-disk.ts'
import { openDatabase } from '../../src/server/composition/open-database.ts'
import type { Database } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { precis } from '../support/command.ts'
import { freePort, type ServerProcess, signIn, spawnServer, startServer } from '../support/process.ts'
import { isRunning, openBundledHome, postmasterOf, type ServerHome } from '../support/server-home.ts'

const isRoot = userInfo().uid === 0
const left: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const leave of left.splice(0).toReversed()) await leave()
})

async function open(dataDir: string): Promise<Database> {
  const config = { dataDir, databaseUrl: null, databaseDirectUrl: null }
  return openDatabase(config, pino({ level: 'silent' }))
}

/** Opens a database for the duration of a test. */
async function opened(dataDir: string): Promise<Database> {
  const database = await open(dataDir)
  left.push(database.close)
  return database
}

async function emptyHome(): Promise<string> {
  const home = await openBundledHome()
  left.push(home.remove)
  return home.dataDir
}

let template: ServerHome
beforeAll(async () => {
  template = await openBundledHome()
  const database = await open(template.dataDir)
  await database.db.execute(sql`INSERT INTO users (email) VALUES ('ada@example.com')`)
  await database.close()
  return template.remove
})

/** A data directory of an earlier run, with one user. */
async function usedHome(): Promise<string> {
  const dataDir = await emptyHome()
  execFileSync('cp', ['-a', `${template.dataDir}/.`, dataDir])
  return dataDir
}

const emailsIn = async ({ db }: Database): Promise<unknown[]> =>
  (await rowsOf(db, sql`SELECT email FROM users ORDER BY 1`)).map(({ email }) => email)

describe('bundled PostgreSQL', () => {
  it('listens on no network, is durable, doesn’t run as root, and stops with its last user', async () => {
    const dataDir = await emptyHome()
    const database = await open(dataDir)
    const [settings] = await rowsOf(
      database.db,
      sql`SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
            current_setting('data_checksums') AS checksums`,
    )
    expect(settings).toEqual({ addresses: '', fsync: 'on', commit: 'on', pages: 'on', checksums: 'on' })
    expect(statSync(path.join(dataDir, 'postgres')).uid === 0).toBe(false)
    expect(statSync(path.join(dataDir, 'secrets', 'postgres')).mode & 0o777).toBe(0o600)
    const postmaster = postmasterOf(dataDir)
    await database.close()
    expect(postmasterOf(dataDir)).toBeNull()
    await expect.poll(() => isRunning(postmaster!)).toBe(false)
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'secrets'])
  })

  it('keeps data, and is shared by two processes until the last one exits', async () => {
    const dataDir = await usedHome()
    const [first, second] = await Promise.all([open(dataDir), open(dataDir)])
    await first.db.execute(sql`INSERT INTO users (email) VALUES ('bea@example.com')`)
    await first.close()
    expect(await emailsIn(second)).toEqual(['ada@example.com', 'bea@example.com'])
    await second.close()
    expect(postmasterOf(dataDir)).toBeNull()
    expect(await emailsIn(await opened(dataDir))).toHaveLength(2)
  })

  it('is created once by two processes that start on an empty directory', async () => {
    const dataDir = await emptyHome()
    const both = await Promise.all([open(dataDir), open(dataDir)])
    await both[0].db.execute(sql`INSERT INTO users (email) VALUES ('ada@example.com')`)
    expect(await emailsIn(both[1])).toEqual(['ada@example.com'])
    await Promise.all(both.map(async ({ close }) => close()))
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'secrets'])
  })

  it('is adopted after its server was killed, and starts after both were killed', async () => {
    const dataDir = await usedHome()
    const server = await startServer({ DATA_DIR: dataDir })
    await signIn(server.origin, 'ada@precis.example')
    const postmaster = postmasterOf(dataDir)
    await server.stop('SIGKILL')
    const second = await startServer({ DATA_DIR: dataDir })
    expect(postmasterOf(dataDir)).toBe(postmaster)
    process.kill(postmaster!, 'SIGKILL')
    await second.stop('SIGKILL')
    const third = await startServer({ DATA_DIR: dataDir })
    await signIn(third.origin, 'ada@precis.example')
    expect(await third.stop('SIGTERM')).toBe(0)
    expect(postmasterOf(dataDir)).toBeNull()
  }, 60_000)

  it('is restarted when it exits under a running server', async () => {
    const dataDir = await usedHome()
    const database = await opened(dataDir)
    process.kill(postmasterOf(dataDir)!, 'SIGKILL')
    await expect.poll(async () => emailsIn(database).catch(() => null)).toEqual(['ada@example.com'])
  })

  it('starts although another program has the process id of a killed PostgreSQL', async () => {
    const dataDir = await usedHome()
    const folder = realpathSync(path.join(dataDir, 'postgres'))
    writeFileSync(
      path.join(folder, 'postmaster.pid'),
      [process.ppid, folder, 1, 5432, folder, '', ' 1 1', 'ready   ', ''].join('\n'),
    )
    expect(await emailsIn(await opened(dataDir))).toEqual(['ada@example.com'])
  })

  it('starts when a full disk has left postmaster.pid empty', async () => {
    const dataDir = await usedHome()
    writeFileSync(path.join(realpathSync(path.join(dataDir, 'postgres')), 'postmaster.pid'), '')
    expect(await emailsIn(await opened(dataDir))).toEqual(['ada@example.com'])
  })

  it('uses loopback when its directory is too long for a socket', async () => {
    const home = await emptyHome()
    const dataDir = path.join(home, 'long'.repeat(25))
    chmodSync(home, 0o711)
    mkdirSync(dataDir)
    execFileSync('cp', ['-a', `${template.dataDir}/.`, dataDir])
    const database = await opened(dataDir)
    const [row] = await rowsOf(database.db, sql`SELECT current_setting('listen_addresses') AS addresses`)
    expect(row).toEqual({ addresses: '127.0.0.1' })
    const second = await opened(dataDir)
    expect(await emailsIn(second)).toEqual(['ada@example.com'])
  })

  it.runIf(isRoot)('is moved elsewhere when root starts it in a directory that only root can enter', async () => {
    const hidden = await mkdtemp(path.join(tmpdir(), 'precis-hidden-'))
    chmodSync(hidden, 0o700)
    const dataDir = path.join(hidden, 'data')
    const database = await open(dataDir)
    const folder = realpathSync(path.join(dataDir, 'postgres'))
    left.push(async () => {
      await rm(folder, { recursive: true, force: true })
      await rm(hidden, { recursive: true, force: true })
    })
    expect(folder).toMatch(/^\/var\/lib\/precis-postgres\/data-/u)
    await database.close()
    await opened(dataDir)
  })
})

/** One sentence for the operator. */
const sentence = (dataDir: string, cause: string): unknown => {
  const pattern = new RegExp(`^[^\\n]*${RegExp.escape(dataDir)}[^\\n]*${cause}[^\\n]*\\.$`, 'u')
  return expect.objectContaining({ code: 'unavailable', message: expect.stringMatching(pattern) })
}

describe('a bundled PostgreSQL that cannot run', () => {
  const inFolder = (dataDir: string, name: string): string => path.join(dataDir, 'postgres', name)
  const faults: [string, (dataDir: string) => void, string][] = [
    ['missing', (dataDir) => rmSync(inFolder(dataDir, ''), { recursive: true }), 'is missing.*precis restore'],
    [
      'emptied',
      (dataDir) => execFileSync('find', [inFolder(dataDir, ''), '-mindepth', '1', '-delete']),
      'is missing.*precis restore',
    ],
    ['corrupt', (dataDir) => truncateSync(inFolder(dataDir, 'global/pg_control'), 10), 'is damaged.*precis restore'],
    [
      'without its tables',
      (dataDir) => execFileSync('find', [inFolder(dataDir, 'base'), '-type', 'f', '-delete']),
      'is damaged.*precis restore',
    ],
    [
      'of another PostgreSQL',
      (dataDir) => writeFileSync(inFolder(dataDir, 'PG_VERSION'), '17\n'),
      'is damaged.*incompatible.*precis restore',
    ],
    [
      'of another installation',
      (dataDir) => writeFileSync(path.join(dataDir, 'secrets', 'postgres'), 'another'),
      'is not the one that this installation created.*precis restore',
    ],
    ['read-only', (dataDir) => chmodSync(inFolder(dataDir, ''), 0o500), 'cannot be written'],
  ]

  it.each(faults)('fails with one sentence when %s, and creates nothing', async (_, harm, cause) => {
    const dataDir = await usedHome()
    harm(dataDir)
    const before = (await readdir(dataDir, { recursive: true })).length
    await expect(open(dataDir)).rejects.toEqual(sentence(dataDir, cause))
    expect(Math.abs((await readdir(dataDir, { recursive: true })).length - before)).toBeLessThan(3)
    if (existsSync(inFolder(dataDir, ''))) chmodSync(inFolder(dataDir, ''), 0o700)
  })

  it.runIf(isRoot)('fails with one sentence when its disk is full, at the first start and later', async () => {
    const dataDir = await emptyHome()
    const disk = mountSmallDisk(dataDir, 20)!
    left.push(async () => disk.remove())
    for (let start = 0; start < 2; start += 1) await expect(open(dataDir)).rejects.toEqual(sentence(dataDir, 'is full'))
    // No restore is needed, since there never was a database.
    execFileSync('mount', ['-o', 'remount,size=80m', dataDir])
    await (await open(dataDir)).close()
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'secrets'])
    disk.fill()
    await expect(open(dataDir)).rejects.toEqual(sentence(dataDir, 'is full'))
    disk.empty()
    await (await open(dataDir)).close()
  })

  it('ends the server with that sentence only, and can be restored', async () => {
    const dataDir = await usedHome()
    const env = { DATA_DIR: dataDir }
    const backup = path.join(dataDir, 'backup.tar.gz')
    expect(await precis(['backup', backup], env)).toMatchObject({ code: 0, errors: '' })
    rmSync(path.join(dataDir, 'postgres'), { recursive: true })
    const server: ServerProcess = spawnServer(await freePort(), env)
    expect(await new Promise((resolve) => server.child.once('exit', resolve))).toBe(1)
    expect(server.output()).toMatch(/^The database directory \S+ is missing[^\n]*precis restore FILE[^\n]*\n$/u)
    expect(await precis(['restore', backup], env)).toMatchObject({ code: 0, errors: '' })
    expect(await emailsIn(await opened(dataDir))).toEqual(['ada@example.com'])
  }, 60_000)
})
