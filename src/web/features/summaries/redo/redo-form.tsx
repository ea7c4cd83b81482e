import { useQuery } from '@tanstack/react-query'
import type { SummarizerFacts } from '../../../../shared/api/calls.ts'
import { type Plan, remainingSummaries } from '../../../../shared/plans/catalogue.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { formatCount } from '../../../../shared/text/format.ts'
import { Button } from '../../../components/button.tsx'
import { Form, SubmitButton } from '../../../components/form/form.tsx'
import { useCallForm } from '../../../components/form/use-call-form.ts'
import { DialogActions } from '../../../components/overlay/dialog.tsx'
import { SpentLine } from '../../../components/spent-line.tsx'
import { requiresUpgrade } from '../../../lib/api/client.ts'
import { usePlanRefresh } from '../../../lib/plans/subscription.ts'
import { statsQuery } from '../../../lib/queries.ts'
import { ofPlan } from '../../../lib/site.ts'
import { useCreation } from '../creation/creation-state.ts'
import { Outcome, redoSchema, Ways } from './redo-fields.tsx'
import { otherLanguages, type RedoOffer, type RedoWay } from './redo-options.ts'

function Cost({ plan, used, resetsAt }: { plan: Plan; used: number; resetsAt: string | undefined }) {
  const remaining = remainingSummaries(plan, used)
  if (remaining === 0) return <SpentLine plan={plan} resetsAt={resetsAt} />
  if (remaining === null) return ofPlan(`Counts as one summary. ${plan.name} has no monthly limit.`)
  const left = remaining === 1 ? 'the last summary' : `1 of the ${formatCount(remaining)} summaries`
  return `Uses ${left} you have left this month. It won’t count if it fails, or if you already have the same one.`
}

interface RedoFormProps {
  summary: Summary
  suggested: RedoWay | null
  offer: RedoOffer
  facts: SummarizerFacts
  plan: Plan
  onClose: () => void
}

export default function RedoForm({ summary, suggested, offer, facts, plan, onClose }: RedoFormProps) {
  const { id, hasSource } = summary
  const { redo } = useCreation()
  const refreshPlan = usePlanRefresh()
  const { data: stats } = useQuery({ ...statsQuery, staleTime: 0 })
  const { possible, advancedPlan } = offer
  const languages = otherLanguages(summary, facts)
  const call = useCallForm({
    schema: redoSchema,
    defaultValues: {
      way: possible.find((way) => way === suggested) ?? possible[0],
      language: languages.suggested,
      focus: '',
      outcome: 'keep',
    },
    send: async ({ way, language, focus, outcome }) => {
      await redo({
        of: id,
        body: {
          replace: outcome === 'replace',
          ...(way === 'advanced' ? { advanced: true } : {}),
          ...(way === 'language' ? { language } : {}),
          ...(way === 'focus' ? { focus } : {}),
          ...(way === 'whole' ? { focus: '' } : {}),
          ...(way === 'fresh' || !hasSource ? { fresh: true } : {}),
        },
      })
      onClose()
    },
    onFailure: (error) => {
      // This page has an outdated plan.
      if (requiresUpgrade(error)) void refreshPlan()
    },
  })
  const isSpent = stats !== undefined && remainingSummaries(plan, stats.summariesUsed) === 0
  return (
    <Form
      call={call}
      aria-label="Redo this summary"
      className="mt-5"
      actions={
        <DialogActions isSticky>
          <Button look="plain" disabled={call.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton sending="Starting..." disabled={isSpent}>
            Create summary
          </SubmitButton>
        </DialogActions>
      }
    >
      <Ways summary={summary} ways={possible} advancedPlan={advancedPlan} languages={languages.options} />
      <Outcome />
      <p className="mt-5 min-h-10 text-sm text-pretty text-ink-soft tabular-nums">
        {stats === undefined ? null : <Cost plan={plan} used={stats.summariesUsed} resetsAt={stats.resetsAt} />}
      </p>
    </Form>
  )
}
