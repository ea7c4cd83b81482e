import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { content } from '../../../shared/content.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../components/error-boundary.tsx'
import { LoadFailure, Skeleton, SkeletonGroup } from '../../components/states.tsx'
import { focusOnMount } from '../../lib/page/focus.ts'
import { getDraft } from '../../lib/stores/drafts.ts'

// The form library is large, and most visits don't need it.
const SuggestionForm = lazyScript(async () => import('./suggestion-form.tsx'))

/** As high as the form. */
const FormSkeleton = () => (
  <SkeletonGroup label="Loading the form" className="space-y-5">
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Skeleton className="h-18 rounded-control sm:h-[4.40625rem]" />
      <Skeleton className="h-18 rounded-control sm:h-[4.40625rem]" />
    </div>
    <Skeleton className="h-38 rounded-control sm:h-[9.09375rem]" />
    <Skeleton className="h-10 w-42 rounded-control pointer-coarse:h-11" />
  </SkeletonGroup>
)

/** A form for suggestions, one line until it is opened, or as long as a typed suggestion wasn't sent. */
export function FeatureSuggestions() {
  const [isOpen, setOpen] = useState(() => Object.values(getDraft().suggestion).some((typed) => typed !== ''))
  const [stage, setStage] = useState<'first' | 'sent' | 'another'>('first')
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/suggestions border-y border-line"
    >
      <summary className="flex min-h-14 list-none items-center gap-x-4 py-2 text-ink-soft transition-colors duration-150 hover:text-ink [&::-webkit-details-marker]:hidden">
        <h2 className="text-[1.1875rem] leading-tight text-ink">Feature Suggestions</h2>
        <span className="ml-auto text-sm max-xs:hidden">What’s missing from {content.productName}?</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-150 group-open/suggestions:rotate-180 max-xs:ml-auto"
        />
      </summary>
      <div className="pt-2 pb-7">
        {stage === 'sent' ? (
          <>
            <h3 ref={focusOnMount} tabIndex={-1} className="text-[1.3125rem] leading-snug outline-none">
              Thank you for your suggestion
            </h3>
            <p className="mt-1.5 mb-5 max-w-[54ch] text-ink-soft">We read every suggestion.</p>
            <Button look="plain" onClick={() => setStage('another')}>
              Submit Another Suggestion
            </Button>
          </>
        ) : isOpen ? (
          <ErrorBoundary renderFailure={() => <LoadFailure />}>
            <Suspense fallback={<FormSkeleton />}>
              <SuggestionForm takesFocus={stage === 'another'} onSent={() => setStage('sent')} />
            </Suspense>
          </ErrorBoundary>
        ) : null}
      </div>
    </details>
  )
}
