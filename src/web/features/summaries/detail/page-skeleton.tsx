import { DialogTitle } from '../../../components/overlay/dialog.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../../components/states.tsx'

export const PageSkeleton = () => (
  <div aria-hidden="true" className="mx-auto max-w-150">
    <div className="space-y-3 border-t border-line pt-7">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
    </div>
    <div className="mt-7 border-t border-line">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
        <div key={row} className="border-b border-line py-3.5">
          <SkeletonText lines={2} />
        </div>
      ))}
    </div>
    <Skeleton className="mt-10 h-6 w-32" />
    <SkeletonText lines={5} className="mt-5" />
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
