import { DialogTitle } from '../../../components/overlay/dialog.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../../components/states.tsx'
import { cn } from '../../../lib/cn.ts'

interface PageSkeletonProps {
  /** Whether its takeaways have their numbers: those that are written have their own. */
  isNumbered?: boolean
}

/** The shape of a page before its text: each bar is where a line of the text will be. */
export const PageSkeleton = ({ isNumbered = true }: PageSkeletonProps) => (
  <div aria-hidden="true" className="mx-auto max-w-150">
    <div className="space-y-3 border-t border-line pt-7.5">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
    </div>
    <div className="mt-7.5 border-t border-line">
      {['w-3/5', 'w-4/5', 'w-2/5', 'w-11/12', 'w-1/2'].map((last, index) => (
        <div
          key={last}
          // The rule below the last takeaway that is written stands alone.
          className={cn(
            'grid grid-cols-[2rem_minmax(0,1fr)] border-b border-line py-3 sm:pe-9',
            !isNumbered && 'border-transparent',
          )}
        >
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
