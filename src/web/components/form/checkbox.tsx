import { Check, Minus } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { cn } from '../../lib/cn.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked'> {
  /** `mixed` if some of the items are checked. */
  checked: boolean | 'mixed'
  label: string
}

export function Checkbox({ checked, label, className, ...rest }: CheckboxProps) {
  const Icon = checked === 'mixed' ? Minus : Check
  return (
    <span className={cn('relative inline-grid size-4.5 shrink-0 place-items-center', className)}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        ref={(input) => {
          if (input !== null) input.indeterminate = checked === 'mixed'
        }}
        // Larger than the visible box: 36 px for mice, 44 px for fingers.
        className="peer absolute -inset-1 cursor-pointer appearance-none rounded-control outline-offset-0 before:absolute before:inset-1/2 before:size-full before:-translate-1/2 pointer-coarse:before:size-11 pointer-fine:before:size-9"
        {...rest}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-chip border border-line-strong bg-paper transition-colors duration-150 peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-hover:border-ink"
      />
      <Icon
        aria-hidden="true"
        strokeWidth={3}
        className={cn('pointer-events-none relative size-3 text-on-accent', checked === false && 'invisible')}
      />
    </span>
  )
}

interface LabeledCheckboxProps extends CheckboxProps {
  checked: boolean
  hint: string
}

export function LabeledCheckbox({ label, hint, className, ...rest }: LabeledCheckboxProps) {
  const hintId = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is the component inside
    <label className={cn('flex gap-3', className)}>
      <Checkbox label={label} aria-describedby={hintId} className="mt-0.5" {...rest} />
      <span aria-hidden="true">
        {label}
        <span id={hintId} className="block text-sm text-ink-soft">
          {hint}
        </span>
      </span>
    </label>
  )
}
