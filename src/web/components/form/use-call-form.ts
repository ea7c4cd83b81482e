import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, hasCode, reasonOf } from '../../lib/api/client.ts'

/** Whether the server requires a recent sign-in, because the user has no password. */
export const needsFreshSignIn = (error: unknown): boolean => hasCode(error, 'sign_in_again')

/** The field to correct after an error of a code. */
const fieldOfCode: ReadonlyMap<string | null, string> = new Map([
  ['wrong_password', 'currentPassword'],
  ['invalid_credentials', 'password'],
  ['email_taken', 'email'],
  ['invitation_for_another', 'email'],
])

function fieldMessages(error: Error): Map<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  const messages = new Map(error.fields.map(({ path, message }) => [path, message]))
  const field = fieldOfCode.get(error.code)
  if (field !== undefined) messages.set(field, reasonOf(error))
  return messages
}

interface Failure<I extends FieldValues> {
  error: Error
  /** Field to correct; undefined if the whole request failed. */
  field: Path<I> | undefined
  /** Element that had focus before the controls were disabled. */
  focused: Element | null
}

interface CallFormOptions<I extends FieldValues, O> {
  schema: z.ZodType<O, I>
  /** In the order of the fields. */
  defaultValues: DefaultValues<I>
  /** Sends the values. The form shows what it throws. */
  send: (values: O) => Promise<void>
  onFailure?: (error: Error) => void
  onInvalid?: (errors: FieldErrors<I>) => void
}

/** State of a form that sends its values in a call; `Form` renders it. After a failure, focus moves to the field to correct. */
export function useCallForm<I extends FieldValues, O>(options: CallFormOptions<I, O>) {
  const { schema, defaultValues, send, onFailure, onInvalid } = options
  const form = useForm<I, unknown, O>({ resolver: zodResolver(schema), defaultValues })
  const { isSubmitting } = form.formState
  const [failure, setFailure] = useState<Failure<I> | null>(null)

  const fail = (error: Error, focused: Element | null): void => {
    const messages = fieldMessages(error)
    const rejected = Object.keys(form.getValues()).filter((name): name is Path<I> => messages.has(name))
    for (const name of rejected) form.setError(name, { message: messages.get(name) })
    setFailure({ error, field: rejected[0], focused })
    onFailure?.(error)
  }
  const submit = form.handleSubmit(async (values) => {
    const focused = document.activeElement
    setFailure(null)
    try {
      await send(values)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)), focused)
    }
  }, onInvalid)

  useEffect(() => {
    if (failure === null || isSubmitting) return
    const { field, focused } = failure
    if (field !== undefined) form.setFocus(field, { shouldSelect: true })
    else if (focused instanceof HTMLElement && document.activeElement?.contains(focused))
      focused.focus({ preventScroll: true })
  }, [failure, isSubmitting, form])

  const error = failure?.error ?? null
  const generalError = failure?.field === undefined && !needsFreshSignIn(error) ? error : null
  return { form, submit, isSubmitting, error, generalError }
}
