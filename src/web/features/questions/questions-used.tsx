import type { Plan } from '../../../shared/plans/catalogue.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { useQuota } from '../../lib/plans/own-plan.ts'
import { useSite } from '../../lib/site.ts'

/** "3 of 10 questions asked." Nothing without a language model, where questions don't count, or without a limit. */
export function QuestionsUsed({ plan: { questionsPerMonth: limit } }: { plan: Plan }) {
  const { models } = useSite()
  const { stats } = useQuota()
  if (models === null || limit === null || stats === undefined) return null
  return (
    <p className="mt-1 text-[0.84375rem] text-ink-soft tabular-nums">
      {/* More was used on an earlier plan with a higher limit. */}
      {formatCount(Math.min(stats.questionsUsed, limit))} of {formatCount(limit)} questions asked.
    </p>
  )
}
