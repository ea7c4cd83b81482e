import { content } from '../../../shared/content.ts'
import { toast } from '../../components/toast/toast-store.ts'

/** Says that there is nothing to pay for: the person is on the plan already. */
export function tellActive(plan: string): void {
  toast({ title: 'Subscription Active', description: `Your ${plan} subscription is already active.` })
}

/** Says that a subscription which was to end does not, or that a request to end it is for people to take back. */
export function tellKept(plan: string, isStillEnding: boolean): void {
  if (isStillEnding) {
    toast({
      title: 'Cancellation Requested',
      description: `Your ${plan} subscription is active. To take your request to cancel back, write to ${content.supportEmail}.`,
    })
  } else {
    toast({ title: 'Subscription Active', description: `Your ${plan} subscription goes on.` })
  }
}
