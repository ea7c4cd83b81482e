import { ChevronDown } from 'lucide-react'

export interface SelectMenuProps<V extends string> {
  /** What is being chosen, for those who do not see it. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** As `SelectMenu`, for values of any kind. */
export type AnySelectMenuProps = SelectMenuProps<string>

const triggerStyle =
  'relative touch-target inline-flex min-h-9 items-center gap-1 rounded-control text-sm whitespace-nowrap text-ink-soft transition-colors duration-150 hover:text-ink data-[state=open]:text-ink'

/** What the button of a choice shows and is called. */
export function selectMenuTrigger({ label, value, options }: AnySelectMenuProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return {
    'aria-label': `${label}: ${chosen}`,
    className: triggerStyle,
    children: (
      <>
        {chosen}
        <ChevronDown className="size-3.5" />
      </>
    ),
  }
}
