import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { billingCalls } from '../../../shared/api/billing-calls.ts'
import { content } from '../../../shared/content.ts'
import {
  type FeatureSuggestionPayload,
  featureSuggestionSchema,
  featureTypes,
  priorities,
  priorityNames,
} from '../../../shared/suggestions.ts'
import { cleanInput } from '../../../shared/text-input.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, SelectInput, Textarea } from '../../components/field.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { ApiError, isUnauthorized } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { changeDraft, emptyDraft, getDraft, useDraft } from '../../lib/drafts.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'

const typeNames: Record<(typeof featureTypes)[number], string> = {
  summarization: 'Summarizing',
  export: 'Exports',
  ui: 'How it looks and works',
  integration: 'Working with other tools',
  mobile: 'On the phone',
  analytics: 'Statistics',
  other: 'Something else',
}

/** What a suggestion can be about, in words. */
const typeOptions = featureTypes.map((value) => ({ value, label: typeNames[value] }))

/** How much something is needed, in words. */
const priorityOptions = priorityNames.map((value) => ({ value, label: priorities[value] }))

/** POST /api/feature-suggestions. */
function sendSuggestion(suggestion: FeatureSuggestionPayload): Promise<{ id: string }> {
  return callApi(billingCalls.suggestFeature, 201, { body: suggestion })
}

/** Sends a suggestion, says how that went, and empties what was typed once it is sent. */
function useSendSuggestion() {
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: sendSuggestion,
    onSuccess: (_, { description }) => {
      // Whether or not its form is still on the screen. Another one may have been begun there since.
      const typed = cleanInput(getDraft().suggestion.description).trim()
      if (typed === description) changeDraft({ suggestion: emptyDraft.suggestion })
      toast({ title: 'Suggestion Submitted!', description: 'Thank you for your feedback.' })
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({ title: 'Submission Failed', description: 'Failed to submit suggestion', variant: 'destructive' })
    },
  })
}

const fields = ['featureType', 'priority', 'description'] as const
type SuggestionField = (typeof fields)[number]
type Problems = Partial<Record<SuggestionField, string>>

interface ChoiceProps {
  name: SuggestionField
  label: string
  /** Stands for no choice. */
  none: string
  options: readonly { value: string; label: string }[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Choice({ name, label, none, options, value, error, onChange }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <SelectInput {...wiring} name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="" disabled hidden>
            {none}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  )
}

const missing: Record<SuggestionField, string> = {
  featureType: 'Choose a type.',
  priority: 'Choose a priority.',
  description: 'Tell us what you’d like.',
}

/** What is wrong with a field of what was typed. */
function problemOf(name: SuggestionField, { code, message }: z.core.$ZodIssue): string {
  return code === 'too_big' ? message : missing[name]
}

/** Which fields stand in the way, and what to say of each. */
function problemsOf(issues: readonly z.core.$ZodIssue[]): Problems {
  const found: Problems = {}
  for (const name of fields) {
    const issue = issues.find(({ path }) => path[0] === name)
    if (issue !== undefined) found[name] = problemOf(name, issue)
  }
  return found
}

interface SuggestionFormProps {
  /** Whether the keyboard comes along: what it was on has gone. */
  takesFocus: boolean
  onSent: () => void
}

/** Takes a suggestion. What was typed is kept until it is sent, through a failure and the end of a session too. */
function SuggestionForm({ takesFocus, onSent }: SuggestionFormProps) {
  const { suggestion } = useDraft()
  const [problems, setProblems] = useState<Problems>({})
  const { mutate, isPending, error } = useSendSuggestion()
  const rememberFocus = useFocusBack(error)
  const form = useRef<HTMLFormElement>(null)
  const focusOn = (name: SuggestionField) => {
    const control = form.current?.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus()
  }
  const begin = useEffectEvent(() => {
    if (takesFocus) focusOn('featureType')
  })
  useEffect(() => begin(), [])

  const change = (name: SuggestionField, value: string) => {
    changeDraft({ suggestion: { ...suggestion, [name]: value } })
    setProblems({ ...problems, [name]: undefined })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    const checked = featureSuggestionSchema.safeParse(suggestion)
    if (checked.success) {
      rememberFocus()
      mutate(checked.data, { onSuccess: onSent })
      return
    }
    const found = problemsOf(checked.error.issues)
    setProblems(found)
    if (checked.error.issues.every(({ code }) => code !== 'too_big')) {
      toast({ title: 'Missing Information', description: 'Please fill in all fields', variant: 'destructive' })
    }
    const first = fields.find((name) => found[name] !== undefined)
    if (first !== undefined) focusOn(first)
  }
  const reasonGiven = error instanceof ApiError && error.reason !== null && !isUnauthorized(error)
  return (
    <form ref={form} noValidate aria-label="Suggest a feature" onSubmit={submit} className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Choice
          name="featureType"
          label="What is it about?"
          none="Choose a type"
          options={typeOptions}
          value={suggestion.featureType}
          error={problems.featureType}
          onChange={(value) => change('featureType', value)}
        />
        <Choice
          name="priority"
          label="How important is it?"
          none="Choose a priority"
          options={priorityOptions}
          value={suggestion.priority}
          error={problems.priority}
          onChange={(value) => change('priority', value)}
        />
      </div>
      <Field label="Your suggestion" error={problems.description}>
        {(wiring) => (
          <Textarea
            {...wiring}
            name="description"
            rows={4}
            dir="auto"
            value={suggestion.description}
            readOnly={isPending}
            onChange={(event) => change('description', event.currentTarget.value)}
          />
        )}
      </Field>
      {reasonGiven ? <FailureLine error={error} fallback="Failed to submit suggestion" /> : null}
      <Button type="submit" look="plain" pending={isPending}>
        {isPending ? 'Submitting...' : 'Submit Suggestion'}
      </Button>
    </form>
  )
}

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
