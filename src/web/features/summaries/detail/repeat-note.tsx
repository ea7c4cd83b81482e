import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../shared/format.ts'
import { remainingSummaries } from '../../../../shared/plans/catalogue.ts'
import { Button } from '../../../components/button.tsx'
import { useUser } from '../../../lib/auth/auth-context.tsx'
import { shortDay } from '../../../lib/dates.ts'
import { useOwnPlan } from '../../../lib/own-plan.ts'
import { statsQuery } from '../../../lib/queries.ts'
import { useSummary } from '../api/get-summary.ts'
import { useCreation } from '../creation/creation-context.ts'
import type { Repeat } from '../creation/creation-state.ts'

/** Cost of another summary of the source; empty for a plan without a limit. */
function useCost(): string {
  const { plan } = useOwnPlan()
  const { summariesUsed } = useUser()
  const { data: stats } = useQuery(statsQuery)
  const left = plan && remainingSummaries(plan, stats?.summariesUsed ?? summariesUsed)
  if (left === undefined || left === null) return ''
  if (left === 0) return 'You have no summaries left this month.'
  return left === 1
    ? 'A new one uses your last summary of this month.'
    : `A new one uses 1 of the ${formatCount(left)} left this month.`
}

function Note({ repeat, writtenAt }: { repeat: Repeat; writtenAt: string }) {
  const { start } = useCreation()
  const cost = useCost()
  const day = shortDay(writtenAt)
  return (
    // On phones, the buttons of the dialog are above the note, else beside it.
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 pt-14 pb-4 text-sm sm:py-5 sm:pr-50 sm:pl-14">
      <output className="min-w-0 flex-1 basis-56">
        <span className="block">You summarized this {/^\p{Ll}/u.test(day) ? day : `on ${day}`}.</span>
        <span className="block text-ink-soft">{cost}</span>
      </output>
      <Button look="plain" className="min-h-9 shrink-0" onClick={() => start({ ...repeat.payload, fresh: true })}>
        Make a new one
      </Button>
    </div>
  )
}

/** Note on a summary that a request led to because its source was summarized before. */
export function RepeatNote({ id }: { id: string }) {
  const { repeat } = useCreation()
  const isRepeat = repeat?.id === id
  const { data } = useSummary(id, isRepeat)
  return isRepeat && data !== undefined ? <Note repeat={repeat} writtenAt={data.updatedAt} /> : null
}
