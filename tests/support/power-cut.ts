import fs from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import type { Random } from '../../bench/fuzz/random.ts'

/** What happened to the files of a folder, in order. Files are known by numbers, since names change. */
type Happened =
  | { kind: 'write'; file: number; at: number; bytes: Buffer }
  | { kind: 'resize'; file: number; size: number }
  | { kind: 'sync'; file: number | null }
  | { kind: 'name'; change: NameChange }
  | { kind: 'mark'; mark: number }

type Change = Extract<Happened, { kind: 'write' | 'resize' }>

type NameChange =
  | { do: 'create'; name: string; file: number }
  | { do: 'mkdir'; name: string }
  | { do: 'rename'; from: string; to: string }
  | { do: 'remove'; name: string }

/** What a disk has in sectors is written whole or not at all (https://en.wikipedia.org/wiki/Advanced_Format). */
const SECTOR = 4096

/** Everything that is done to the files of a folder by Node's synchronous calls, from a moment on. */
export class FileRecorder {
  readonly happened: Happened[] = []
  readonly #folder: string
  readonly #start: string
  readonly #files = new Map<string, number>()
  /** Of the files that were there at the beginning. */
  readonly #startNames = new Map<number, string>()
  #count = 0
  readonly #open = new Map<number, string>()
  readonly #restore: (() => void)[] = []

  private constructor(folder: string, start: string) {
    this.#folder = folder
    this.#start = start
  }

  /** Keeps a copy of the folder as it is, and writes down what is done from now on. */
  static async start(folder: string): Promise<FileRecorder> {
    const start = `${folder}-start`
    await cp(folder, start, { recursive: true })
    const recorder = new FileRecorder(folder, start)
    recorder.#listen()
    return recorder
  }

  /** Notes that something was acknowledged. */
  mark(mark: number): void {
    this.happened.push({ kind: 'mark', mark })
  }

  /** Listens no more. */
  stop(): void {
    for (const restore of this.#restore) restore()
    syncBuiltinESMExports()
  }

  async remove(): Promise<void> {
    await rm(this.#start, { recursive: true, force: true })
  }

  #inside(name: unknown): string | null {
    if (typeof name !== 'string') return null
    const relative = path.relative(this.#folder, name)
    return relative.startsWith('..') || path.isAbsolute(relative) ? null : relative
  }

  #fileOf(name: string): number {
    const known = this.#files.get(name)
    if (known !== undefined) return known
    const file = this.#newFile(name)
    this.#startNames.set(file, name)
    return file
  }

  #newFile(name: string): number {
    const file = this.#count
    this.#count += 1
    this.#files.set(name, file)
    return file
  }

