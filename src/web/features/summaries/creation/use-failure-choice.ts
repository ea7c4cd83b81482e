import { useLocation } from 'wouter'
import { changeDraft, type DraftTab, getDraft, withSent } from '../../../lib/drafts.ts'
import { useCreation } from './creation-context.ts'
import type { FailedSource, FailureChoice } from './failure-choices.ts'

/** The tab on which a choice goes on. */
function tabFor(choice: FailureChoice, { kind, isBook }: FailedSource): DraftTab {
  if (choice === 'upload') return 'document'
  if (kind === 'text' && choice !== 'choose-file') return 'text'
  if (choice !== 'choose-file') return 'url'
  return isBook || getDraft().tab === 'epub' ? 'epub' : 'document'
}

/** A function that does what a person has chosen to do about a summary that failed. */
export function useFailureChoice(id: string, source: FailedSource): (choice: FailureChoice) => void {
  const [, navigate] = useLocation()
  const { retry } = useCreation()
  return (choice) => {
    if (choice === 'retry') {
      retry(id)
      return
    }
    if (choice === 'upgrade') {
      navigate('/subscribe')
      return
    }
    const { payload } = source
    if (payload !== null) changeDraft(withSent(getDraft(), payload))
    changeDraft({ tab: tabFor(choice, source) })
    navigate('/dashboard')
  }
}
