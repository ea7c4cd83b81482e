import { DialogTitle } from '../../../components/overlay/dialog.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../../components/states.tsx'
import { cn } from '../../../lib/cn.ts'

/**
 * The shape of a page before its text: each bar is where a line of the text will be. Takeaways that are written have
 * their own numbers.
 */
export const PageSkeleton = ({ isNumbered = true }: { isNumbered?: boolean }) => (
  <div aria-hidden="true" className="mx-auto max-w-150">
    <div className="space-y-3 border-t border-line pt-7.5">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
    </div>
    {/* Without rules of its own below the one of the last takeaway that is written. */}
    <div className={cn('mt-7.5 border-t', isNumbered ? 'border-line' : 'border-transparent')}>
      {['w-3/5', 'w-4/5', 'w-2/5', 'w-11/12', 'w-1/2'].map((last, index) => (
        <div key={last} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-inherit py-3 sm:pe-9">
          <span className="font-serif text-[1.0625rem]/6 font-medium text-accent tabular-nums">
            {isNumbered ? index + 1 : null}
          </span>
          <SkeletonText lines={2} last={last} className="max-w-[33em] space-y-2 py-1 text-[0.96875rem]" />
        </div>
      ))}
    </div>
    <Skeleton className="mt-10 h-6 w-32" />
    <SkeletonText lines={5} className="mt-5" />
    <SkeletonText lines={6} last="w-2/5" className="mt-8" />
    <SkeletonText lines={5} className="mt-8" />
  </div>
)

export const DetailSkeleton = () => (
  <SkeletonGroup label="Loading the summary" className="px-5 pt-6 pb-12 sm:px-14 sm:pt-8">
    <DialogTitle className="sr-only">Summary</DialogTitle>
    <div className="mx-auto max-w-150">
      <Skeleton className="h-3 w-20" />
      <Skeleton className="mt-4 h-9 w-4/5" />
      <Skeleton className="mt-4 mb-7 h-3.5 w-3/5" />
    </div>
    <PageSkeleton />
  </SkeletonGroup>
)
