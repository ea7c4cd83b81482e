import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './paths.mjs'

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/**
 * SHA-256 over the names and bytes of files, so that a change of any of them shows.
 *
 * @param {string[]} paths files or folders; those that do not exist count as empty
 * @param {string[]} extra further strings that are part of the identity
 */
export function fingerprint(paths, extra = []) {
  const hash = createHash('sha256')
  for (const text of extra) hash.update(`${text}\0`)
  for (const file of paths.flatMap(filesUnder)) {
    const bytes = readFileSync(file)
    hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** The fingerprint kept in a stamp file, or null where there is none. */
export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}
