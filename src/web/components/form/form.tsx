import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  useFormContext,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, hasCode, reasonOf } from '../../lib/api/client.ts'
import { cn } from '../../lib/cn.ts'
import { FailureLine } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Field, Input, SelectInput, Textarea } from './field.tsx'

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

/** Whether the server requires a recent sign-in, because the user has no password. */
export const needsFreshSignIn = (error: unknown): boolean => hasCode(error, 'sign_in_again')

function fieldMessages(error: Error): Map<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  const messages = new Map(error.fields.map(({ path, message }) => [path, message]))
  if (error.code === 'wrong_password') messages.set('currentPassword', reasonOf(error))
  return messages
}

interface Failure<I extends FieldValues> {
  error: Error
  /** Whether it concerns the whole request, rather than fields. */
  isGeneral: boolean
  /** Field to correct. */
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
  /** The field to correct if the server doesn't name it. */
  fieldOf?: (error: Error) => Path<I> | undefined
}

/** State of a form that sends its values in a call; `Form` renders it. After a failure, focus moves to the field to correct. */
export function useCallForm<I extends FieldValues, O>(options: CallFormOptions<I, O>) {
  const { schema, defaultValues, send, onFailure, onInvalid, fieldOf } = options
  const form = useForm<I, unknown, O>({ resolver: zodResolver(schema), defaultValues })
  const { isSubmitting } = form.formState
  const [failure, setFailure] = useState<Failure<I> | null>(null)

  const fail = (error: Error, focused: Element | null): void => {
    const messages = fieldMessages(error)
    const rejected = Object.keys(form.getValues()).filter((name): name is Path<I> => messages.has(name))
    for (const name of rejected) form.setError(name, { message: messages.get(name) })
    const field = rejected[0] ?? fieldOf?.(error)
    setFailure({ error, isGeneral: rejected.length === 0 && !needsFreshSignIn(error), field, focused })
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

  return {
    form,
    submit,
    isSubmitting,
    error: failure?.error ?? null,
    generalError: failure?.isGeneral ? failure.error : null,
  }
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
