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
  // Settings of the machine must not leave out the build tools, the pinned Node, or the links within PostgreSQL that an
  // install script creates.
  const settings = ['--include=dev', '--include=optional', `--ignore-scripts=${folder !== root}`]
  const args = ['ci', `--prefix=${folder}`, ...settings, '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const [command, before] = basename(npm) === 'npm-cli.js' ? [node, [npm]] : ['npm', []]
  const code = await start(command, [...before, ...args], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: command === 'npm' && process.platform === 'win32',
  }).ended
  if (code !== 0) throw new CliError(`"npm ci" failed with code ${code}; see its message above.`)
  if (!existsSync(pinnedNode))
    throw new CliError(
      `There is no Node 26 for this machine (${process.platform}, ${process.arch}). Precis runs on Linux and macOS (x64, arm64), and on Windows (x64).`,
    )
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

/**
 * Writes the download address of every package into package-lock.json, so that npm need not ask for it package by
 * package. The host doesn't exist: by .npmrc, npm replaces it with the configured registry.
 */
export function writeAddresses() {
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    const { name, version, resolved: _, ...rest } = entry
    const published = name ?? path.split('node_modules/').at(-1)
    const resolved = `https://configured-registry.invalid/${published}/-/${basename(published)}-${version}.tgz`
    // In npm's order.
    lock.packages[path] = { ...(name && { name }), version, resolved, ...rest }
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
