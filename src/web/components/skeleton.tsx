import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** A bar where a line of text will stand. Decorative; its owner carries the words. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-breathe bg-sunk base:h-4 base:rounded-chip', className)} />
  )
}

/** Lines of text to come, the last one shorter. */
export function SkeletonText({ lines, className }: { lines: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block space-y-3', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={`line-${line}`} className={line === lines - 1 ? 'w-3/5' : 'w-full'} />
      ))}
    </span>
  )
}

interface SkeletonGroupProps {
  /** What is loading, for those who do not see the shape. */
  label: string
  className?: string
  children: ReactNode
}

/** The shape of something that loads. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
