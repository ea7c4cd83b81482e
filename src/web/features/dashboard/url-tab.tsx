import { Button } from '../../components/button.tsx'
import { Field, Input } from '../../components/field.tsx'
import { changeDraft, type Draft } from '../../lib/drafts.ts'

interface TabProps {
  draft: Draft
  /** What is wrong with the field. */
  error: string | undefined
  isSending: boolean
}

/** The tab that takes an address. */
export function UrlTab({ draft, error, isSending }: TabProps) {
  return (
    <div className="flex flex-col gap-2.5 sm:flex-row sm:items-start">
      <Field label="Link to a video or article" hideLabel error={error} className="grow">
        {(wiring) => (
          <Input
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Paste a YouTube or article link"
            value={draft.url}
            onChange={(event) => changeDraft({ url: event.target.value })}
            {...wiring}
          />
        )}
      </Field>
      <Button type="submit" pending={isSending} className="min-h-11">
        Summarize
      </Button>
    </div>
  )
}
