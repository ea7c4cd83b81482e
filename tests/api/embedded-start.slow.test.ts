import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openPglite } from '../../src/server/db/open-pglite.ts'
import { writePgliteFolder } from '../support/pglite-template.ts'

const fail = (error: Error): never => {
  throw error
}

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-start-'))
  folders.push(folder)
  return folder
}

it('the embedded database opens though a power cut has left the file of its process empty', async () => {
  const dataDir = await makeDataDir()
  await writePgliteFolder(path.join(dataDir, 'pglite'))
  await writeFile(path.join(dataDir, 'pglite', 'postmaster.pid'), '')
  const database = await openPglite(dataDir, fail)
  await database.ping()
  await database.close()
})

it('an embedded database whose making was cut off is made anew, and gets its name once it is whole', async () => {
  const dataDir = await makeDataDir()
  await mkdir(path.join(dataDir, 'pglite-copy-cut-off'))
  await writeFile(path.join(dataDir, 'pglite-copy-cut-off', 'PG_VERSION'), '18\n')
  const opening = openPglite(dataDir, fail)
  const seen = new Set<boolean>()
  const isThere = (): boolean => existsSync(path.join(dataDir, 'pglite'))
  const timer = setInterval(() => {
    if (isThere()) seen.add(existsSync(path.join(dataDir, 'pglite', 'global', 'pg_control')))
  }, 5)
  const database = await opening
  clearInterval(timer)
  await database.ping()
  await database.close()
  expect([...seen]).toEqual([true])
  expect((await readdir(dataDir)).filter((name) => name.includes('copy'))).toEqual([])
}, 60_000)
