import { cn } from '../lib/cn.ts'

/** A spinning ring. Decorative: the text beside it explains the wait. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('animate-turn base:size-6', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

/** Spinner in place of a screen. */
export function PageSpinner() {
  return (
    <output aria-label="Loading" className="grid min-h-[calc(100dvh-8rem)] place-items-center text-accent">
      <Spinner className="size-7" />
    </output>
  )
}
