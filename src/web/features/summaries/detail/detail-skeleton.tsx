import { DialogTitle } from '../../../components/dialog.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../../components/skeleton.tsx'

/** The shape of a summary's page while it loads. */
export function DetailSkeleton() {
  return (
    <SkeletonGroup label="Loading the summary" className="px-5 pt-6 pb-12 sm:px-14 sm:pt-8">
      <DialogTitle className="sr-only">Summary</DialogTitle>
      <Skeleton className="h-3 w-20" />
      <Skeleton className="mt-4 h-10 w-4/5" />
      <Skeleton className="mt-4 h-3.5 w-3/5" />
      <SkeletonText lines={5} className="mt-8" />
      <div className="mt-8 border-t border-line">
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="border-b border-line py-4.5">
            <Skeleton className="w-4/5" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
