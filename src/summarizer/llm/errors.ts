import { AppError } from '../../shared/errors.ts'
import { ModelFailure, type ModelFailureKind } from '../models/model.ts'

/** Purpose of a failed call. */
type FailedWork = 'summary' | 'answer'

const lacking: Record<FailedWork, string> = { summary: 'no summary was made', answer: 'there is no answer' }

const messages: Record<ModelFailureKind, (lack: string) => string> = {
  unavailable: (lack) =>
    `The language model isn’t available right now, so ${lack}. Nothing was charged; please try again in a few minutes.`,
  timed_out: (lack) =>
    `The language model took too long to answer, so ${lack}. Nothing was charged; please try again in a few minutes.`,
  refused: () => 'The language model declined to work on this source. Nothing was charged; another source may work.',
  invalid: () => 'The language model’s answer was unusable. Nothing was charged; please try again.',
  too_long: () =>
    'This source is too long for the language model used here. Nothing was charged; a shorter one may work.',
  cut: () => 'The language model kept cutting off its answer. Nothing was charged; please try again.',
}

/** The user-facing error for a failed call. */
export function toAppError(failure: ModelFailure, work: FailedWork = 'summary'): AppError {
  const code = failure.kind === 'refused' ? 'model_refused' : 'model_unavailable'
  return new AppError(code, messages[failure.kind](lacking[work]), { cause: failure })
}

/** The error for answers that mostly failed verification. */
export function unsupportedError(): AppError {
  return new AppError(
    'model_unavailable',
    'The language model kept making claims that this source doesn’t support, so no summary was made. Nothing was charged; please try again.',
  )
}

/** Returns the failure of a call; rethrows other errors. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  throw error
}
