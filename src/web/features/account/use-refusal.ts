import { useCallback, useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, isUnauthorized, reasonOf } from '../../lib/api/api-error.ts'
import { useFailureFocus } from '../../lib/use-failure-focus.ts'

/** Whether the server wants a fresh sign-in before it does this: the person has no password that could be asked for. */
export function needsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sign_in_again'
}

/** The field that holds a password which is not the person's; undefined where another thing is wrong. */
export function wrongPasswordField<N extends string>(error: unknown, names: readonly N[]): N | undefined {
  const isWrong = error instanceof ApiError && error.code === 'wrong_password'
  return isWrong ? names.find((name) => name === 'currentPassword') : undefined
}

/** Whether an error is said elsewhere than above the form's buttons: beside a field, in the way to a sign-in, in a toast. */
export function isSaidElsewhere(error: Error, names: readonly string[]): boolean {
  if (needsFreshSignIn(error) || isUnauthorized(error)) return true
  if (wrongPasswordField(error, names) !== undefined) return true
  return error instanceof ApiError && error.fields.some(({ path }) => names.includes(path))
}

interface Refusal<V extends FieldValues> {
  form: Pick<UseFormReturn<V>, 'setError' | 'setFocus'>
  /** Why the last request failed, or null. */
  error: Error | null
  /** The fields of the form, in order; the same array each time. */
  names: readonly FieldPath<V>[]
}

/**
 * Says why a form was refused where the person can mend it, and takes the keyboard there.
 *
 * @returns what to call on sending, and the error if it belongs above the form's buttons
 */
export function useRefusal<V extends FieldValues>({ form, error, names }: Refusal<V>) {
  const { setError } = form
  const culprit = useCallback((reason: Error) => wrongPasswordField(reason, names), [names])
  useEffect(() => {
    const wrong = wrongPasswordField(error, names)
    if (wrong !== undefined) setError(wrong, { message: reasonOf(error, 'This is not your password.') })
  }, [error, names, setError])
  // The way to a fresh sign-in takes the keyboard by itself.
  const toMend = needsFreshSignIn(error) ? null : error
  const rememberFocus = useFailureFocus({ form, error: toMend, names, culprit })
  return { rememberFocus, general: error === null || isSaidElsewhere(error, names) ? null : error }
}
