import { ChevronDown } from 'lucide-react'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './menu.tsx'

interface SelectMenuProps<V extends string> {
  /** Names the choice for screen readers. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** Choice among a few options, set as a word with a small arrow rather than as a box. */
export function SelectMenu<V extends string>({ label, value, options, onChange }: SelectMenuProps<V>) {
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  const choose = (next: string) => {
    const option = options.find((each) => each.value === next)
    if (option !== undefined) onChange(option.value)
  }
  return (
    <Menu>
      <MenuTrigger
        aria-label={`${label}: ${chosen}`}
        className="relative touch-target inline-flex min-h-9 items-center gap-1 rounded-control text-sm whitespace-nowrap text-ink-soft transition-colors duration-150 hover:text-ink data-[state=open]:text-ink"
      >
        {chosen}
        <ChevronDown className="size-3.5" />
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup value={value} onValueChange={choose}>
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
