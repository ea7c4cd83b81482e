import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './child.mjs'
import { startNpm } from './npm.mjs'
import { root } from './paths.mjs'
import { say, Trouble } from './report.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const folder = join(root, 'bench')

function benchmarkNames() {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

/** Installs the packages that only benchmarks need, when they are missing or older than their lock file. */
async function ensurePackages() {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  const locked = join(folder, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return
  say('Installing the packages of the benchmarks…')
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit']
  const code = await startNpm(args, ['ignore', process.stderr, process.stderr]).ended
  if (code !== 0) throw new Trouble(`Installing failed: "npm ci" ended with code ${code}. Its message is above.`)
}

/** Runs one benchmark, or names them all when none is asked for. */
export async function runBench([name, ...args]) {
  const names = benchmarkNames()
  if (name === undefined) {
    say('npm run bench -- NAME [arguments], where NAME is one of:')
    for (const known of names) console.log(known)
    return 0
  }
  if (!names.includes(name)) throw new Trouble(`There is no benchmark "${name}". There are: ${names.join(', ')}.`)
  await ensurePackages()
  if (name === 'web') await ensureWebBuilt()
  return runNode(['--expose-gc', join(root, 'scripts', 'bench-main.mjs'), join(folder, `${name}.ts`), ...args])
}
