import { Suspense } from 'react'
import type { UploadTab } from '../../../shared/formats.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../components/error-boundary.tsx'
import { LoadFailure, Skeleton } from '../../components/states.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import { sendOnEnter } from '../../lib/page/input.ts'
import type { TabProps } from './url-tab.tsx'

// The upload library is large, and only two tabs need it.
const UploadPanel = lazyScript(async () => import('../uploads/upload-panel.tsx'))

export function FileTab({ group, draft, error, submit, focusField }: TabProps & { group: UploadTab }) {
  const { id } = useUser()
  return (
    <div role="presentation" onKeyDown={sendOnEnter} className="space-y-4">
      <ErrorBoundary key={group} renderFailure={() => <LoadFailure className="grid min-h-36 content-center" />}>
        {/* As high as the drop zone, whose lines depend on the width. */}
        <Suspense
          fallback={
            <Skeleton
              className={cn('rounded-control', group === 'epub' ? 'h-47 sm:h-36' : 'h-52.5 sm:h-42 lg:h-52.5 xl:h-42')}
            />
          }
        >
          <UploadPanel group={group} owner={id} />
        </Suspense>
      </ErrorBoundary>
      {error === undefined ? null : (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
      {focusField}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-[0.8125rem] text-ink-soft">We delete files right after summarizing them.</p>
        <Button {...submit} disabled={draft[group] === null} className="min-h-11 max-sm:w-full">
          Summarize
        </Button>
      </div>
    </div>
  )
}
