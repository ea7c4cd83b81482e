/**
 * A known weakness of a package, as npm tells of it.
 *
 * @typedef {{ id: string, title: string, severity: string, package: string, range: string, places: string[] }} Advisory
 * @typedef {{ id: string, package: string, reason: string, until: string }} Acceptance
 */

const SERIOUS = new Set(['high', 'critical'])

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An advisory is known by the last part of its address, such as GHSA-xxxx-xxxx-xxxx. */
const idOf = ({ url, source }) => (typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : String(source))

/**
 * The advisories in what `npm audit --json` prints, report version 2.
 *
 * @param {string} output
 * @returns {Advisory[] | string} why there is no report, where there is none
 */
export function readReport(output) {
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return 'npm gave no answer that can be read'
  }
  if (!isRecord(report) || !isRecord(report.vulnerabilities)) {
    const status = isRecord(report) && Number.isInteger(report.statusCode) ? ` (${report.statusCode})` : ''
    const code = isRecord(report) && isRecord(report.error) && report.error.code ? ` (${report.error.code})` : ''
    return `the registry tells nothing of advisories${status || code}`
  }
  const found = new Map()
  for (const { name, via, nodes } of Object.values(report.vulnerabilities)) {
    for (const cause of via.filter(isRecord)) {
      const id = idOf(cause)
      const { title, severity, range } = cause
      found.set(`${id} ${name}`, { id, title, severity, package: name, range, places: nodes })
    }
  }
  return [...found.values()]
}

/**
 * The acceptances in their file.
 *
 * @param {string} text
 * @returns {Acceptance[]}
 */
export function readAcceptances(text) {
  const entries = JSON.parse(text)
  if (!Array.isArray(entries)) throw new Error('The accepted advisories are no list.')
  for (const entry of entries) {
    const isWhole =
      isRecord(entry) && ['id', 'package', 'reason', 'until'].every((name) => /\S/.test(String(entry[name] ?? '')))
    if (!isWhole || !/^\d{4}-\d{2}-\d{2}$/.test(entry.until))
      throw new Error(`An accepted advisory has an id, a package, a reason and a date until: ${JSON.stringify(entry)}`)
  }
  return entries
}

/**
 * What is to be done about advisories: nothing about those that are not serious or touch only tools, or that somebody
 * has accepted until a day that is still to come.
 *
 * @param {Advisory[]} advisories
 * @param {{ shipped: Set<string>, acceptances: Acceptance[], today: string }} known `shipped`: places of the packages
 *   that reach people or their data; `today` as YYYY-MM-DD
 * @returns {{ refused: string[], noted: string[] }} a line for each
 */
export function judgeAdvisories(advisories, { shipped, acceptances, today }) {
  const refused = []
  const noted = []
  const used = new Set()
  for (const advisory of advisories) {
    const line = `${advisory.package} ${advisory.range}: ${advisory.title} (${advisory.severity}, ${advisory.id})`
    const acceptance = acceptances.find(({ id, package: name }) => id === advisory.id && name === advisory.package)
    if (acceptance !== undefined) used.add(acceptance)
    const isShipped = advisory.places.some((place) => shipped.has(place))
    if (!isShipped) noted.push(`${line}, in a tool`)
    else if (!SERIOUS.has(advisory.severity)) noted.push(line)
    else if (acceptance === undefined) refused.push(line)
    else if (acceptance.until < today) refused.push(`${line}, accepted until ${acceptance.until} only`)
    else noted.push(`${line}, accepted until ${acceptance.until}: ${acceptance.reason}`)
  }
  for (const acceptance of acceptances.filter((entry) => !used.has(entry)))
    noted.push(`${acceptance.package} has no advisory ${acceptance.id} any more: it need not be accepted`)
  return { refused, noted }
}
