import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './child.mjs'
import { fingerprint, readStamp } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { cacheFolder, lockfile, root, tools, webBuild } from './paths.mjs'
import { say, Trouble } from './report.mjs'

const stamp = `${webBuild}.stamp`

const sources = ['src/web', 'src/shared', 'public', 'index.html', 'vite.config.ts'].map((path) => join(root, path))

/** Builds beside the folder that is being served and then takes its place, so that no half build is ever served. */
async function build() {
  say('Building the web app…')
  const next = `${webBuild}.next`
  const old = `${webBuild}.old`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  const args = [tools.vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn']
  const code = await runNode(args, {
    stdio: ['ignore', process.stderr, process.stderr],
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Trouble('Building the web app failed. The message stands above.')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(webBuild)) renameSync(webBuild, old)
  renameSync(next, webBuild)
  rmSync(old, { recursive: true, force: true })
}

/** Builds the web app into dist/web; does nothing where the build is newer than everything it is made from. */
export async function ensureWebBuilt() {
  const wanted = fingerprint([...sources, lockfile])
  const isReady = () => existsSync(webBuild) && readStamp(stamp) === wanted
  if (isReady()) return
  await withLock(join(cacheFolder, 'build.lock'), 'Waiting for a build that is under way…', async () => {
    if (isReady()) return
    await build()
    writeFileSync(stamp, `${wanted}\n`)
  })
}
