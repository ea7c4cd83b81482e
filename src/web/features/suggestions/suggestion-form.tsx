import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { featureSuggestionSchema } from '../../../shared/suggestions.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, SelectInput, Textarea } from '../../components/field.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized } from '../../lib/api/api-error.ts'
import { changeDraft, useDraft } from '../../lib/drafts.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useSendSuggestion } from './send-suggestion.ts'
import { priorityOptions, typeOptions } from './suggestion-words.ts'

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
export function SuggestionForm({ takesFocus, onSent }: SuggestionFormProps) {
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
