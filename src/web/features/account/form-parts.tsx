import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'

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
