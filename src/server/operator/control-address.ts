import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Longest path of a socket that every system takes, in bytes: 104 with the closing zero on macOS and the BSDs, 108 on
 * Linux (unix(7)). A longer one would be cut short without a word.
 */
const MAX_SOCKET_PATH_BYTES = 103

const folderOf = (dataDir: string): string => path.join(dataDir, 'control')
const addressFileOf = (dataDir: string): string => path.join(folderOf(dataDir), 'address')

/** A place for a socket, in a folder that only its owner can enter. */
export interface ControlAddress {
  /** What to listen on and to connect to. */
  path: string
  /** Removes what was made for it. */
  remove: () => void
}

/** In the data folder; null where its path is too long. */
function besideTheData(dataDir: string): ControlAddress | null {
  const socket = path.join(folderOf(dataDir), 'socket')
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH_BYTES) return null
  rmSync(socket, { force: true })
  return { path: socket, remove: () => rmSync(socket, { force: true }) }
}

function inTemporaryFolder(): ControlAddress {
  const folder = mkdtempSync(path.join(tmpdir(), 'precis-'))
  return { path: path.join(folder, 'socket'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Pipes of Windows stand in no folder: whoever cannot read the address cannot guess it. */
const asPipe = (): ControlAddress => ({
  path: `\\\\.\\pipe\\precis-${randomBytes(16).toString('hex')}`,
  remove: () => {},
})

/**
 * Where a server could listen for commands, the best place first. Whoever calls this holds the lock of the data
 * folder, so what an earlier server has left there is nobody's and is removed.
 */
export function* controlAddresses(dataDir: string, platform: NodeJS.Platform): Generator<ControlAddress> {
  forgetEarlier(dataDir)
  if (platform === 'win32') {
    yield asPipe()
    return
  }
  const beside = besideTheData(dataDir)
  if (beside !== null) yield beside
  // Some file systems, such as shares of other machines, know no sockets.
  yield inTemporaryFolder()
}

/** Removes a temporary folder that a killed server has left, and makes the data folder's own. */
function forgetEarlier(dataDir: string): void {
  const earlier = readControlAddress(dataDir)
  const folder = earlier === null ? null : path.dirname(earlier)
  if (folder !== null && path.dirname(folder) === tmpdir() && /^precis-\w{6}$/.test(path.basename(folder))) {
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  chmodSync(folderOf(dataDir), 0o700)
  rmSync(addressFileOf(dataDir), { force: true })
}

/** Says where commands find the server: a file of the owner's, whole or not there. */
export function writeControlAddress(dataDir: string, address: string): void {
  const file = addressFileOf(dataDir)
  writeFileSync(`${file}.new`, `${address}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function removeControlAddress(dataDir: string): void {
  rmSync(addressFileOf(dataDir), { force: true })
}

/**
 * Where a server said that it listens for commands; null where none ever did.
 *
 * @throws what the file system says of a file that is not ours to read
 */
export function readControlAddress(dataDir: string): string | null {
  try {
    const said = readFileSync(addressFileOf(dataDir), 'utf8').trim()
    return said === '' ? null : said
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
