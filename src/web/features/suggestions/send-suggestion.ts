import { useMutation } from '@tanstack/react-query'
import { billingCalls } from '../../../shared/api/billing-calls.ts'
import type { FeatureSuggestionPayload } from '../../../shared/suggestions.ts'
import { cleanInput } from '../../../shared/text-input.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { callApi } from '../../lib/api/client.ts'
import { changeDraft, emptyDraft, getDraft } from '../../lib/drafts.ts'

/** POST /api/feature-suggestions. */
function sendSuggestion(suggestion: FeatureSuggestionPayload): Promise<{ id: string }> {
  return callApi(billingCalls.suggestFeature, 201, { body: suggestion })
}

/** Sends a suggestion, says how that went, and empties what was typed once it is sent. */
export function useSendSuggestion() {
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
