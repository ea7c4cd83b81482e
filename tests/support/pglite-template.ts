import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { constants, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pino from 'pino'
import { migratePglite } from '../../src/server/db/migrate.ts'
import { wrapPglite } from '../../src/server/db/open-pglite.ts'
import { startJobQueue } from '../../src/server/jobs/queue.ts'
import { type Ask, emptied, shapeOf } from './emptied-database.ts'

const root = path.join(import.meta.dirname, '..', '..')
const cacheFolder = path.join(root, 'node_modules', '.cache', 'precis-tests')

/** Names the template by what it is made from: the migrations, and the versions of the engine and of the job queue. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync('src/server/db/migrations/**/*', { cwd: root }).sort()) {
    if (/\.(?:sql|json)$/.test(file)) hash.update(await readFile(path.join(root, file)))
  }
  for (const name of ['@electric-sql/pglite', 'pg-boss']) {
    hash.update(await readFile(path.join(root, 'node_modules', name, 'package.json')))
  }
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(file: string): Promise<Buffer> {
  const pglite = await PGlite.create()
  await migratePglite(pglite)
  // The job queue makes tables of its own, which takes longer than all the rest.
  const queue = await startJobQueue(wrapPglite(pglite), [], { run: false, log: pino({ level: 'silent' }) })
  await queue.stop(0)
  const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
  await pglite.close()
  await mkdir(cacheFolder, { recursive: true })
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, dump)
  await rename(unfinished, file)
  return dump
}

async function openTemplate(folder?: string): Promise<PGlite> {
  const file = path.join(cacheFolder, `pglite-${await fingerprint()}.tar`)
  const template = await readFile(file).catch(async () => makeTemplate(file))
  return PGlite.create({
    loadDataDir: new Blob([new Uint8Array(template)]),
    ...(folder === undefined ? {} : { dataDir: folder }),
  })
}

/** Writes the files of a migrated, empty embedded database, as an earlier start of the product would have left them. */
export async function writePgliteFolder(folder: string): Promise<void> {
  const made = path.join(cacheFolder, `pglite-${await fingerprint()}`)
  if (!existsSync(made)) {
    await mkdir(cacheFolder, { recursive: true })
    const unfinished = `${made}.${randomUUID()}`
    await (await openTemplate(unfinished)).close()
    // Another process may have been quicker; its files are as good.
    await rename(unfinished, made).catch(async () => rm(unfinished, { recursive: true, force: true }))
  }
  await cp(made, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

let shape: string | undefined
const idle: PGlite[] = []

/**
 * A migrated, empty embedded database in memory. Its `close` keeps it for the next test of the process, emptied:
 * starting the engine takes longer than most tests.
 */
export async function createPglite(): Promise<PGlite> {
  const known = idle.pop()
  if (known !== undefined) return known
  const pglite = await openTemplate()
  const ask: Ask = async (statement) => (await pglite.query<Record<string, unknown>>(statement)).rows
  shape ??= await shapeOf(ask)
  const close = pglite.close.bind(pglite)
  pglite.close = async () => {
    try {
      // Listeners, settings and locks of whoever used it.
      await pglite.exec('DISCARD ALL')
      if (await emptied(ask, shape!)) idle.push(pglite)
      else await close()
    } catch {
      // Whatever a test has done to it, the next one gets another.
      await close()
    }
  }
  return pglite
}
