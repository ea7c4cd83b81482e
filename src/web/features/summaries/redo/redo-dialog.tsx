import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'wouter'
import { z } from 'zod'
import type { SummarizerFacts } from '../../../../shared/api/calls.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { firstPlanWith, type Plan, remainingSummaries } from '../../../../shared/plans/catalogue.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { formatCount } from '../../../../shared/text/format.ts'
import { languageChoiceSchema } from '../../../../shared/text/language-schemas.ts'
import { Button } from '../../../components/button.tsx'
import { Form, SubmitButton, useCallForm } from '../../../components/form/form.tsx'
import { WordSelect } from '../../../components/form/word-select.tsx'
import { DialogActions, type DialogState, TitledDialog } from '../../../components/overlay/dialog.tsx'
import { ErrorState, Skeleton, SkeletonGroup } from '../../../components/states.tsx'
import { callApi, requiresUpgrade } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { forPlan, useOwnPlan } from '../../../lib/plans/own-plan.ts'
import { usePlanRefresh } from '../../../lib/plans/subscription.ts'
import { statsQuery } from '../../../lib/queries.ts'
import { ofPlan, sells } from '../../../lib/site.ts'
import { refreshAfterChange } from '../api/refresh.ts'
import { useSummaryLanguage } from '../language/summary-language.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { restartWatch } from '../watch/watch-center.ts'
import { advancedWords, canRedo, offersAdvanced, otherLanguages, type RedoWay, redoWays } from './redo-options.ts'

interface ChoiceProps extends ComponentProps<'input'> {
  label: string
  hint: ReactNode
  /** Beside the label, outside of it. */
  children?: ReactNode
}

const Choice = ({ label, hint, children, ...radio }: ChoiceProps) => (
  <div className="border-b border-line py-2.5">
    <label className={cn('flex min-h-11 items-center gap-3.5', radio.disabled && 'text-ink-soft')}>
      <input type="radio" className="size-4.5 shrink-0 rounded-full accent-accent" {...radio} />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-pretty text-ink-soft">{hint}</span>
      </span>
    </label>
    {children}
  </div>
)

function Cost({ plan, used }: { plan: Plan; used: number }) {
  const remaining = remainingSummaries(plan, used)
  if (remaining === 0) {
    return (
      <>
        You’ve used all {formatCount(plan.summariesPerMonth ?? 0)} summaries of {ofPlan(`your ${plan.name} plan `)}
        this month.{' '}
        {sells ? (
          <Link href={pagePaths.subscribe} className="text-ink underline">
            See the plans
          </Link>
        ) : null}
      </>
    )
  }
  if (remaining === null) return ofPlan(`Counts as one summary. ${plan.name} has no monthly limit.`)
  const left = remaining === 1 ? 'the last summary' : `1 of the ${formatCount(remaining)} summaries`
  return `Uses ${left} you have left this month. It won’t count if it fails, or if you already have the same one.`
}

const redoSchema = z.object({
  way: z.enum(['advanced', 'language', 'fresh']),
  language: languageChoiceSchema,
  outcome: z.enum(['keep', 'replace']),
})
type Redo = z.infer<typeof redoSchema>

function useRadio(name: 'way' | 'outcome') {
  const { register, formState } = useFormContext<Redo>()
  return (value: string) => ({ ...register(name), value, disabled: formState.isSubmitting })
}

interface WaysProps {
  summary: Summary
  ways: readonly RedoWay[]
  plan: Plan
  advancedPlan: Plan | null
  languages: ReturnType<typeof otherLanguages>['options']
}

/** How to redo a summary. An advanced one that the plan doesn't include leads to the plans. */
function Ways({ summary, ways, plan, advancedPlan, languages }: WaysProps) {
  const { watch, setValue } = useFormContext<Redo>()
  const radio = useRadio('way')
  const advanced = radio('advanced')
  const language = watch('language')
  return (
    <fieldset className="border-t border-line">
      <legend className="sr-only">How to redo it</legend>
      {ways.includes('advanced') ? (
        <Choice
          label="As an advanced summary"
          hint={advancedWords(summary)}
          {...advanced}
          disabled={!plan.advanced || advanced.disabled}
        >
          {plan.advanced || advancedPlan === null ? null : (
            <p className="ps-8 text-sm text-ink-soft">
              Part of {advancedPlan.name}.{' '}
              <Link
                href={pagePaths.subscribe}
                state={forPlan(advancedPlan.id)}
                className="relative touch-target text-ink underline"
              >
                See the plans
              </Link>
            </p>
          )}
        </Choice>
      ) : null}
      {ways.includes('language') ? (
        <Choice label="In another language" hint="Passages stay in the language of the source." {...radio('language')}>
          {watch('way') === 'language' ? (
            <div className="ps-8">
              <WordSelect
                label="Language"
                hideLabel
                value={language}
                options={languages}
                onChange={(value) => setValue('language', value)}
                className="font-medium"
              />
            </div>
          ) : null}
        </Choice>
      ) : null}
      {ways.includes('fresh') ? (
        <Choice
          label="With a fresh copy from the web"
          hint="Reads the source again, in case it has changed."
          {...radio('fresh')}
        />
      ) : null}
    </fieldset>
  )
}

function Outcome() {
  const radio = useRadio('outcome')
  return (
    <fieldset className="mt-6">
      <legend className="w-full border-b border-line pb-2 text-sm font-medium text-ink-soft">
        The summary you have now
      </legend>
      <Choice label="Keep both" hint="The new one is added to your list." {...radio('keep')} />
      <Choice
        label="Replace it"
        hint="Once the new one is ready, it takes over the same link and place in your list."
        {...radio('replace')}
      />
    </fieldset>
  )
}

