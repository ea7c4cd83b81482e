import { type SubmitEvent, useState } from 'react'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Card } from '../../components/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { changeDraft, useDraft } from '../../lib/drafts.ts'
import { checkDraft } from './check-draft.ts'
import { countText, tooLongMessage } from './text-counter.ts'
import { TextTab } from './text-tab.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { UrlTab } from './url-tab.tsx'

interface SummarizeCardProps {
  /** Undefined until loaded. */
  catalogue: PlanCatalogue | undefined
  /** The person's plan as stored. */
  plan: string | null
  onSummarize: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused. */
  failure: string | null
}

/** Where a source is given: by address or as text. */
export function SummarizeCard({ catalogue, plan, onSummarize, isSending, failure }: SummarizeCardProps) {
  const draft = useDraft()
  const [problem, setProblem] = useState<{ field: 'url' | 'content'; text: string } | null>(null)
  const [asked, setAsked] = useState<CreateSummaryPayload | null>(null)
  const own = catalogue && planOf(catalogue, plan)
  const state = catalogue === undefined ? 'free' : planState(catalogue, plan)
  const count = own ? countText(Array.from(draft.content).length, own.textLimitCharacters) : null

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const tooLong = own && count?.isOver ? tooLongMessage(own.textLimitCharacters, own, state) : null
    const checked = checkDraft(draft, tooLong)
    if (!checked.ok) {
      toast({ title: checked.title, description: checked.description, variant: 'destructive' })
      setProblem({ field: checked.field, text: checked.description })
      return
    }
    setProblem(null)
    if (state === 'paid') onSummarize(checked.payload)
    else setAsked(checked.payload)
  }
  const errorOf = (field: 'url' | 'content') => (problem?.field === field ? problem.text : (failure ?? undefined))

  return (
    <Card>
      <Tabs
        value={draft.tab}
        onValueChange={(tab) => {
          setProblem(null)
          changeDraft({ tab: tab === 'text' ? 'text' : 'url' })
        }}
      >
        <TabList aria-label="Source" className="px-5 sm:px-7">
          <Tab value="url">From URL</Tab>
          <Tab value="text">From Text</Tab>
        </TabList>
        <form
          noValidate
          onSubmit={submit}
          onChange={() => setProblem(null)}
          className="px-5 pt-5 pb-5 sm:px-7 sm:pt-6.5"
        >
          <TabPanel value="url">
            <UrlTab draft={draft} error={errorOf('url')} isSending={isSending} />
          </TabPanel>
          <TabPanel value="text">
            <TextTab draft={draft} error={errorOf('content')} isSending={isSending} count={count} />
          </TabPanel>
        </form>
      </Tabs>
      <UpgradeDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        plans={catalogue?.plans ?? []}
        onContinue={() => {
          if (asked !== null) onSummarize(asked)
          setAsked(null)
        }}
      />
    </Card>
  )
}
