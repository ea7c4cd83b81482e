import { ChevronDown } from 'lucide-react'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../../components/menu.tsx'
import type { ListType, RecentType } from './api/list-summaries.ts'

interface SelectMenuProps<V extends string> {
  /** Names the choice for screen readers. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** Choice among a few options, set as a word with a small arrow rather than as a box. */
function SelectMenu<V extends string>({ label, value, options, onChange }: SelectMenuProps<V>) {
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

type Option<T> = Readonly<{ value: T; label: string }>

/** Type filters of the dashboard. */
export const recentTypeOptions: readonly Option<RecentType>[] = [
  { value: 'all', label: 'All Types' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'article', label: 'Articles' },
]

/** Type filters of My Summaries. */
export const listTypeOptions: readonly Option<ListType>[] = [
  ...recentTypeOptions,
  { value: 'document', label: 'Documents' },
  { value: 'epub', label: 'E\u2011books' },
]

interface TypeFilterProps<T extends string> {
  value: T
  options: readonly Option<T>[]
  onChange: (type: T) => void
}

/** Filters a list by the type of the source. */
export function TypeFilter<T extends string>(props: TypeFilterProps<T>) {
  return <SelectMenu label="Type" {...props} />
}
