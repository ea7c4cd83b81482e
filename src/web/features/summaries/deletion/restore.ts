import type { QueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../../shared/format.ts'
import { UNDO_DELETE_MS } from '../../../../shared/retention.ts'
import { type ToastMessage, toast } from '../../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../../lib/api/api-error.ts'
import { inTurns } from '../../../lib/in-turns.ts'
import { AT_ONCE, restoreSummary } from '../api/delete-summary.ts'
import { changeShown, refreshCounts } from '../api/refresh.ts'
import { revealSummary } from '../reveal.ts'
import { showRestored } from './deleted.ts'

const isLate = (error: Error): boolean => error instanceof ApiError && error.status === 404

/** "Summary" of one, "3 Summaries" of more, as a toast's title begins. */
export const titleOf = (count: number): string => (count === 1 ? 'Summary' : `${formatCount(count)} Summaries`)

/** Says why some could not be put back, and lets those be tried again that are not gone for good. */
function failureOf(errors: readonly Error[], again: (() => void) | null): ToastMessage {
  const other = errors.find((error) => !isLate(error))
  const late = errors.length === 1 ? 'the summary is' : `${formatCount(errors.length)} summaries are`
  const message: ToastMessage = {
    title: 'Undo Failed',
    description:
      other === undefined
        ? `It is too late: ${late} gone for good.`
        : reasonOf(other, 'What was deleted could not be put back.'),
    variant: 'destructive',
  }
  if (again === null) return message
  return {
    ...message,
    action: {
      label: 'Try again',
      altText: 'Press F8 to try again.',
      tooLate: 'Too late',
      lastsMs: UNDO_DELETE_MS,
      act: again,
    },
  }
}

/**
 * Takes deletions back: each summary stands where it stood, and the keyboard goes to the first of them. What is too late
 * or fails is said.
 *
 * @param onSessionLoss told of an error that may say that nobody is signed in any more
 */
export async function restoreSummaries(
  queryClient: QueryClient,
  ids: readonly string[],
  onSessionLoss: (error: unknown) => boolean,
): Promise<void> {
  const restored = async (id: string) => changeShown(queryClient, id, await restoreSummary(id))
  const outcomes = await inTurns(ids, AT_ONCE, restored, { isFatal: isUnauthorized })
  const back = outcomes.filter(({ error }) => error === null).map(({ item }) => item)
  const errors = outcomes.map(({ error }) => error).filter((error) => error !== null)
  showRestored(back)
  const [first] = back
  if (first !== undefined) revealSummary(first)
  if (errors.some(onSessionLoss)) return
  void refreshCounts(queryClient)
  const left = outcomes.filter(({ error }) => error !== null && !isLate(error)).map(({ item }) => item)
  const again = left.length === 0 ? null : () => void restoreSummaries(queryClient, left, onSessionLoss)
  toast(errors.length === 0 ? { title: `${titleOf(back.length)} Restored` } : failureOf(errors, again))
}
