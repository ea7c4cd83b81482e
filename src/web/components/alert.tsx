import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

interface AlertProps {
  /** Screen readers announce `bad` immediately, and `note` when they are idle. */
  tone: 'note' | 'bad'
  className?: string
  /** Null without a message. */
  children: ReactNode
}

/** A message within a page. Its content must be phrasing content, without paragraphs. */
export function Alert({ tone, className, children }: AlertProps) {
  const box =
    children === null ? null : (
      <span
        role={tone === 'bad' ? 'alert' : undefined}
        className={cn(
          'block animate-fade rounded-control border px-4 py-3 text-sm wrap-anywhere',
          tone === 'bad' ? 'border-bad/40 bg-bad-wash text-bad' : 'border-line bg-sunk text-ink',
          className,
        )}
      >
        {children}
      </span>
    )
  // A live region must exist before its content, or screen readers don't announce it.
  return tone === 'bad' ? box : <output className="block">{box}</output>
}
