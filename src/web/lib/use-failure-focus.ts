import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api/api-error.ts'
import { useKeptFocus } from './use-focus-back.ts'

/** Shows the server's complaints about single fields beside those fields. Returns the first of them. */
function applyFieldErrors<V extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): FieldPath<V> | undefined {
  if (!(error instanceof ApiError)) return undefined
  const wrong = names.filter((name) => error.fields.some(({ path }) => path === name))
  for (const name of wrong) setError(name, { message: error.fields.find(({ path }) => path === name)?.message })
  return wrong[0]
}

interface FailureFocus<V extends FieldValues> {
  form: Pick<UseFormReturn<V>, 'setError' | 'setFocus'>
  /** Why the last request failed, or null. */
  error: Error | null
  /** The fields of the form, in order. */
  names: readonly FieldPath<V>[]
  /** The field to mend where the server names none. */
  culprit?: (error: Error) => FieldPath<V> | undefined
}

/**
 * Fields are disabled while an answer is awaited, and lose the keyboard with that. After a failure it goes to the first
 * field that is wrong, else back to where it was.
 *
 * @returns a function that remembers where the keyboard is, to be called on sending
 */
export function useFailureFocus<V extends FieldValues>({
  form: { setError, setFocus },
  error,
  names,
  culprit,
}: FailureFocus<V>): () => void {
  const { remember, restore } = useKeptFocus()
  useEffect(() => {
    if (error === null) return
    const wrong = applyFieldErrors(error, names, setError) ?? culprit?.(error)
    if (wrong !== undefined) setFocus(wrong, { shouldSelect: true })
    else restore()
  }, [error, names, culprit, setError, setFocus, restore])
  return remember
}
