import { createHash, randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pino from 'pino'
import { migratePglite } from '../../src/server/db/migrate.ts'
import { wrapPglite } from '../../src/server/db/open-pglite.ts'
import { startJobQueue } from '../../src/server/jobs/queue.ts'

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

/** A migrated embedded database in memory, loaded from a template: making one from nothing takes seconds. */
export async function createPglite(): Promise<PGlite> {
  const file = path.join(cacheFolder, `pglite-${await fingerprint()}.tar`)
  const template = await readFile(file).catch(async () => makeTemplate(file))
  return PGlite.create({ loadDataDir: new Blob([new Uint8Array(template)]) })
}