  /** Calls `note` after each call of a function of Node's that has succeeded. */
  #after(name: keyof typeof fs, note: (given: unknown[], answer: unknown) => void): void {
    const real: unknown = fs[name]
    if (typeof real !== 'function') throw new TypeError(`${name} is no function.`)
    const heard = (...given: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(real, fs, given)
      note(given, answer)
      return answer
    }
    Object.assign(fs, { [name]: heard })
    this.#restore.push(() => Object.assign(fs, { [name]: real }))
  }

  #name(change: NameChange): void {
    this.happened.push({ kind: 'name', change })
  }

  #listen(): void {
    this.#after('openSync', ([name], fd) => {
      const inside = this.#inside(name)
      if (inside !== null) this.#open.set(Number(fd), inside)
    })
    this.#after('closeSync', ([fd]) => this.#open.delete(Number(fd)))
    this.#after('writeFileSync', ([name]) => {
      const inside = this.#inside(name)
      if (inside !== null) this.#name({ do: 'create', name: inside, file: this.#newFile(inside) })
    })
    this.#after('mkdirSync', ([name]) => {
      const inside = this.#inside(name)
      if (inside !== null) this.#name({ do: 'mkdir', name: inside })
    })
    this.#after('renameSync', ([from, to]) => {
      const [a, b] = [this.#inside(from), this.#inside(to)]
      if (a === null || b === null) return
      this.#files.set(b, this.#fileOf(a))
      this.#files.delete(a)
      this.#name({ do: 'rename', from: a, to: b })
    })
    for (const name of ['unlinkSync', 'rmdirSync'] as const) {
      this.#after(name, ([removed]) => {
        const inside = this.#inside(removed)
        if (inside === null) return
        this.#files.delete(inside)
        this.#name({ do: 'remove', name: inside })
      })
    }
    this.#after('truncateSync', ([name, size]) => this.#resize(this.#inside(name), size))
    this.#after('ftruncateSync', ([fd, size]) => this.#resize(this.#open.get(Number(fd)) ?? null, size))
    this.#after('writeSync', ([fd, buffer, offset, , position], written) =>
      this.#write(fd, buffer, offset, position, written),
    )
    this.#after('fsyncSync', ([fd]) => {
      const name = this.#open.get(Number(fd))
      if (name === undefined) return
      const isFile = fs.statSync(path.join(this.#folder, name)).isFile()
      this.happened.push({ kind: 'sync', file: isFile ? this.#fileOf(name) : null })
    })
    syncBuiltinESMExports()
  }

  #resize(name: string | null, size: unknown): void {
    if (name !== null) this.happened.push({ kind: 'resize', file: this.#fileOf(name), size: Number(size ?? 0) })
  }

  #write(fd: unknown, buffer: unknown, offset: unknown, position: unknown, written: unknown): void {
    const name = this.#open.get(Number(fd))
    if (name === undefined) return
    if (!ArrayBuffer.isView(buffer)) throw new TypeError('Only bytes are written to these files.')
    const bytes = Buffer.from(Buffer.from(buffer.buffer, buffer.byteOffset + Number(offset), Number(written)))
    this.happened.push({ kind: 'write', file: this.#fileOf(name), at: Number(position), bytes })
  }

  /**
   * Writes into a folder what a disk has when the power goes at a moment: what was synced, and of what was not, whatever
   * the system happened to have written: sector by sector, in any order. Names it writes in their order, as the
   * journals of ext4, XFS, APFS and NTFS do; and whatever is synced takes the names before it along.
   *
   * @param moment an index into what happened
   * @param options.honest whether what is synced is; else `fsync` does nothing
   * @returns what was acknowledged before
   */
  async cutAt(
    moment: number,
    target: string,
    random: Random,
    { honest = true }: { honest?: boolean } = {},
  ): Promise<number[]> {
    await rm(target, { recursive: true, force: true })
    await cp(this.#start, target, { recursive: true })
    const disk = new Disk(this.#startNames)
    const marks: number[] = []
    for (const one of this.happened.slice(0, moment)) {
      if (one.kind === 'mark') marks.push(one.mark)
      else if (one.kind !== 'sync' || honest) disk.take(one)
    }
    disk.writeTo(target, random)
    return marks
  }
}

/** How often what was not synced is on the disk all the same: rarely, as often as not, mostly. */
const LUCK = [0, 0.1, 0.5, 0.9]

/** A disk behind a system that writes when it likes, and when it is told to. */
class Disk {
  /** Names of the files that were there at the beginning. */
  readonly #startNames: ReadonlyMap<number, string>
  readonly #names: NameChange[] = []
  #syncedNames = 0
  readonly #files = new Map<number, { changes: Change[]; synced: number }>()

  constructor(startNames: ReadonlyMap<number, string>) {
    this.#startNames = startNames
  }

  take(one: Exclude<Happened, { kind: 'mark' }>): void {
    if (one.kind === 'name') this.#names.push(one.change)
    else if (one.kind === 'sync') {
      this.#syncedNames = this.#names.length
      const file = one.file === null ? undefined : this.#files.get(one.file)
      if (file !== undefined) file.synced = file.changes.length
    } else {
      const file = this.#files.get(one.file) ?? { changes: [], synced: 0 }
      this.#files.set(one.file, file)
      file.changes.push(one)
    }
  }

  /** Brings a folder that is as it was at the beginning to what the disk has when the power goes. */
  writeTo(folder: string, random: Random): void {
    const unsynced = this.#names.length - this.#syncedNames
    const names = this.#names.slice(0, this.#syncedNames + random.below(unsynced + 1))
    for (const [name, file] of this.#giveNames(folder, names)) {
      const { changes, synced } = this.#files.get(file) ?? { changes: [], synced: 0 }
      const luck = random.pick(LUCK)
      const open = fs.openSync(path.join(folder, name), 'r+')
      for (const [n, change] of changes.entries()) apply(open, change, () => n < synced || random.chance(luck))
      fs.closeSync(open)
    }
  }

  /** Does to the names what was done; which file each has then. */
  #giveNames(folder: string, names: readonly NameChange[]): Map<string, number> {
    const files = new Map([...this.#startNames].map(([file, name]) => [name, file]))
    for (const change of names) {
      if (change.do === 'mkdir') fs.mkdirSync(path.join(folder, change.name))
      else if (change.do === 'create') {
        fs.writeFileSync(path.join(folder, change.name), '')
        files.set(change.name, change.file)
      } else if (change.do === 'remove') {
        fs.rmSync(path.join(folder, change.name), { recursive: true })
        files.delete(change.name)
      } else {
        fs.renameSync(path.join(folder, change.from), path.join(folder, change.to))
        const file = files.get(change.from)
        files.delete(change.from)
        if (file !== undefined) files.set(change.to, file)
      }
    }
    return files
  }
}

/** Does to an open file what was done, as far as it is kept. */
function apply(file: number, change: Change, isKept: () => boolean): void {
  if (change.kind === 'resize') {
    if (isKept()) fs.ftruncateSync(file, change.size)
    return
  }
  const { at, bytes } = change
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR))
    if (isKept()) fs.writeSync(file, bytes, from, to - from, at + from)
    from = to
  }
}
