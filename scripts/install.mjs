import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, readStamp } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { startNpm } from './npm.mjs'
import { cacheFolder, lockfile, nodeModules, pinnedNode, root } from './paths.mjs'
import { say, Trouble } from './report.mjs'

const stamp = join(nodeModules, '.precis-installed')

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Packages without which nothing runs or no test can; package.json allows their install scripts. */
const packagesWithScripts = () =>
  Object.entries(readJson(join(root, 'package.json')).allowScripts)
    .filter(([name, isAllowed]) => isAllowed && existsSync(join(nodeModules, name)))
    .map(([name]) => name)

/** The machine is part of it: a folder that was copied from another kind of machine holds the wrong binaries. */
const wanted = () => fingerprint([lockfile], [process.platform, process.arch])

const isReady = () => readStamp(stamp) === wanted() && existsSync(pinnedNode)

/**
 * Whether npm's record of what it put into node_modules fulfills a lockfile. Packages for other machines are not
 * expected there.
 *
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> }} locked
 * @param {{ packages: Record<string, { version?: string }> }} installed
 */
export function fulfills(locked, installed) {
  return Object.entries(locked.packages).every(([path, entry]) => {
    if (path === '') return true
    const found = installed.packages[path]
    return found === undefined ? entry.optional === true || entry.devOptional === true : found.version === entry.version
  })
}

/** Whether npm, run by hand, has already installed what the lockfile says. */
function isInstalledByHand() {
  const record = join(nodeModules, '.package-lock.json')
  return existsSync(record) && fulfills(readJson(lockfile), readJson(record))
}

/** Its output goes to standard error. */
const npm = async (args) => startNpm([...args, '--no-audit'], ['ignore', process.stderr, process.stderr]).ended

async function runInstallScripts() {
  const names = packagesWithScripts()
  say(`Running the install scripts of ${names.join(', ')}…`)
  await npm(['rebuild', ...names, '--ignore-scripts=false'])
  if (!existsSync(pinnedNode)) {
    throw new Trouble(
      `The pinned Node could not be installed. Allow install scripts and run: npm rebuild ${names.join(' ')}`,
    )
  }
}

async function install() {
  if (lstatSync(nodeModules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Installing would empty a folder that other checkouts share.
    if (existsSync(pinnedNode))
      return say('node_modules is a link and differs from package-lock.json; using it as it is.')
    throw new Trouble('node_modules is a link without the pinned Node. Run "npm ci" where it points to.')
  }
  say('Installing… (once, a minute or two)')
  const code = await npm(['ci', '--include=dev'])
  if (code !== 0) throw new Trouble(`Installing failed: "npm ci" ended with code ${code}. Its message stands above.`)
}

/**
 * Makes node_modules match package-lock.json; does nothing where it does already. Starts at the same time wait for one
 * another.
 */
export async function ensureInstalled() {
  if (isReady()) return
  await withLock(join(cacheFolder, 'install.lock'), 'Waiting for an install that is under way…', async () => {
    if (isReady()) return
    if (!isInstalledByHand()) await install()
    if (!existsSync(pinnedNode)) await runInstallScripts()
    if (!lstatSync(nodeModules).isSymbolicLink()) writeFileSync(stamp, `${wanted()}\n`)
  })
}
