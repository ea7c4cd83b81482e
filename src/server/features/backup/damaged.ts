import { AppError } from '../../../shared/errors.ts'

/** What an operator reads of a file that is no whole backup. Nothing is restored from one. */
export const damaged = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_input', `This file is not a whole backup: ${reason}. Nothing was restored.`, { cause })
