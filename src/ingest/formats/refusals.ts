import { AppError } from '../../shared/errors.ts'

/** What a person calls a file that can't be read. */
export type FileKind = 'file' | 'document' | 'Word document' | 'PDF' | 'e-book'

/** A file that can't be opened, or in which nothing is found where something must be. */
export const damaged = (kind: FileKind, cause?: unknown): AppError =>
  new AppError(
    'source_damaged',
    `This ${kind} is damaged and can’t be opened. Download or save it again, or try another copy.`,
    { cause },
  )

/** A file that needs a password. */
export const encrypted = (kind: FileKind): AppError =>
  new AppError(
    'source_encrypted',
    `This ${kind} is locked with a password. Save a copy without the password and upload that one.`,
  )

/**
 * A file that rights management has locked.
 *
 * @param owner whose protection it is, where that is known
 */
export const copyProtected = (kind: FileKind, owner?: string): AppError =>
  new AppError(
    'source_protected',
    `This ${kind} is copy-protected${owner === undefined ? '' : ` (${owner})`}, so its text can’t be read. Upload an unprotected copy.`,
  )

/** A file without a word in it. */
export const noText = (kind: FileKind): AppError =>
  new AppError('source_empty', `This ${kind} is empty: there is no text in it to summarize.`)

/** A file of no bytes. */
export const noBytes = (): AppError => new AppError('source_empty', 'This file is empty. Please choose another one.')

/** A file that is beyond the limits of what is read: a bomb, or something hardly anybody would have summarized. */
export const tooComplex = (kind: FileKind, cause?: unknown): AppError =>
  new AppError('source_too_complex', `This ${kind} contains far more than we can read safely. Upload a part of it.`, {
    cause,
  })
