import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from '../../../components/field.tsx'
import { searchHint, searchKeys } from '../../../lib/input.ts'
import { takeSearchFocus } from './search-request.ts'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  value: string
  /** Called a moment after the last key. */
  onChange: (value: string) => void
}

/** Search as one types. The / key and Ctrl+K lead here from every screen; Escape clears it. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)

  // The address can change without a key press here: by Back, or by a button that shows everything again.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(takeSearchFocus, [])

  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      onChange(sent.current)
    }, DEBOUNCE_MS)
  }
  return (
    <div className="relative grow">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-ink-soft"
      />
      <Input
        id="summary-search"
        type="search"
        aria-label="Search summaries"
        aria-keyshortcuts={searchKeys}
        placeholder="Search titles and summaries"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          change('')
        }}
        className="pl-10 [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden h-5.5 items-center rounded-chip border border-line px-1.5 font-sans text-xs text-ink-soft pointer-fine:inline-flex"
      >
        {searchHint()}
      </kbd>
    </div>
  )
}
