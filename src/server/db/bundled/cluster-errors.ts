import { AppError, codeOf } from '../../../shared/errors.ts'

const RESTORE = 'move it away and run "precis restore FILE" with your last backup'

const unavailable = (message: string, cause?: unknown): AppError => new AppError('unavailable', message, { cause })

export const missing = (folder: string): AppError =>
  unavailable(
    `The database directory ${folder} is missing or incomplete, although this installation has had a database: put it back, or run "precis restore FILE" with your last backup.`,
  )

const replaced = (folder: string, cause: unknown): AppError =>
  unavailable(
    `The database directory ${folder} is not the one that this installation created, since its password is another: put the original back, or ${RESTORE}.`,
    cause,
  )

const damaged = (folder: string, reason: string, cause?: unknown): AppError =>
  unavailable(`The database directory ${folder} is damaged ("${reason}"): ${RESTORE}.`, cause)

const full = (folder: string, cause?: unknown): AppError =>
  unavailable(`The disk of the database directory ${folder} is full: make room, and start Precis again.`, cause)

const readOnly = (folder: string, reason: string, cause?: unknown): AppError =>
  unavailable(
    `The database directory ${folder} cannot be written ("${reason}"): give the account that runs Precis write access, and start Precis again.`,
    cause,
  )

/** Explains in one sentence why PostgreSQL or initdb failed. */
export function explainOutput(folder: string, output: string): AppError {
  const lines = output.split('\n').map((line) => line.trim())
  const line =
    lines.find((text) => /^(?:FATAL|PANIC):|error:/u.test(text)) ?? lines.find((text) => text !== '') ?? 'no message'
  const reason = line.replace(/^.*?(?:FATAL|PANIC|error):\s*/u, '')
  if (/No space left on device|Disk quota exceeded/u.test(output)) return full(folder)
  if (/Permission denied|Read-only file system|Operation not permitted/u.test(output)) return readOnly(folder, reason)
  const hint = lines.find((text) => text.startsWith('DETAIL:'))?.replace(/^DETAIL:\s*/u, '')
  return damaged(folder, hint === undefined ? reason : `${reason}: ${hint}`)
}

/** Explains an error of the file system or of a connection in one sentence; returns others unchanged. */
export function explainError(folder: string, error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    const code = codeOf(inner)
    if (['ENOSPC', 'EDQUOT', '53100'].includes(code)) return full(folder, error)
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return readOnly(folder, inner.message, error)
    if (['ENOTDIR', 'EEXIST', 'ENOTEMPTY'].includes(code)) return damaged(folder, inner.message, error)
    if (code.startsWith('28')) return replaced(folder, error)
    // Internal errors, I/O errors, and fatal errors of a new connection mean damaged files.
    const isFatal = 'severity' in inner && inner.severity === 'FATAL' && !/^5[37]/u.test(code)
    if (isFatal || /^(?:XX|58)/u.test(code)) return damaged(folder, inner.message, error)
  }
  return error
}
