import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isUnauthorized, reasonOf } from '../lib/api/client.ts'
import { cn } from '../lib/cn.ts'
import { isUnreachable } from '../lib/kept.ts'
import { useOnline } from '../lib/page/use-online.ts'
import { Button } from './button.tsx'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('block animate-breathe bg-ghost base:h-4 base:rounded-chip', className)} />
)

type SkeletonTextProps = { lines: number; last?: string; className?: string }

/** `last` is the width of the last line. */
export const SkeletonText = ({ lines, last = 'w-3/5', className }: SkeletonTextProps) => (
  <span aria-hidden="true" className={cn('block base:space-y-3', className)}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={`line-${line}`} className={line === lines - 1 ? last : 'w-full'} />
    ))}
  </span>
)

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

interface StateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}

export function EmptyState({ title, children, action, className }: StateProps) {
  return (
    <div className={cn('base:py-12', className)}>
      <p className="font-serif text-[1.3125rem] leading-snug">{title}</p>
      {children ? <div className="mt-1.5 max-w-[54ch] text-sm text-pretty text-ink-soft">{children}</div> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  )
}

interface ErrorStateProps extends Omit<StateProps, 'action'> {
  onRetry: () => void
  retrying?: boolean
}

export function ErrorState({ onRetry, retrying = false, className = 'py-12', ...state }: ErrorStateProps) {
  const retry = (
    <Button look="plain" pending={retrying} onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState {...state} className={className} action={retry} />
    </div>
  )
}

/** Shown in place of content that can't load offline. It loads by itself once the browser is online. */
export function LoadFailure({ className }: { className?: string }) {
  const isOnline = useOnline()
  return (
    <div role="alert" className={className}>
      <p className="font-serif text-[1.3125rem] leading-snug">
        {isOnline ? 'This didn’t load' : 'Not available offline'}
      </p>
      <p className="mt-1.5 text-sm text-ink-soft">
        {isOnline ? 'Reload the page to try again.' : 'We’ll open this as soon as you’re back.'}
      </p>
      {isOnline ? (
        <Button look="plain" className="mt-5 w-fit" onClick={() => location.reload()}>
          Reload
        </Button>
      ) : null}
    </div>
  )
}

interface QueryStateProps<T> {
  query: Pick<UseQueryResult, 'error' | 'isPaused' | 'isFetching' | 'refetch'> & { data: T | undefined }
  failed: string
  placeholder: ReactNode
  className?: string
  children: (data: T) => ReactNode
}

/** Shows the data of a query, or a placeholder while it loads, or why it didn't load. */
export function QueryState<T>({ query, failed, placeholder, className, children }: QueryStateProps<T>) {
  const { data, error, isPaused, isFetching, refetch } = query
  const isOnline = useOnline()
  if (data !== undefined) return children(data)
  if (isPaused || (!isOnline && isUnreachable(error))) return <LoadFailure className={className ?? 'py-12'} />
  if (error === null || isUnauthorized(error)) return placeholder
  return (
    <ErrorState title={failed} className={className} onRetry={() => void refetch()} retrying={isFetching}>
      {reasonOf(error)}
    </ErrorState>
  )
}
