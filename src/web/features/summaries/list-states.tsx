import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/skeleton.tsx'
import { cn } from '../../lib/cn.ts'

/** Placeholder of a list. */
export function RowSkeletons({ count, layout = 'row' }: { count: number; layout?: 'row' | 'card' }) {
  const card = layout === 'card'
  return (
    <SkeletonGroup label="Loading summaries" className={cn(card && 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3')}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={`row-${index}`}
          className={card ? 'rounded-card border border-line bg-raised p-5.5' : 'border-b border-line py-5'}
        >
          <Skeleton className={card ? 'h-5 w-4/5' : 'h-5 w-2/5'} />
          <SkeletonText lines={card ? 3 : 2} className="mt-3.5 max-w-[34rem]" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
