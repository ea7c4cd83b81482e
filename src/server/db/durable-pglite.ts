import { PGlite } from '@electric-sql/pglite'
import { SyncedFiles } from './synced-files.ts'

/**
 * As PGlite starts its PostgreSQL, but with what makes a commit last: `-F` would be `fsync = off`, and of the ways to
 * sync the log `fdatasync` is one more that Emscripten answers without doing anything.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['wal_sync_method=fsync', 'log_line_prefix=%e '].flatMap((setting) => ['-c', setting]),
]

/** How PostgreSQL says that it gives up, and why: after the code of `log_line_prefix`. */
const panic = /^(?<code>\w{5}) PANIC:\s+(?<message>.*)/u

/** The error of a PostgreSQL that has given up, as a statement would have got it. */
function gaveUpWith(line: string): Error | null {
  const { code, message } = panic.exec(line)?.groups ?? {}
  return message === undefined ? null : Object.assign(new Error(message), { code })
}

/**
 * The embedded database of a folder: what is committed is on the disk. Once its PostgreSQL has given up, as where the log
 * cannot be written, it answers with errors and changes no file.
 */
export class DurablePglite extends PGlite {
  readonly #files: SyncedFiles

  private constructor(files: SyncedFiles) {
    super({
      fs: files,
      startParams,
      // It says so before it does anything else.
      onStderr: (line) => {
        const gaveUp = gaveUpWith(line)
        if (gaveUp !== null) files.freeze(gaveUp)
        return true
      },
    })
    this.#files = files
  }

  /** Opens the folder; what PostgreSQL has not ended in good order it recovers. */
  static async open(folder: string): Promise<DurablePglite> {
    const pglite = new DurablePglite(new SyncedFiles(folder))
    try {
      await pglite.waitReady
    } catch (error) {
      pglite.abandon()
      throw error
    }
    return pglite
  }

  override async query<T>(...parts: Parameters<PGlite['query']>): ReturnType<typeof PGlite.prototype.query<T>> {
    return this.#answered(super.query<T>(...parts))
  }

  override async exec(...parts: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    return this.#answered(super.exec(...parts))
  }

  override async transaction<T>(work: Parameters<typeof PGlite.prototype.transaction<T>>[0]): Promise<T> {
    return this.#answered(super.transaction(work))
  }

  /** All that is asked passes through here, the end of a transaction among it: what has given up may never answer. */
  override execProtocolRawSync(...parts: Parameters<PGlite['execProtocolRawSync']>): Uint8Array {
    if (this.#files.frozen !== null) throw this.#files.frozen
    return super.execProtocolRawSync(...parts)
  }

  override async close(): Promise<void> {
    if (this.#files.frozen !== null) return this.abandon()
    await super.close()
  }

  /** What PostgreSQL gave up with; null while it has not. Nothing can be asked of it then, and nothing is written. */
  get gaveUp(): Error | null {
    return this.#files.frozen
  }

  /** Lets go of the files after PostgreSQL has given up. `close` would have it write to them. */
  abandon(): void {
    try {
      this.#files.freeze(new Error('The embedded database is closed.'))
      this.Module.FS.quit()
    } catch {
      // It never came so far as to have files.
    }
  }

  async #answered<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked
    } catch (error) {
      throw this.#files.frozen ?? error
    }
  }
}
