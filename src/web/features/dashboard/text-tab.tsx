import type { Plan } from '../../../shared/plans/catalogue.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input, Textarea } from '../../components/form/field.tsx'
import { sendOnEnter } from '../../lib/page/input.ts'
import { changeDraft } from '../../lib/stores/drafts.ts'
import type { TabProps } from './url-tab.tsx'

/** With fewer characters left, the counter is emphasized. */
const NEARLY_FULL = 500

/** Advice for a text over the limit of a plan: a plan that allows it, and a file, which no plan limits. */
export function overLimitLine(plans: readonly Plan[], own: Plan, length: number): string {
  const more = plans.find(({ textLimitCharacters }) => textLimitCharacters >= length)
  const advice =
    more === undefined
      ? 'Upload it as a text file instead.'
      : `${more.name} allows ${formatCount(more.textLimitCharacters)}. Or upload it as a text file.`
  return `This text is over the limit of ${formatCount(own.textLimitCharacters)} characters. ${advice}`
}

interface TextCount {
  label: string
  tone: 'plain' | 'secondary' | 'bad'
  isOver: boolean
}

export function countText(length: number, limit: number): TextCount {
  const left = limit - length
  if (left < 0) return { label: `${formatCount(-left)} over limit`, tone: 'bad', isOver: true }
  return { label: `${formatCount(left)} chars left`, tone: left < NEARLY_FULL ? 'secondary' : 'plain', isOver: false }
}

interface TextTabProps extends TabProps {
  /** Null until the plan's limit is known. */
  count: TextCount | null
  tooLong: string
}

export function TextTab({ draft, error, submit, focusField, count, tooLong }: TextTabProps) {
  return (
    <div className="space-y-3">
      <Field label="Title (optional)" hideLabel>
        {(wiring) => (
          <Input
            placeholder="Title (optional)"
            maxLength={300}
            value={draft.title}
            onChange={(event) => changeDraft({ title: event.target.value })}
            {...wiring}
          />
        )}
      </Field>
      <Field label="Text to summarize" hideLabel error={error ?? (count?.isOver ? tooLong : undefined)}>
        {(wiring) => (
          <Textarea
            rows={8}
            dir="auto"
            placeholder="Paste or type the text to summarize"
            value={draft.content}
            onChange={(event) => changeDraft({ content: event.target.value })}
            onKeyDown={sendOnEnter}
            {...wiring}
          />
        )}
      </Field>
      {focusField}
      <div className="flex items-center justify-between gap-4">
        {count === null ? (
          <span />
        ) : (
          <output>
            <Badge tone={count.tone}>{count.label}</Badge>
          </output>
        )}
        <Button {...submit} disabled={count?.isOver} className="min-h-11">
          Summarize
        </Button>
      </div>
    </div>
  )
}
