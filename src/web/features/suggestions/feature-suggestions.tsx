import { Suspense, useRef, useState } from 'react'
import { content } from '../../../shared/content.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../components/error-boundary.tsx'
import { LoadFailure, Skeleton, SkeletonGroup } from '../../components/states.tsx'
import { focusOnMount } from '../../lib/page/focus.ts'
import { whenIdle } from '../../lib/page/idle.ts'
import { useNear } from '../../lib/page/use-near.ts'

// The form library is large, and most visits don't need it.
const SuggestionForm = lazyScript(async () => {
  await whenIdle()
  return import('./suggestion-form.tsx')
})

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

export function FeatureSuggestions() {
  const section = useRef<HTMLElement>(null)
  const isNear = useNear(section, 600)
  const [stage, setStage] = useState<'first' | 'sent' | 'another'>('first')
  return (
    <section ref={section} aria-labelledby="suggestions-heading">
      <div className="mb-5 border-b border-line pb-2.5">
        <h2 id="suggestions-heading" className="text-[1.3125rem] leading-tight sm:text-[1.5625rem]">
          Feature Suggestions
        </h2>
      </div>
      {stage === 'sent' ? (
        <div className="py-2">
          <h3 ref={focusOnMount} tabIndex={-1} className="text-[1.3125rem] leading-snug outline-none">
            Thank you for your suggestion
          </h3>
          <p className="mt-1.5 mb-5 max-w-[54ch] text-ink-soft">We read every suggestion.</p>
          <Button look="plain" onClick={() => setStage('another')}>
            Submit Another Suggestion
          </Button>
        </div>
      ) : (
        <>
          <p className="mb-5 max-w-[54ch] text-ink-soft">What’s missing from {content.productName}?</p>
          <ErrorBoundary renderFailure={() => <LoadFailure />}>
            <Suspense fallback={<FormSkeleton />}>
              {isNear ? (
                <SuggestionForm takesFocus={stage === 'another'} onSent={() => setStage('sent')} />
              ) : (
                <FormSkeleton />
              )}
            </Suspense>
          </ErrorBoundary>
        </>
      )}
    </section>
  )
}
