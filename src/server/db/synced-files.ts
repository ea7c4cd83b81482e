import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** A file or folder, as Emscripten names it. */
type FileNode = object

/** An open file of Emscripten's, as its own library for Node's files has it (`libnodefs.js`). */
interface OpenFile {
  /** What Node calls the file by; directories have none. */
  nfd?: number
  node: FileNode
}

type Change = (...given: never[]) => unknown

/** The part of that library that is used here. */
interface NodeFiles {
  stream_ops: { fsync?: (file: OpenFile) => void; write: Change; setattr: Change }
  node_ops: Record<'mknod' | 'setattr' | 'rename' | 'unlink' | 'rmdir', Change>
  realPath: (node: FileNode) => string
  /** Turns an error of Node into the number that C programs know. */
  tryFSOperation: (work: () => void) => void
  convertNodeCode: (error: { code: string }) => number
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

const isNodeFiles = (value: unknown): value is NodeFiles =>
  typeof value === 'object' &&
  value !== null &&
  ['stream_ops', 'node_ops', 'realPath', 'tryFSOperation', 'convertNodeCode'].every((name) => name in value)

/**
 * The files of an embedded database, for which `fsync` does what it says. Emscripten's library for Node's files knows
 * none, and what it does not know it answers with success.
 */
export class SyncedFiles extends NodeFS {
  #frozen: Error | null = null

  /** Has no file be changed any more: PostgreSQL has given up, and what it would still write is not to be trusted. */
  freeze(gaveUp: Error): void {
    this.#frozen ??= gaveUp
  }

  /** What PostgreSQL has given up with; null while it has not. */
  get frozen(): Error | null {
    return this.#frozen
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given)
    const prepare = (engine: object): void => {
      const files: unknown = Reflect.get(engine, 'NODEFS')
      if (!isNodeFiles(files)) throw new Error('PGlite has changed how it keeps files: nothing would reach the disk.')
      this.#prepare(files)
      this.#endWithPostgres(engine)
    }
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), prepare] } }
  }

  #prepare(files: NodeFiles): void {
    const { stream_ops: streams, node_ops: nodes } = files
    streams.fsync = ({ nfd, node }) =>
      files.tryFSOperation(() => (nfd === undefined ? syncDirectory(files.realPath(node)) : fsyncSync(nfd)))
    // Only one of the two has a name in PostgreSQL; for whoever has to make room they are the same.
    const { convertNodeCode } = files
    files.convertNodeCode = (error) => convertNodeCode(error.code === 'EDQUOT' ? { code: 'ENOSPC' } : error)
    const whileThawed =
      (change: Change): Change =>
      (...given) => {
        // No error of Emscripten's: PostgreSQL would go on with it. This one ends all it is doing.
        if (this.#frozen !== null) throw this.#frozen
        return change(...given)
      }
    for (const name of ['write', 'setattr'] as const) streams[name] = whileThawed(streams[name])
    for (const name of ['mknod', 'setattr', 'rename', 'unlink', 'rmdir'] as const)
      nodes[name] = whileThawed(nodes[name])
  }

  /**
   * PGlite goes on with a statement until all of it has been taken, whatever is thrown meanwhile: of a PostgreSQL that
   * has given up it would ask for ever. It puts the stack right after each error, where nothing of its own catches
   * another.
   */
  #endWithPostgres(engine: object): void {
    const stackRestore: unknown = Reflect.get(engine, 'stackRestore')
    if (typeof stackRestore !== 'function')
      throw new Error('PGlite has changed how it goes on after errors: it could hang.')
    Reflect.set(engine, 'stackRestore', (stack: unknown): void => {
      if (this.#frozen !== null) throw this.#frozen
      Reflect.apply(stackRestore, engine, [stack])
    })
  }
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
