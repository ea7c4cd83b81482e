import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../../shared/errors.ts'

const SECRET_BYTES = 48

/** The secret in a file; null if the file is missing or empty. */
function readSecret(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Gives a finished file its name by a hard link, which never replaces the secret of a faster process. Renames it over an
 * empty file, and where the file system has no links.
 */
function publishFile(finished: string, file: string): void {
  try {
    fs.linkSync(finished, file)
  } catch {
    if (readSecret(file) === null) fs.renameSync(finished, file)
  }
}

/** Syncs a directory, so that new names in it survive a power failure. Not possible on Windows. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(opened)
  } finally {
    fs.closeSync(opened)
  }
}

/**
 * Reads a secret from the data folder, or generates one of 64 characters of base64url there, readable by its owner
 * only. A crash leaves either the whole secret or none.
 */
export function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readSecret(file) === null) {
    const unfinished = `${file}.${randomUUID()}`
    try {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      fs.writeFileSync(unfinished, secret, { mode: 0o600, flag: 'wx', flush: true })
      publishFile(unfinished, file)
    } finally {
      fs.rmSync(unfinished, { force: true })
      syncFolder(folder)
      syncFolder(dataDir)
    }
  }
  fs.chmodSync(file, 0o600)
  return fs.readFileSync(file, 'utf8').trim()
}
