import { AppError } from '../shared/errors.ts'

/** The error for a source whose reading was canceled. */
export const canceled = (cause?: unknown): AppError =>
  new AppError('cancelled', 'Reading the source was canceled.', cause === undefined ? {} : { cause })
