/**
 * What package-lock.json says of a package, as far as it is asked here.
 *
 * @typedef {{
 *   name?: string, version?: string, integrity?: string, resolved?: string, link?: boolean, hasInstallScript?: boolean,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Locked
 */

const MODULES = 'node_modules/'

/** `node_modules/a/node_modules/@b/c` is of the package `@b/c`, unless it stands there under another name. */
const nameAt = (path, { name }) => name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length)

/** What a package needs at run time, the packages that it expects to find beside it among them. */
function needsOf({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Everything that a package of the lockfile names, with the range or the place it names it by. */
const namedBy = (entry) =>
  Object.entries({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })

/** A range of versions, a tag, or another name in the registry: not a place to fetch from (npm docs, package.json). */
const isFromRegistry = (spec) => spec.startsWith('npm:') || !/[:/]/.test(spec)

/** Where a package finds another one that it names: as Node looks for it, from its own folder upwards. */
function placeOf(packages, from, name) {
  let folder = from
  for (;;) {
    const place = folder === '' ? `${MODULES}${name}` : `${folder}/${MODULES}${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return null
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))
  }
}

/**
 * The places of all packages that some of those at the top lead to, themselves among them.
 *
 * @param {Record<string, Locked>} packages of the lockfile, by place
 * @param {Iterable<string>} names
 * @returns {Set<string>}
 */
export function reachedFrom(packages, names) {
  const reached = new Set()
  const next = [...names].map((name) => placeOf(packages, '', name))
  while (next.length > 0) {
    const place = next.pop()
    if (place === null || reached.has(place)) continue
    reached.add(place)
    next.push(...needsOf(packages[place]).map((name) => placeOf(packages, place, name)))
  }
  return reached
}

/**
 * What a lockfile must not hold: packages that are not checked against a sum, that come from elsewhere than the
 * registry, or that run a script of theirs on the machine that installs them without having been allowed to.
 *
 * @param {{ packages: Record<string, Locked> }} lockfile
 * @param {Record<string, boolean>} allowScripts of package.json; false: the package works without its script, which is not run
 * @returns {string[]} a line for each fault
 */
export function lockfileFaults({ packages }, allowScripts) {
  const faults = []
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, spec] of namedBy(entry)) {
      if (!isFromRegistry(spec)) faults.push(`${place || 'package.json'} takes ${name} from ${spec}`)
    }
    if (place === '') continue
    const name = nameAt(place, entry)
    if (entry.link === true) faults.push(`${place} is a link`)
    else if (!(entry.integrity ?? '').startsWith('sha512-')) faults.push(`${place} has no sha512 to be checked against`)
    if (entry.resolved !== undefined) faults.push(`${place} names the address it was fetched from`)
    if (entry.hasInstallScript === true && !(name in allowScripts))
      faults.push(`${place} has an install script, and package.json does not allow ${name} one (allowScripts)`)
  }
  return faults
}
