import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked'> {
  /** Some of what it stands for, and not all, is `mixed`. */
  checked: boolean | 'mixed'
  /** What is checked, for those who do not see what stands beside it. */
  label: string
}

/** A box to check, as large as a finger needs it where a finger is what points. */
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
        // A little larger than the box one sees: 26 px for a pointer, 44 for a finger.
        className={cn(
          'peer absolute -inset-1 cursor-pointer appearance-none rounded-control outline-offset-0 before:absolute',
          'before:inset-1/2 before:size-full before:-translate-1/2 pointer-coarse:before:size-11',
          'pointer-fine:before:size-9',
        )}
        {...rest}
      />
      <span
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute inset-0 rounded-chip border border-line-strong bg-paper transition-colors',
          'duration-150 peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent',
          'peer-indeterminate:bg-accent peer-hover:border-ink',
        )}
      />
      <Icon
        aria-hidden="true"
        strokeWidth={3}
        className={cn('pointer-events-none relative size-3 text-on-accent', checked === false && 'invisible')}
      />
    </span>
  )
}
