import { basename } from 'node:path'
import { start } from './child.mjs'

const quiet = ['--loglevel=error', '--no-fund', '--no-progress', '--no-update-notifier']

/**
 * Starts npm as this process was started by it, else the one on PATH.
 *
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {Record<string, string>} env
 */
export function startNpm(args, stdio, env = {}) {
  const own = process.env.npm_execpath
  const [command, before] =
    own !== undefined && basename(own) === 'npm-cli.js' ? [process.execPath, [own]] : ['npm', []]
  return start(command, [...before, ...args, ...quiet], {
    stdio,
    env: {
      // Production settings would leave out the tools that build the web app.
      NODE_ENV: undefined,
      npm_config_omit: undefined,
      npm_config_production: undefined,
      // The pinned Node is what is being replaced: npm keeps to the machine's own.
      PATH: process.env.PATH,
      ...env,
    },
  })
}
