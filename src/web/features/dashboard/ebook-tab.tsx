import type { ReactNode } from 'react'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { LockedPanel } from './ebook-lock.tsx'

interface EbookTabProps {
  plans: readonly Plan[]
  /** The person's own; undefined until loaded. */
  own: Plan | undefined
  plansFailed: boolean
  onUnlock: () => void
  /** For people whose plan reads e-books. */
  children: ReactNode
}

/** The tab that takes an e-book, or says which plan does. */
export function EbookTab({ plans, own, plansFailed, onUnlock, children }: EbookTabProps) {
  if (own === undefined) {
    return plansFailed ? (
      <p className="py-4 text-ink-soft">We couldn’t load your plan. Reload the page to try again.</p>
    ) : (
      <Skeleton className="h-36 rounded-control" />
    )
  }
  return own.ebooks ? children : <LockedPanel plans={plans} onUnlock={onUnlock} />
}
