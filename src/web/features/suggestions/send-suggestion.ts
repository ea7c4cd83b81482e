import { useMutation } from '@tanstack/react-query'
import { billingCalls } from '../../../shared/api/billing-calls.ts'
import type { FeatureSuggestionPayload } from '../../../shared/suggestions.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { callApi } from '../../lib/api/client.ts'

/** POST /api/feature-suggestions. */
export function sendSuggestion(suggestion: FeatureSuggestionPayload): Promise<{ id: string }> {
  return callApi(billingCalls.suggestFeature, 201, { body: suggestion })
}

/** Sends a suggestion, and says how that went. */
export function useSendSuggestion() {
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: sendSuggestion,
    onSuccess: () => toast({ title: 'Suggestion Submitted!', description: 'Thank you for your feedback.' }),
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({ title: 'Submission Failed', description: 'Failed to submit suggestion', variant: 'destructive' })
    },
  })
}
