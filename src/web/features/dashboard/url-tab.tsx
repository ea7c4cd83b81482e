import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { Field, Input } from '../../components/form/field.tsx'
import { textLinkStyle } from '../../components/links.tsx'
import { cn } from '../../lib/cn.ts'
import { changeDraft, type Draft } from '../../lib/stores/drafts.ts'

export interface TabProps {
  draft: Draft
  /** Why the last request was rejected, or what is missing. */
  error: string | undefined
  /** Props of the button that submits the form. */
  submit: ComponentProps<typeof Button>
  /** Field for the topic, which comes between the source and the button. */
  focusField: ReactNode
}

export function UrlTab({ draft, error, submit, focusField }: TabProps) {
  return (
    <>
      <Field label="Link to a video or article" hideLabel error={error}>
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
      <div className="mt-3 flex flex-col gap-3 *:first:grow sm:flex-row sm:items-start">
        {focusField}
        <Button {...submit} className="min-h-11">
          Summarize
        </Button>
      </div>
      <p className="mt-3 text-[0.8125rem] text-ink-soft">
        Behind a login?{' '}
        <Link href={pagePaths.capture} className={cn('relative touch-target', textLinkStyle)}>
          Read it from your browser
        </Link>
      </p>
    </>
  )
}
