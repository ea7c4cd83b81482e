// Entry point of every npm script. Runs on the machine's Node (20 or later), installs what package-lock.json lists, and
// hands over to the Node that is pinned there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build.mjs'
import { ensureInstalled, writeAddresses } from './install.mjs'
import { CliError, root, runNode, say, tool } from './process.mjs'
import { runDev, runStart } from './serve.mjs'
import { runCheck, runTests } from './test.mjs'

const commands = {
  start: runStart,
  dev: runDev,
  build: async () => {
    await ensureWebBuilt()
    return 0
  },
  test: (filters) => runTests(filters),
  'test:full': (filters) => runTests(filters, { isFull: true }),
  check: runCheck,
  format: () => {
    writeAddresses()
    return runNode([tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--write'])
  },
  bench: async (args) => {
    // An unknown name is rejected without an install.
    if (existsSync(join(root, 'bench', `${args[0]}.ts`))) await ensureInstalled(join(root, 'bench'))
    if (args[0] === 'web') await ensureWebBuilt()
    return runNode(['--expose-gc', join(root, 'bench', 'run.mjs'), ...args])
  },
  precis: (args) =>
    runNode([join(root, 'src', 'cli', 'main.ts'), ...args], {
      // The command resolves file names against the folder that it was called from.
      env: { INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
    }),
  extension: (args) => runNode([join(root, 'scripts', 'extension.mjs'), ...args]),
  migration: (args) => runNode([tool('drizzle-kit', 'bin.cjs'), 'generate', ...args]),
}

const POLL_MS = 200

/** Ids of the shell that npm started and, on Linux, of npm, whose death the shell survives. */
function parents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}

/** Stops with npm. The shell between npm and this process dies of signals without forwarding them. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const started = parents()
  const timer = setInterval(() => {
    if (parents() === started) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_MS).unref()
}

const [name = '', ...args] = process.argv.slice(2)

try {
  if (!Object.hasOwn(commands, name))
    throw new CliError(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`)
  stopWithNpm()
  await ensureInstalled()
  process.exitCode = await commands[name](args)
} catch (error) {
  if (!(error instanceof CliError)) throw error
  say(error.message)
  process.exitCode = 1
}
