import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAdvisories, readAcceptances, readReport } from './advisories.mjs'
import { lockfileFaults, reachedFrom } from './locked-packages.mjs'
import { startNpm } from './npm.mjs'
import { acceptedAdvisories, lockfile, manifest, root } from './paths.mjs'
import { say } from './report.mjs'

/** The registry may be slow, and nobody waits for it longer than for a test. */
const TIMEOUT_MS = 60_000

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Names of the packages that the web app imports: the build puts them into what browsers get. */
function importedByWeb(names) {
  const folder = join(root, 'src', 'web')
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.test)\.(?:tsx?|css)$/.test(file))
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return names.filter((name) => new RegExp(`(?:from|import\\(?) ?['"]${name}(?:/[^'"]*)?['"]`).test(text))
}

/**
 * The places of the packages that the server runs or browsers get; the others are tools.
 *
 * @param {Record<string, import('./locked-packages.mjs').Locked>} packages
 */
export function shippedPackages(packages) {
  const { dependencies, devDependencies } = readJson(manifest)
  return reachedFrom(packages, [...Object.keys(dependencies), ...importedByWeb(Object.keys(devDependencies))])
}

/** What `npm audit` prints, asking the registry that npm is set up for. */
async function askRegistry(registry) {
  const where = registry === undefined ? [] : [`--registry=${registry}`]
  const how = ['--json', '--package-lock-only', '--fetch-retries=0', `--fetch-timeout=${TIMEOUT_MS}`]
  const npm = startNpm(['audit', ...how, ...where], ['ignore', 'pipe', 'ignore'])
  const chunks = []
  npm.process.stdout.on('data', (chunk) => chunks.push(chunk))
  const ending = setTimeout(() => npm.process.kill(), TIMEOUT_MS)
  await npm.ended.finally(() => clearTimeout(ending))
  return Buffer.concat(chunks).toString()
}

/**
 * Holds the lockfile against the rules of the house.
 *
 * @returns {boolean}
 */
export function checkLockfile() {
  const faults = lockfileFaults(readJson(lockfile), readJson(manifest).allowScripts)
  for (const fault of faults) say(`  ${fault}`)
  return faults.length === 0
}

/**
 * Asks the registry what is known against the packages of the lockfile.
 *
 * @param {{ registry?: string, accepted?: string, today?: string }} options `registry`: npm's own setting when left out;
 *   `accepted`: the file of accepted advisories
 * @returns {Promise<boolean | null>} null where there is nobody to ask, which is said
 */
export async function auditPackages({
  registry,
  accepted = acceptedAdvisories,
  today = new Date().toISOString().slice(0, 10),
} = {}) {
  const acceptances = readAcceptances(readFileSync(accepted, 'utf8'))
  const report = readReport(await askRegistry(registry))
  if (typeof report === 'string') {
    say(`  Nobody was asked for known weaknesses of the packages: ${report}.`)
    return null
  }
  const shipped = shippedPackages(readJson(lockfile).packages)
  const { refused, noted } = judgeAdvisories(report, { shipped, acceptances, today })
  for (const line of noted) say(`  known: ${line}`)
  for (const line of refused) say(`  not accepted: ${line}`)
  return refused.length === 0
}
