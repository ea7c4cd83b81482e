import { ChevronDown } from 'lucide-react'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './menu.tsx'

interface SelectMenuProps<V extends string> {
  /** What is being chosen, for those who do not see it. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** A choice of few, set as a word with a small arrow rather than as a box. */
export function SelectMenu<V extends string>({ label, value, options, onChange }: SelectMenuProps<V>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu>
      <MenuTrigger
        aria-label={`${label}: ${chosen?.label ?? ''}`}
        className="relative touch-target inline-flex min-h-9 items-center gap-1 rounded-control text-sm whitespace-nowrap text-ink-soft transition-colors duration-150 hover:text-ink data-[state=open]:text-ink"
      >
        {chosen?.label}
        <ChevronDown className="size-3.5" />
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup
          value={value}
          onValueChange={(next) => {
            const option = options.find((candidate) => candidate.value === next)
            if (option !== undefined) onChange(option.value)
          }}
        >
          {options.map((option) => (
            <MenuRadioItem key={option.value} value={option.value}>
              {option.label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
