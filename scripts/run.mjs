// The one door behind every npm script. It runs on whatever Node the machine has (20 or newer), makes sure that what
// package-lock.json names is installed, and hands over to the Node that is pinned there.
import { join } from 'node:path'
import { runBench } from './bench.mjs'
import { runFormat } from './checks.mjs'
import { runNode } from './child.mjs'
import { runDev } from './dev.mjs'
import { runGallery } from './gallery.mjs'
import { ensureInstalled } from './install.mjs'
import { root, tools } from './paths.mjs'
import { say, Trouble } from './report.mjs'
import { startServer } from './server.mjs'
import { startStandins } from './standins.mjs'
import { runCheck, runTests } from './tests.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const commands = {
  start: async () => {
    await ensureWebBuilt()
    const port = process.env.PORT || '3000'
    const standins = await startStandins({ appUrl: process.env.APP_URL || `http://localhost:${port}`, port })
    return startServer([], standins.env).ended.finally(standins.stop)
  },
  build: async () => {
    await ensureWebBuilt()
    return 0
  },
  dev: runDev,
  test: runTests,
  check: runCheck,
  format: runFormat,
  bench: runBench,
  gallery: runGallery,
  precis: (args) => {
    // Files are named as seen from where the person stands; npm says so in the same variable.
    const env = { INIT_CWD: process.env.INIT_CWD ?? process.cwd() }
    return runNode([join(root, 'src', 'cli', 'main.ts'), ...args], { env })
  },
  migration: (args) => runNode([tools.drizzleKit, 'generate', ...args]),
}

const [name, ...args] = process.argv.slice(2)

try {
  if (name === undefined || !Object.hasOwn(commands, name)) {
    throw new Trouble(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')} [arguments]`)
  }
  await ensureInstalled()
  process.exitCode = await commands[name](args)
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  say(error.message)
  process.exitCode = 1
}
