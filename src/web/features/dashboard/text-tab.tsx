import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input, Textarea } from '../../components/field.tsx'
import { changeDraft, type Draft } from '../../lib/drafts.ts'
import { sendOnEnter } from '../../lib/input.ts'
import type { TextCount } from './text-counter.ts'

interface TextTabProps {
  draft: Draft
  error: string | undefined
  isSending: boolean
  /** Null until the plan's limit is known. */
  count: TextCount | null
  /** What to say of a text that is over it. */
  tooLong: string
}

/** The tab that takes a text. */
export function TextTab({ draft, error, isSending, count, tooLong }: TextTabProps) {
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
      <div className="flex items-center justify-between gap-4">
        {count === null ? (
          <span />
        ) : (
          <output>
            <Badge tone={count.tone}>{count.label}</Badge>
          </output>
        )}
        <Button type="submit" pending={isSending} disabled={count?.isOver} className="min-h-11">
          Summarize
        </Button>
      </div>
    </div>
  )
}
