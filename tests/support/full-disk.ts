import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

/**
 * What a full disk still takes: what does not make a file longer, as most file systems have it, or nothing at all, as
 * those have it that never write in place.
 */
export type Fullness = 'not-full' | 'no-growth' | 'nothing'

export interface FillableDisk {
  is: (fullness: Fullness) => void
  restore: () => void
}

const noRoom = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28, syscall: 'write' })

/**
 * A disk under some folders of this process that can be full, which needs no rights on the machine: writing fails in
 * Node, as the system has it fail. Files that were open before are not seen.
 */
export function fillableDisk(...folders: readonly string[]): FillableDisk {
  let fullness: Fullness = 'not-full'
  const real = { ...fs }
  const open = fs.promises.open.bind(fs.promises)
  const within = new Set<number>()
  const isInside = (name: unknown): boolean =>
    typeof name === 'string' && folders.some((folder) => !path.relative(folder, name).startsWith('..'))
  const check = (growsBy: number): void => {
    if (fullness === 'nothing' || (fullness === 'no-growth' && growsBy > 0)) throw noRoom()
  }
  Object.assign(fs, {
    openSync: (...parts: Parameters<typeof fs.openSync>) => {
      const descriptor = real.openSync(...parts)
      if (isInside(parts[0])) within.add(descriptor)
      return descriptor
    },
    closeSync: (descriptor: number) => {
      within.delete(descriptor)
      real.closeSync(descriptor)
    },
    writeSync: (descriptor: number, bytes: Uint8Array, offset: number, length: number, at: number) => {
      if (within.has(descriptor)) check(at + length - real.fstatSync(descriptor).size)
      return real.writeSync(descriptor, bytes, offset, length, at)
    },
    ftruncateSync: (descriptor: number, size: number) => {
      if (within.has(descriptor)) check(size - real.fstatSync(descriptor).size)
      real.ftruncateSync(descriptor, size)
    },
    truncateSync: (name: string, size: number) => {
      if (isInside(name)) check(size - real.statSync(name).size)
      real.truncateSync(name, size)
    },
  })
  fs.promises.open = async (...parts) => {
    const handle = await open(...parts)
    if (!isInside(parts[0])) return handle
    const writeFile = handle.writeFile.bind(handle)
    handle.writeFile = async (...written) => {
      check(1)
      await writeFile(...written)
    }
    return handle
  }
  syncBuiltinESMExports()
  return {
    is: (wanted) => {
      fullness = wanted
    },
    restore: () => {
      const { openSync, closeSync, writeSync, ftruncateSync, truncateSync } = real
      Object.assign(fs, { openSync, closeSync, writeSync, ftruncateSync, truncateSync })
      fs.promises.open = open
      syncBuiltinESMExports()
    },
  }
}
