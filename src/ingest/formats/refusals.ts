import { AppError } from '../../shared/errors.ts'

/** Names of files in error messages. */
type FileKind = 'file' | 'picture' | 'document' | 'Word document' | 'PDF' | 'e-book' | 'presentation'

/** The error for a file that can't be opened, or lacks required parts. */
export const damaged = (kind: FileKind, cause?: unknown): AppError =>
  new AppError(
    'source_damaged',
    `This ${kind} is damaged and can’t be opened. Download or save it again, or try another copy.`,
    { cause },
  )

/** Notice about a file that was read in part, where the extent of the loss is unknown. */
export const DAMAGED_NOTE = 'This file is damaged, so its text may not be complete.'

export const encrypted = (kind: FileKind): AppError =>
  new AppError(
    'source_encrypted',
    `This ${kind} is locked with a password. Save a copy without the password and upload that one.`,
  )

/**
 * The error for a file that rights management has locked.
 *
 * @param owner of the protection, if known
 */
export const copyProtected = (kind: FileKind, owner?: string): AppError =>
  new AppError(
    'source_protected',
    `This ${kind} is copy-protected${owner === undefined ? '' : ` (${owner})`}, so its text can’t be read. Upload an unprotected copy.`,
  )

export const noText = (kind: FileKind): AppError =>
  new AppError('source_empty', `This ${kind} is empty: there is no text in it to summarize.`)

export const noBytes = (): AppError => new AppError('source_empty', 'This file is empty. Please choose another one.')

/** The error for a file beyond the limits: a bomb, or far more text than anyone would summarize. */
export const tooComplex = (kind: FileKind, cause?: unknown): AppError =>
  new AppError('source_too_complex', `This ${kind} contains far more than we can read safely. Upload a part of it.`, {
    cause,
  })
