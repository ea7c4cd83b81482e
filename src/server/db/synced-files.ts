import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** An open file of Emscripten's, as its own library for Node's files has it (`libnodefs.js`). */
interface OpenFile {
  /** What Node calls the file by; directories have none. */
  nfd?: number
  node: object
}

/** The part of that library that is used here. */
interface NodeFiles {
  stream_ops: { fsync?: (file: OpenFile) => void }
  realPath: (node: object) => string
  /** Turns an error of Node into the number that C programs know. */
  tryFSOperation: (work: () => void) => void
}

const isWindows = process.platform === 'win32'

/** Has the system write a directory's names to the disk. Windows has no such thing, and writes them by itself. */
function syncDirectory(name: string): void {
  if (isWindows) return
  const directory = openSync(name, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/**
 * The files of an embedded database, for which `fsync` does what it says. Emscripten's library for Node's files knows
 * none, and what it does not know it answers with success.
 */
class SyncedFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given)
    const { preRun = [] } = made.emscriptenOpts
    preRun.push((engine) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types say less than it is
      const files = engine.NODEFS as unknown as NodeFiles
      files.stream_ops.fsync = ({ nfd, node }) =>
        files.tryFSOperation(() => (nfd === undefined ? syncDirectory(files.realPath(node)) : fsyncSync(nfd)))
    })
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun } }
  }
}

/**
 * As PGlite starts its PostgreSQL, but with what makes a commit last: `-F` would be `fsync = off`, and of the ways to
 * sync the log `fdatasync` is one more that Emscripten answers without doing anything.
 */
const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/** Opens the embedded database of a folder so that what is committed is on the disk. */
export async function openSynced(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new SyncedFiles(folder), startParams })
}

/** Has the system write a folder to the disk, with all that is in it, and its name. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) syncDirectory(name)
    else if (entry.isFile()) await syncFile(name)
  }
  syncDirectory(folder)
  syncDirectory(path.dirname(folder))
}

/** Has the system write a file to the disk. Its name is its directory's. */
async function syncFile(name: string): Promise<void> {
  // Windows syncs only what may be written to.
  const file = await open(name, isWindows ? 'r+' : 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
