import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

interface AlertProps {
  /** `bad` is read out at once; `note` when a screen reader has time. */
  tone: 'note' | 'bad'
  className?: string
  /** Null while there is nothing to say. */
  children: ReactNode
}

/** A message in the flow of a page: phrasing content, so no paragraphs in it. */
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
  // What is not urgent is read out only where it comes into a place that was there before.
  return tone === 'bad' ? box : <output className="block">{box}</output>
}
