import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../../lib/cn.ts'

interface WordSelectProps<V extends string> {
  label: string
  hideLabel?: boolean
  value: V
  options: readonly { value: V; label: string; lang?: string }[]
  onChange: (value: V) => void
  className?: string
}

/** The browser's own select, styled as a word with a small arrow. */
export function WordSelect<V extends string>(props: WordSelectProps<V>) {
  const { label, hideLabel = false, value, options, onChange, className } = props
  const id = useId()
  return (
    <span className="flex items-center gap-3">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {label}
      </label>
      <span className="relative inline-flex items-center">
        <select
          id={id}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = options.find((option) => option.value === currentTarget.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
          className={cn(
            'field-sizing-content min-h-9 max-w-[min(20rem,60vw)] cursor-default pointer-coarse:-my-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11 appearance-none rounded-control',
            '-mx-1.5 bg-transparent pr-6 pl-1.5 text-ellipsis transition-colors duration-150 hover:text-ink [&>option]:bg-raised',
            '[&>option]:text-ink',
            className,
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-0 size-3.5" />
      </span>
    </span>
  )
}
