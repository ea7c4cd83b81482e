import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build.mjs'
import { root, runNode, say, tool } from './process.mjs'

const projects = ['unit', 'api', 'browser']

/** Static checks. Those of one row run at the same time. */
const checks = [
  [
    {
      name: 'types of the server, the command and the tests',
      args: [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'],
    },
    { name: 'types of the web app', args: [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.web.json'] },
  ],
  [{ name: 'lint', args: [tool('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'] }],
  [{ name: 'format', args: [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings'] }],
]

async function runOneCheck({ name, args }) {
  const started = performance.now()
  const passed = (await runNode(args)) === 0
  say(`${passed ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return passed
}

/** Runs every check, also after one has failed. */
async function runChecks() {
  const results = []
  for (const row of checks) results.push(...(await Promise.all(row.map(runOneCheck))))
  const failed = results.filter((passed) => !passed).length
  return { passed: results.length - failed, failed, skipped: 0 }
}

/** Counts the results of a run that may have broken before it could write them. */
function readReport(file, code) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = report
  // A failed import or an unhandled error fails the run without failing a test.
  return { passed, failed: Math.max(numFailedTests, code === 0 ? 0 : 1), skipped: numPendingTests + numTodoTests }
}

async function runVitest(names, filters) {
  if (names.includes('browser') || names.includes('slow')) await ensureWebBuilt()
  const folder = join(root, '.cache', 'test-reports')
  const report = join(folder, `${process.pid}.json`)
  mkdirSync(folder, { recursive: true })
  const retried = `--reporter=${join(root, 'scripts', 'retried-tests.mjs')}`
  const reporters = ['--reporter=default', retried, '--reporter=json', `--outputFile.json=${report}`]
  const selected = names.flatMap((name) => ['--project', name])
  try {
    const code = await runNode([
      tool('vitest', 'vitest.mjs'),
      'run',
      '--passWithNoTests',
      ...reporters,
      ...selected,
      ...filters,
    ])
    return readReport(report, code)
  } finally {
    rmSync(report, { force: true })
  }
}

/** Prints the total as the last line and returns the exit code. */
function conclude(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const [failed, skipped] = [sum('failed'), sum('skipped')]
  console.log(`\n${sum('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs the checks and the tests.
 *
 * @param {string[]} filters `check`, `unit`, `api`, `browser` or `slow` select a part; other words select test files by
 *   a piece of their path, among the slow ones (`*.slow.test.ts`) too
 * @param {{ isFull?: boolean }} options `isFull` runs the slow tests too
 */
export async function runTests(filters, { isFull = false } = {}) {
  const parts = filters.filter((filter) => ['check', 'slow', ...projects].includes(filter))
  // Pages are then checked for accessibility in both themes and widths.
  if (isFull || parts.includes('slow')) process.env.FULL_TESTS = '1'
  const files = filters.filter((filter) => !parts.includes(filter))
  const isAll = filters.length === 0
  const wanted = parts.filter((part) => part !== 'check')
  const results = []
  if (isAll || parts.includes('check')) results.push(await runChecks())
  if (wanted.length > 0) results.push(await runVitest(wanted, files))
  else if (isAll || files.length > 0)
    results.push(await runVitest(isFull || files.length > 0 ? [...projects, 'slow'] : projects, files))
  return conclude(results)
}

/** Runs the static checks and the architecture tests. */
export async function runCheck() {
  return conclude([await runChecks(), await runVitest(['unit'], ['tests/architecture'])])
}
