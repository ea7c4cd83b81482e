import { auditPackages, checkLockfile } from './audit.mjs'
import { runNode } from './child.mjs'
import { tools } from './paths.mjs'
import { say } from './report.mjs'

/**
 * What must hold of the source without running it, in the order in which a mistake is cheapest to find. What stands
 * together runs at the same time: each keeps one core busy.
 */
const checks = [
  [
    { name: 'types of server, command and tests', args: [tools.tsc, '-p', 'tsconfig.json'] },
    { name: 'types of the web app', args: [tools.tsc, '-p', 'tsconfig.web.json'] },
  ],
  [{ name: 'lint', args: [tools.oxlint, '--type-aware', '--deny-warnings'] }],
  [{ name: 'format', args: [tools.biome, 'check', '--error-on-warnings'] }],
  [
    { name: 'lockfile', run: checkLockfile },
    { name: 'known weaknesses of packages', run: auditPackages },
  ],
]

const marks = new Map([
  [true, '✓'],
  [false, '✗'],
  [null, '–'],
])

/** Whether a check holds; null where it could not be made. */
async function holds({ name, args, run = async () => (await runNode(args)) === 0 }) {
  const started = performance.now()
  const held = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${marks.get(held)} ${name} (${seconds} s)`)
  return held
}

const countedAs = (held) => (held === null ? 'skipped' : held ? 'passed' : 'failed')

/**
 * Runs every check, also after one has failed, so that one run tells everything.
 *
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const together of checks) {
    for (const held of await Promise.all(together.map(holds))) counts[countedAs(held)] += 1
  }
  return counts
}

/** Brings all files into the one format. */
export const runFormat = () => runNode([tools.biome, 'check', '--write'])