interface RedoFormProps {
  summary: Summary
  suggested: RedoWay | null
  facts: SummarizerFacts
  plan: Plan
  plans: readonly Plan[]
  onClose: () => void
}

function RedoForm({ summary, suggested, facts, plan, plans, onClose }: RedoFormProps) {
  const { id, hasSource } = summary
  const queryClient = useQueryClient()
  const { goOn } = useOpenSummary()
  const refreshPlan = usePlanRefresh()
  const { data: stats } = useQuery({ ...statsQuery, staleTime: 0 })
  const advancedPlan = firstPlanWith(plans, 'advanced')
  const ways = redoWays(summary, advancedPlan !== null, facts)
  const possible = ways.filter((way) => way !== 'advanced' || plan.advanced)
  const isPossible = possible.length > 0
  const languages = otherLanguages(summary, facts)
  const call = useCallForm({
    schema: redoSchema,
    defaultValues: {
      way: possible.find((way) => way === suggested) ?? possible[0],
      language: languages.suggested,
      outcome: 'keep',
    },
    send: async ({ way, language, outcome }) => {
      const accepted = await callApi('redoSummary', {
        params: { id },
        headers: { prefer: 'respond-async' },
        body: {
          replace: outcome === 'replace',
          ...(way === 'advanced' ? { advanced: true } : {}),
          ...(way === 'language' ? { language } : {}),
          ...(way === 'fresh' || !hasSource ? { fresh: true } : {}),
        },
      })
      restartWatch(accepted.id)
      onClose()
      goOn(accepted.id)
      void refreshAfterChange(queryClient)
    },
    onFailure: (error) => {
      // This page has an outdated plan.
      if (requiresUpgrade(error)) void refreshPlan()
    },
  })
  const isSpent = stats !== undefined && remainingSummaries(plan, stats.summariesUsed) === 0
  if (ways.length === 0)
    return <p className="mt-4 text-ink-soft">This is already the fullest summary we can make of this source.</p>
  return (
    <Form
      call={call}
      aria-label="Redo this summary"
      className="mt-5"
      actions={
        <DialogActions>
          <Button look="plain" disabled={call.isSubmitting} onClick={onClose}>
            {isPossible ? 'Cancel' : 'Close'}
          </Button>
          {isPossible ? (
            <SubmitButton sending="Starting..." disabled={isSpent}>
              Create summary
            </SubmitButton>
          ) : null}
        </DialogActions>
      }
    >
      <Ways summary={summary} ways={ways} plan={plan} advancedPlan={advancedPlan} languages={languages.options} />
      {isPossible ? (
        <>
          <Outcome />
          <p className="mt-5 min-h-10 text-sm text-pretty text-ink-soft tabular-nums">
            {stats === undefined ? null : <Cost plan={plan} used={stats.summariesUsed} />}
          </p>
        </>
      ) : null}
    </Form>
  )
}

function leadOf(summary: Summary): string {
  if (summary.hasSource) return 'We kept the text of the source, so you don’t need to add it again.'
  return canRedo(summary)
    ? 'The text of the source wasn’t kept, so we’ll read it from the web again.'
    : 'The text of the source wasn’t kept, and it isn’t on the web. To summarize it again, add it on the dashboard.'
}

/** Makes a new summary of the source of a summary: asks how, whether to keep both, and shows the cost. */
function RedoDialog({
  summary,
  suggested,
  open,
  onOpenChange,
}: DialogState & { summary: Summary; suggested: RedoWay | null }) {
  const { catalogue, plan, isError: plansFailed } = useOwnPlan()
  const { facts, isError, isFetching, reload } = useSummaryLanguage()
  const isLoaded = facts !== undefined && plan !== undefined && catalogue !== undefined
  return (
    <TitledDialog open={open} onOpenChange={onOpenChange} title="Redo this summary" lead={leadOf(summary)}>
      {!canRedo(summary) ? null : isLoaded ? (
        <RedoForm
          summary={summary}
          suggested={suggested}
          facts={facts}
          plan={plan}
          plans={catalogue.plans}
          onClose={() => onOpenChange(false)}
        />
      ) : isError || plansFailed ? (
        <ErrorState title="The options couldn’t be loaded" onRetry={reload} retrying={isFetching}>
          Please try again.
        </ErrorState>
      ) : (
        <SkeletonGroup label="Loading the options" className="mt-6 space-y-4">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </SkeletonGroup>
      )}
    </TitledDialog>
  )
}

interface RedoButtonProps {
  summary: Summary
  label?: string
  suggested?: RedoWay
  look?: 'plain' | 'text'
  className?: string
}

export function RedoButton({ summary, label = 'Redo', suggested, look = 'plain', className }: RedoButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look={look} className={className} onClick={() => setOpen(true)}>
        <RotateCw /> {label}
      </Button>
      <RedoDialog summary={summary} suggested={suggested ?? null} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

/** Offers an advanced summary to users whose plan includes one by now. */
export function AdvancedOffer({ summary }: { summary: Summary }) {
  const { plan } = useOwnPlan()
  if (plan === undefined || !offersAdvanced(summary, plan)) return null
  return (
    <div
      lang="en"
      dir="ltr"
      className="mt-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4 print:hidden"
    >
      <p className="text-sm text-pretty text-ink-soft">
        {plan.name} includes an advanced summary of this source, about 5x longer, with notable quotes.
      </p>
      <RedoButton summary={summary} suggested="advanced" label="Make an advanced summary" />
    </div>
  )
}
