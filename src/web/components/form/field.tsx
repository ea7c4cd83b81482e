import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'

const controlStyle = cn(
  'w-full min-h-11 rounded-control bg-paper px-3.5 text-base text-ink placeholder:text-ink-soft disabled:opacity-60',
  'transition-colors duration-150 autofill:shadow-[inset_0_0_0_100rem_var(--sunk)]',
  'autofill:[-webkit-text-fill-color:var(--ink)] sm:text-[0.9375rem]',
)

const lineStyle = cn(
  'border border-line py-2.5 hover:not-disabled:border-line-strong aria-invalid:border-bad',
  'aria-invalid:hover:border-bad focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0',
)

/**
 * The line of a text area is an outline. Its border has the color of the field and takes the place of padding, in which
 * lines that scroll would be visible; less of it below, since the handle for its size is above the border.
 */
const areaStyle = cn(
  'block resize-y border-x border-t-[0.625rem] border-b-[0.375rem] border-paper pb-1 leading-relaxed',
  'forced-colors:border-[Canvas]',
  'outline -outline-offset-1 outline-line hover:not-disabled:outline-line-strong focus-visible:outline-2',
  'focus-visible:-outline-offset-1 focus-visible:outline-ink aria-invalid:outline-bad aria-invalid:hover:outline-bad',
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
  return <input className={cn(controlStyle, lineStyle, className)} {...rest} />
}

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={cn(controlStyle, areaStyle, className)} {...rest} />
)

/** The browser's own select. */
export const SelectInput = ({ className, ...rest }: ComponentProps<'select'>) => (
  <div className="relative">
    <select className={cn(controlStyle, lineStyle, 'appearance-none pr-10', className)} {...rest} />
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-soft"
    />
  </div>
)
