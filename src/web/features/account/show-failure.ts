import type { FieldPath, FieldValues, UseFormSetError, UseFormSetFocus } from 'react-hook-form'
import { ApiError, reasonOf } from '../../lib/api/api-error.ts'

/** Whether the server wants a fresh sign-in before it does this: the person has no password that could be asked for. */
export function needsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sign_in_again'
}

interface Form<V extends FieldValues> {
  setError: UseFormSetError<V>
  setFocus: UseFormSetFocus<V>
}

/**
 * Says why a form was refused where the person can mend it, and takes the keyboard there: beside its fields as far as
 * they are to blame, else above its buttons.
 *
 * @param names the form's fields, in order
 */
export function showFailure<V extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<V>[],
  { setError, setFocus }: Form<V>,
): void {
  if (needsFreshSignIn(error)) return
  const fields = error instanceof ApiError ? error.fields : []
  const wrong = names.filter((name) => {
    const message = fields.find(({ path }) => path === name)?.message ?? wrongPassword(name, error)
    if (message === undefined) return false
    setError(name, { message })
    return true
  })
  if (wrong.length === 0) setError('root', { message: reasonOf(error, 'Please try again in a moment.') })
  const first = wrong[0] ?? names[0]
  if (first !== undefined) setFocus(first, { shouldSelect: true })
}

function wrongPassword(name: string, error: unknown): string | undefined {
  const isMeant = name === 'currentPassword' && error instanceof ApiError && error.code === 'wrong_password'
  return isMeant ? reasonOf(error, 'This is not your password.') : undefined
}
