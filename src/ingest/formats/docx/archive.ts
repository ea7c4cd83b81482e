import { unzipSync } from 'fflate'
import { AppError } from '../../../shared/errors.ts'

export interface Archive {
  names: string[]
  has(name: string): boolean
  read(name: string): Uint8Array
}

export function openArchive(bytes: Uint8Array): Archive {
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(bytes)
  } catch (cause) {
    throw new AppError('source_damaged', 'This file is damaged and cannot be opened.', { cause })
  }
  return {
    names: Object.keys(files),
    has: (name) => files[name] !== undefined,
    read: (name) => files[name] ?? new Uint8Array(),
  }
}
