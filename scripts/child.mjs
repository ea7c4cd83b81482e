import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { cacheFolder, pinnedNode, pinnedNodeFolder, root } from './paths.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Environment of every child: the pinned Node comes first on PATH, and compiled code is kept between starts. */
function childEnvironment(extra = {}) {
  const path = [pinnedNodeFolder, process.env.PATH].filter(Boolean).join(delimiter)
  return { NODE_COMPILE_CACHE: join(cacheFolder, 'compile'), ...process.env, PATH: path, ...extra }
}

/**
 * Starts a program of this package and passes on the signals that reach this process.
 *
 * @param {string} command path of the program
 * @param {string[]} args
 * @param {{ stdio?: import('node:child_process').StdioOptions, env?: Record<string, string> }} options
 * @returns {{ process: import('node:child_process').ChildProcess, ended: Promise<number> }} `ended` gives the exit
 *   code, 128 plus its number after a signal, as shells count
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: options.stdio ?? 'inherit',
    env: childEnvironment(options.env),
  })
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the child as well; sending it twice would read as 'quit now'.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal])
    })
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, forward)
  })
  return { process: child, ended }
}

/** Runs a script on the pinned Node to its end and gives its exit code. */
export function runNode(args, options) {
  return start(pinnedNode, args, options).ended
}
