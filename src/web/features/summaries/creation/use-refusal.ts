import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'

const UPGRADE_DELAY_MS = 2000

/** A function that says why a request was refused, and leads on where that helps. It returns the words. */
export function useRefusal(): (error: unknown) => string {
  const [, navigate] = useLocation()
  const onSessionLoss = useSessionLoss()
  return useCallback(
    (error: unknown): string => {
      const message = reasonOf(error, 'Failed to create summary. Please try again.')
      if (onSessionLoss(error)) return 'You are logged out.'
      if (requiresUpgrade(error)) {
        toast({
          title: 'Upgrade Required',
          description: "You've reached your limit. Upgrade to Pro for unlimited summaries.",
          variant: 'destructive',
        })
        setTimeout(() => navigate('/subscribe'), UPGRADE_DELAY_MS)
      } else {
        toast({ title: 'Error', description: message, variant: 'destructive' })
      }
      return message
    },
    [navigate, onSessionLoss],
  )
}
