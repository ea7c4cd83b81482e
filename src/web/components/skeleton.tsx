import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** A bar in place of a line of text. Decorative. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-breathe bg-sunk base:h-4 base:rounded-chip', className)} />
  )
}

/** Bars in place of several lines of text, the last one shorter. */
export function SkeletonText({ lines, className }: { lines: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block space-y-3', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={`line-${line}`} className={line === lines - 1 ? 'w-3/5' : 'w-full'} />
      ))}
    </span>
  )
}

/** Placeholder of content that loads. Screen readers read the label. */
export function SkeletonGroup(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className, children } = props
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
