import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api/api-error.ts'

/** Shows the server's complaints about single fields beside those fields. */
export function applyFieldErrors<V extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): void {
  if (!(error instanceof ApiError)) return
  for (const name of names) {
    const field = error.fields.find(({ path }) => path === name)
    if (field !== undefined) setError(name, { message: field.message })
  }
}
