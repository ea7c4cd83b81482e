import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'

/** The password that a person proves who they are with: where they have one, it has to be filled in. */
export const ownPassword = (hasPassword: boolean) =>
  hasPassword ? z.string().min(1, { error: 'Please enter your password.' }) : z.undefined()

/**
 * A form that opens in place of the button that opens it.
 *
 * @param isOpenAtFirst whether it was left open
 * @returns whether it is open, how to open and to close it, whether the keyboard should go into it (it stays where it
 * is when nobody has just opened it), and the button's ref: the keyboard goes back there
 */
export function useDisclosure(isOpenAtFirst = false) {
  const [state, setState] = useState<'closed' | 'left-open' | 'opened'>(isOpenAtFirst ? 'left-open' : 'closed')
  const opener = useRef<HTMLButtonElement>(null)
  const hasClosed = useRef(false)
  useEffect(() => {
    if (state !== 'closed' || !hasClosed.current) return
    hasClosed.current = false
    opener.current?.focus({ preventScroll: true })
  }, [state])
  const open = useCallback(() => setState('opened'), [])
  const close = useCallback(() => {
    hasClosed.current = true
    setState('closed')
  }, [])
  return { isOpen: state !== 'closed', takesFocus: state === 'opened', open, close, opener }
}

interface FormButtonsProps {
  submit: ReactNode
  pending: boolean
  onCancel: () => void
  /** Says that something was typed that is not saved. */
  isDirty?: boolean
}

/** The foot of a form that opens in its row. */
export function FormButtons({ submit, pending, onCancel, isDirty = false }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2.5 pt-1">
      <Button type="submit" pending={pending}>
        {submit}
      </Button>
      <Button look="text" disabled={pending} onClick={onCancel}>
        Cancel
      </Button>
      {isDirty && !pending ? <span className="text-[0.8125rem] text-ink-soft">Not saved yet</span> : null}
    </div>
  )
}

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  error: string | undefined
  hint?: ReactNode
}

/** A labelled password. */
export function PasswordField({ label, error, hint, ...rest }: PasswordFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => <PasswordInput {...wiring} {...rest} />}
    </Field>
  )
}

/** Tells a password manager whose password is being typed. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
