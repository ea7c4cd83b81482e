import { useEffect, useRef, useState } from 'react'
import { content } from '../../../shared/content.ts'
import { Button } from '../../components/button.tsx'
import { SuggestionForm } from './suggestion-form.tsx'

function ThankYou({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form that had the keyboard is gone.
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="py-2">
      <h3 ref={heading} tabIndex={-1} className="text-[1.3125rem] leading-snug outline-none">
        Thank you for your suggestion
      </h3>
      <p className="mt-1.5 mb-5 max-w-[54ch] text-ink-soft">We read every suggestion.</p>
      <Button look="plain" onClick={onAnother}>
        Submit Another Suggestion
      </Button>
    </div>
  )
}

/** Feature suggestion form with its thank-you state. */
export function FeatureSuggestions() {
  const [stage, setStage] = useState<'first' | 'sent' | 'another'>('first')
  return (
    <section aria-labelledby="suggestions-heading">
      <div className="mb-5 border-b border-line pb-2.5">
        <h2 id="suggestions-heading" className="text-[1.3125rem] leading-tight sm:text-[1.5625rem]">
          Feature Suggestions
        </h2>
      </div>
      {stage === 'sent' ? (
        <ThankYou onAnother={() => setStage('another')} />
      ) : (
        <>
          <p className="mb-5 max-w-[54ch] text-ink-soft">What’s missing from {content.productName}?</p>
          <SuggestionForm takesFocus={stage === 'another'} onSent={() => setStage('sent')} />
        </>
      )}
    </section>
  )
}
