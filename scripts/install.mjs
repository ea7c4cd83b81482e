import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError, pinnedNode, root, say, start } from './process.mjs'

const POLL_MS = 500

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/**
 * Whether npm's record of an install matches a lockfile. Optional packages may be missing: most of them are for other
 * platforms.
 *
 * @param {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} locked
 * @param {Record<string, { version?: string }>} installed
 */
export function isUpToDate(locked, installed) {
  return Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found === undefined ? Boolean(optional || devOptional) : found.version === version
  })
}

function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(pinnedNode) || !existsSync(record)) return false
  return isUpToDate(readPackages(join(folder, 'package-lock.json')), readPackages(record))
}

async function install(folder) {
  say('Installing… (once, about a minute)')
  // Settings of the machine must not leave out the build tools, or the install script that fetches the pinned Node.
  const settings = ['--include=dev', `--ignore-scripts=${folder !== root}`]
  const args = ['ci', `--prefix=${folder}`, ...settings, '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const [command, before] = basename(npm) === 'npm-cli.js' ? [node, [npm]] : ['npm', []]
  const code = await start(command, [...before, ...args], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: command === 'npm' && process.platform === 'win32',
  }).ended
  if (code !== 0) throw new CliError(`"npm ci" failed with code ${code}; see its message above.`)
  if (!existsSync(pinnedNode)) throw new CliError('The pinned Node is missing after the install. Run: npm rebuild node')
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Waits for another process that installs here. Takes over from one that has died, also where a full disk kept its number
 * from the file.
 */
export async function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true })
  for (let waits = 0; ; waits += 1) {
    try {
      return writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (waits === 0) say('Waiting for another install…')
    await sleep(POLL_MS)
    const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (!(holder > 0 && holder !== process.pid && isRunning(holder))) rmSync(file, { force: true })
  }
}

/** Makes the packages of a folder match its package-lock.json. */
export async function ensureInstalled(folder = root) {
  if (isInstalled(folder)) return
  const lock = join(root, '.cache', 'install.lock')
  await takeLock(lock)
  try {
    if (!isInstalled(folder)) await install(folder)
  } finally {
    rmSync(lock, { force: true })
  }
}
