import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type FieldValues, FormProvider, useFormContext } from 'react-hook-form'
import { cn } from '../../lib/cn.ts'
import { FailureLine } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Field, Input, SelectInput, Textarea } from './field.tsx'
import { useCallForm } from './use-call-form.ts'

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Called when the password is shown or hidden. */
  onShown?: (shown: boolean) => void
}

/** A password with a button that shows it, and a note while Caps Lock is on. */
function PasswordInput({ className, disabled, onShown, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const [isCapsLock, setIsCapsLock] = useState(false)
  const check = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  const show = (next: boolean) => {
    setShown(next)
    onShown?.(next)
  }
  return (
    <>
      <div className="relative">
        <Input
          type={shown ? 'text' : 'password'}
          disabled={disabled}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={cn('pr-12', className)}
          {...rest}
          onKeyDown={check}
          onKeyUp={check}
          onBlur={(event) => {
            setIsCapsLock(false)
            onBlur?.(event)
          }}
        />
        <button
          type="button"
          disabled={disabled}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => show(!shown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink"
        >
          <Icon className="size-4.5" />
        </button>
      </div>
      <output className="block text-[0.8125rem] text-ink-soft not-empty:mt-1.5">
        {isCapsLock ? 'Caps Lock is on.' : null}
      </output>
    </>
  )
}

interface FormProps<I extends FieldValues, O> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  call: ReturnType<typeof useCallForm<I, O>>
  /** Message for a failure without a reason. */
  fallback?: string
  /** Message if the server did not respond, in place of the usual one. */
  noAnswer?: string
  /** The buttons, below the message of a failure. */
  actions: ReactNode
}

export function Form<I extends FieldValues, O>(props: FormProps<I, O>) {
  const { call, fallback, noAnswer, actions, className = 'space-y-5', children, ...rest } = props
  return (
    <FormProvider {...call.form}>
      <form
        noValidate
        className={className}
        {...rest}
        onSubmit={(event) => {
          event.preventDefault()
          if (!call.isSubmitting) void call.submit(event)
        }}
      >
        {children}
        <FailureLine error={call.generalError} fallback={fallback} noAnswer={noAnswer} />
        {actions}
      </form>
    </FormProvider>
  )
}

function useControl(name: string, deps?: string) {
  const { register, formState } = useFormContext()
  const message = formState.errors[name]?.message
  return {
    control: { ...register(name, { deps }), disabled: formState.isSubmitting },
    error: typeof message === 'string' ? message : undefined,
  }
}

interface FieldProps {
  name: string
  label: string
  hint?: ReactNode
}

export function TextField({ name, label, hint, id, ...rest }: FieldProps & ComponentProps<'input'>) {
  const { control, error } = useControl(name)
  const isEmail = rest.type === 'email'
  return (
    <Field id={id} label={label} error={error} hint={error === undefined ? hint : null}>
      {(wiring) => (
        <Input {...(isEmail ? { autoCapitalize: 'none', spellCheck: false } : {})} {...rest} {...wiring} {...control} />
      )}
    </Field>
  )
}

interface PasswordFieldProps extends FieldProps, Omit<ComponentProps<typeof PasswordInput>, 'name'> {
  /** Field to check again when this one changes. */
  deps?: string
}

export function PasswordField({ name, label, hint, id, deps, ...rest }: PasswordFieldProps) {
  const { control, error } = useControl(name, deps)
  return (
    <Field id={id} label={label} error={error} hint={error === undefined ? hint : null}>
      {(wiring) => <PasswordInput {...rest} {...wiring} {...control} />}
    </Field>
  )
}

export function TextareaField({ name, label, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const { control, error } = useControl(name)
  return (
    <Field label={label} error={error}>
      {(wiring) => <Textarea rows={4} dir="auto" {...rest} {...wiring} {...control} />}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps {
  none: string
  options: Readonly<Record<string, string>>
}

export function SelectField({ name, label, none, options }: SelectFieldProps) {
  const { control, error } = useControl(name)
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <SelectInput {...wiring} {...control}>
          <option value="" disabled hidden>
            {none}
          </option>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  )
}

export function SubmitButton({ sending, children, ...rest }: ComponentProps<typeof Button> & { sending: string }) {
  const { isSubmitting } = useFormContext().formState
  return (
    <Button type="submit" pending={isSubmitting} {...rest}>
      {isSubmitting ? sending : children}
    </Button>
  )
}
