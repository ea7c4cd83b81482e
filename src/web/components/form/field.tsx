import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'

const controlStyle = cn(
  'w-full min-h-11 rounded-control border border-line bg-paper px-3.5 py-2.5 text-base text-ink',
  'placeholder:text-ink-soft transition-colors duration-150 hover:not-disabled:border-line-strong',
  'focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60',
  'aria-invalid:border-bad aria-invalid:hover:border-bad autofill:shadow-[inset_0_0_0_100rem_var(--sunk)]',
  'autofill:[-webkit-text-fill-color:var(--ink)] sm:text-[0.9375rem]',
)

interface FieldProps {
  label: string
  /** Fixed id, by which password managers find a control. */
  id?: string
  error?: string | undefined
  hint?: ReactNode
  hideLabel?: boolean
  className?: string
  children: (wiring: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A labeled control with a hint and an error. */
export function Field({ label, id: givenId, error, hint, hideLabel = false, className, children }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={cn('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      {hint ? (
        <div id={`${id}-hint`} className="mt-1.5 text-[0.8125rem] text-ink-soft">
          {hint}
        </div>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[0.8125rem] text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(controlStyle, className)} {...rest} />
}

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={cn(controlStyle, 'block resize-y leading-relaxed', className)} {...rest} />
)

/** The browser's own select. */
export const SelectInput = ({ className, ...rest }: ComponentProps<'select'>) => (
  <div className="relative">
    <select className={cn(controlStyle, 'appearance-none pr-10', className)} {...rest} />
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-soft"
    />
  </div>
)
