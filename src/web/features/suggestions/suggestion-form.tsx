import { useEffect } from 'react'
import { z } from 'zod'
import { featureTypes, priorities, priorityNames, suggestionText } from '../../../shared/account/suggestions.ts'
import { cleanInput } from '../../../shared/text-input.ts'
import { Form, SelectField, SubmitButton, TextareaField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { toast } from '../../components/toast.tsx'
import { callApi, isUnauthorized } from '../../lib/api/client.ts'
import { changeDraft, emptyDraft, getDraft } from '../../lib/stores/drafts.ts'

const typeNames: Record<(typeof featureTypes)[number], string> = {
  summarization: 'Summaries',
  export: 'Exports',
  ui: 'Design and usability',
  integration: 'Integrations',
  mobile: 'Mobile',
  analytics: 'Analytics',
  other: 'Something else',
}

const suggestionSchema = z.object({
  featureType: z.string().pipe(z.enum(featureTypes, { error: 'Choose a type.' })),
  priority: z.string().pipe(z.enum(priorityNames, { error: 'Choose a priority.' })),
  description: suggestionText('Tell us what you’d like.'),
})

/** Shows a failure in one line; the form has the rest. */
const tell = (title: string, description: string): void =>
  toast({ title, description, variant: 'destructive', isBrief: true })

/** Form for a suggestion. Input is kept until it is sent, even after a failure or an expired session. */
export default function SuggestionForm({ takesFocus, onSent }: { takesFocus: boolean; onSent: () => void }) {
  const { featureType, priority, description } = getDraft().suggestion
  const call = useCallForm({
    schema: suggestionSchema,
    defaultValues: { featureType, priority, description },
    send: async (body) => {
      await callApi('suggestFeature', { body })
      // Another one may have been started since.
      const typed = cleanInput(getDraft().suggestion.description).trim()
      if (typed === body.description) changeDraft({ suggestion: emptyDraft.suggestion })
      toast({ title: 'Suggestion Submitted!', description: 'Thank you for your feedback.' })
      onSent()
    },
    onFailure: (error) => {
      if (!isUnauthorized(error)) tell('Submission Failed', 'Failed to submit suggestion')
    },
    onInvalid: (errors) => {
      if (errors.description?.type !== 'too_big') tell('Missing Information', 'Please fill in all fields')
    },
  })
  const { setFocus, getValues } = call.form
  useEffect(() => {
    if (takesFocus) setFocus('featureType')
  }, [takesFocus, setFocus])
  return (
    <Form
      call={call}
      aria-label="Suggest a feature"
      fallback="Failed to submit suggestion"
      onChange={() => changeDraft({ suggestion: getValues() })}
      actions={
        <SubmitButton look="plain" sending="Submitting...">
          Submit Suggestion
        </SubmitButton>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <SelectField name="featureType" label="What is it about?" none="Choose a type" options={typeNames} />
        <SelectField name="priority" label="How important is it?" none="Choose a priority" options={priorities} />
      </div>
      <TextareaField name="description" label="Your suggestion" />
    </Form>
  )
}
