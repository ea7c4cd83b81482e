import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'

interface RevealButtonProps {
  /** Number of items or rows that are shown before. */
  shown: number
  /** Shows the others; the button disappears. */
  onReveal: () => void
  className?: string
  children: ReactNode
}

/** Reveals the rest of the list or table before it, and moves focus to the first of what it reveals. */
export const RevealButton = ({ shown, onReveal, ...rest }: RevealButtonProps) => (
  <Button
    look="text"
    onClick={({ currentTarget: { previousElementSibling: list } }) => {
      flushSync(onReveal)
      const first = list?.querySelectorAll<HTMLElement>(':scope > li, tbody > tr')[shown]
      first?.setAttribute('tabindex', '-1')
      first?.focus()
    }}
    {...rest}
  />
)
