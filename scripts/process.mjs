import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')

/** The Node that package-lock.json pins, one package for each platform. Everything but these scripts runs on it. */
const pinnedPackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const pinnedFolder = join(root, 'node_modules', pinnedPackage, 'bin')
export const pinnedNode = join(pinnedFolder, process.platform === 'win32' ? 'node.exe' : 'node')

/** Returns the entry script of an installed tool, to be run without a shell. */
export const tool = (...path) => join(root, 'node_modules', ...path)

/** An error that the user can fix: printed without a stack trace. */
export class CliError extends Error {}

/** Prints a line to standard error: standard output belongs to the command that runs. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Starts a program in the repository root and forwards the signals that reach this process.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {{ process: import('node:child_process').ChildProcess, ended: Promise<number> }} `ended` resolves to the
 *   exit code, or to 128 plus the number of the signal that ended the program
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the child too, and a second SIGINT would make the server quit immediately.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]))
  }).finally(() => {
    for (const signal of FORWARDED_SIGNALS) process.off(signal, forward)
  })
  return { process: child, ended }
}

/** Starts a script on the pinned Node, which comes first on PATH for its children too. */
export function startNode(args, { env, ...options } = {}) {
  const path = [pinnedFolder, process.env.PATH].filter(Boolean).join(delimiter)
  const compileCache = join(root, '.cache', 'compile')
  return start(pinnedNode, args, {
    ...options,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...env },
  })
}

/** Runs a script on the pinned Node and returns its exit code. */
export const runNode = (args, options) => startNode(args, options).ended
