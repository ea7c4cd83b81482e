import { AppError } from '../../shared/errors.ts'
import type { ThreadEnded } from '../../threads/thread-pool.ts'
import { SAVE_PAGE, UPLOAD_TRANSCRIPT } from '../advice.ts'
import { failureOf, type ParseFailure, type Thing } from './parse-task.ts'

const wayOut: Readonly<Record<Thing, string>> = {
  text: 'Paste a shorter text.',
  page: SAVE_PAGE,
  video: `Instead, ${UPLOAD_TRANSCRIPT}`,
  file: 'Try a smaller or simpler file.',
}

const tookTooLong = (thing: Thing, timeMs: number, cause: unknown): AppError =>
  new AppError(
    'source_too_complex',
    `This ${thing} takes longer to read than ${Math.ceil(timeMs / 1000)} s, so it was stopped. ${wayOut[thing]}`,
    { cause },
  )

const tookTooMuchMemory = (thing: Thing, cause: unknown): AppError =>
  new AppError(
    'source_too_complex',
    `This ${thing} takes too much memory to read, so it was stopped. ${wayOut[thing]}`,
    { cause },
  )

const otherWay: Readonly<Record<Thing, string>> = {
  text: 'Paste it again.',
  page: SAVE_PAGE,
  file: 'Try another copy of it.',
  video: `Instead, ${UPLOAD_TRANSCRIPT}`,
}

/** A source that a reader broke down over. */
const brokeDown = (thing: Thing, cause: unknown): AppError =>
  new AppError('source_damaged', `This ${thing} could not be read: it seems to be damaged. ${otherWay[thing]}`, {
    cause,
  })

/** Cause of an error that a reader didn't mean to throw; its message is the stack of what was thrown. */
export class ReaderBreakdown extends Error {
  override readonly name = 'ReaderBreakdown'
}

/** Errors of the engine that tell of a source beyond all measure: the stack, the length of a string or an array. */
const beyondMeasure = (error: unknown): boolean => error instanceof RangeError

/** What a reader threw, as it crosses to the main thread. */
export function failureIn(error: unknown, thing: Thing): ParseFailure {
  if (error instanceof AppError) return failureOf(error)
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (beyondMeasure(error)) {
    return failureOf(
      new AppError('source_too_complex', `This ${thing} is too complex to read. ${wayOut[thing]}`),
      detail,
    )
  }
  return failureOf(brokeDown(thing, error), detail)
}

/** The error for a source whose thread was ended. */
export function errorOfEnd(ended: ThreadEnded, thing: Thing, timeMs: number): AppError {
  switch (ended.end) {
    case 'cancelled':
      return new AppError('cancelled', 'Reading the source was canceled.', { cause: ended })
    case 'time':
      return tookTooLong(thing, timeMs, ended)
    case 'memory':
      return tookTooMuchMemory(thing, ended)
    case 'crash':
      return brokeDown(thing, ended)
  }
}
