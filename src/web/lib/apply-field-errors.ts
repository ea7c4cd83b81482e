import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api/api-error.ts'

/** Shows the server's complaints about single fields beside those fields. Returns the first of them. */
export function applyFieldErrors<V extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): FieldPath<V> | undefined {
  if (!(error instanceof ApiError)) return undefined
  const wrong = names.filter((name) => error.fields.some(({ path }) => path === name))
  for (const name of wrong) setError(name, { message: error.fields.find(({ path }) => path === name)?.message })
  return wrong[0]
}
