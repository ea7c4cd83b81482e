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
]

/** Whether a check holds. */
async function holds({ name, args }) {
  const started = performance.now()
  const code = await runNode(args)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return code === 0
}

/**
 * Runs every check, also after one has failed, so that one run tells everything.
 *
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const together of checks) {
    for (const held of await Promise.all(together.map(holds))) counts[held ? 'passed' : 'failed'] += 1
  }
  return counts
}

/** Brings all files into the one format. */
export const runFormat = () => runNode([tools.biome, 'check', '--write'])
