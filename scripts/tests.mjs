import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { runNode } from './child.mjs'
import { tools } from './paths.mjs'
import { say, Trouble } from './report.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const projects = ['unit', 'api', 'browser']

const sum = (all) =>
  all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** Counts of a vitest run. A run that broke without a failing test (an import, a leak) counts as one failure. */
function countsOf(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const broken = numFailedTests === 0 && (!success || code !== 0)
  return { passed: numPassedTests, failed: broken ? 1 : numFailedTests, skipped: numPendingTests + numTodoTests }
}

async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'precis-test-report-'))
  try {
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runNode([tools.vitest, 'run', '--passWithNoTests', ...reporters, ...args])
    return countsOf(report, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runProject(project, filters = []) {
  say(`\nTests: ${project}`)
  try {
    if (project === 'browser') await ensureWebBuilt()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    say(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // Tests at the door wait for jobs, mails, servers and pages: a third file at a time fills the pauses of the others.
  const workers = project === 'unit' ? [] : ['--maxWorkers=3']
  return runVitest([...filters, '--project', project, ...workers])
}

/** Prints the sum as the last line, for people and machines, and gives the exit code. */
function conclude(all) {
  const { passed, failed, skipped } = sum(all)
  const line = `${passed} passed, ${failed} failed`
  console.log(`\n${skipped === 0 ? line : `${line}, ${skipped} skipped`}`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs everything that can go wrong before a person sees it.
 *
 * @param {string[]} filters nothing for all; `check`, `unit`, `api` or `browser` for a part; anything else names test
 *   files by a piece of their path
 */
export async function runTests(filters) {
  const parts = filters.filter((filter) => filter === 'check' || projects.includes(filter))
  const files = filters.filter((filter) => !parts.includes(filter))
  const all = filters.length === 0
  const results = []
  if (all || parts.includes('check')) results.push(await runChecks())
  for (const project of projects) {
    if (all || parts.includes(project) || parts.length === 0) results.push(await runProject(project, files))
  }
  return conclude(results)
}

/** Checks and the rules of the house: what `npm run check` does. */
export async function runCheck() {
  return conclude([await runChecks(), await runProject('unit', ['tests/architecture'])])
}
