import { AppError } from '../../../shared/errors.ts'
import { type Compound, isCompound, openCompound } from './compound.ts'

export type CompoundType = 'doc' | 'encrypted' | 'xls' | 'ppt' | 'msg' | 'unknown'

/** Streams and storages that only one kind of file has, in lower case. */
const signs: readonly (readonly [string, CompoundType])[] = [
  ['encryptedpackage', 'encrypted'],
  ['worddocument', 'doc'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['powerpoint document', 'ppt'],
  ['__properties_version1.0', 'msg'],
]

/** What a compound file holds, by the streams in it. */
export function typeOfCompound(compound: Compound): CompoundType {
  const names = new Set(compound.names.map((name) => name.toLowerCase()))
  return signs.find(([name]) => names.has(name))?.[1] ?? 'unknown'
}

/**
 * Tells Office's compound files apart: "encrypted" is a newer file (.docx, .xlsx, .pptx) behind a password or rights
 * management. What is no compound file, or a broken one, is unknown.
 */
export function identifyCompound(bytes: Uint8Array): CompoundType {
  if (!isCompound(bytes)) return 'unknown'
  try {
    return typeOfCompound(openCompound(bytes))
  } catch (error) {
    if (error instanceof AppError) return 'unknown'
    throw error
  }
}
