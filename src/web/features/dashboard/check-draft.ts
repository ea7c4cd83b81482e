import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { parseSourceUrl } from '../../../shared/source-url.ts'
import type { Draft } from '../../lib/drafts.ts'

/** A draft as a request, or what is missing: a toast's title and text. */
export type CheckedDraft =
  | { ok: true; payload: CreateSummaryPayload }
  | { ok: false; field: 'url' | 'content'; title: string; description: string }

function refuse(field: 'url' | 'content', title: string, description: string): CheckedDraft {
  return { ok: false, field, title, description }
}

/**
 * Checks what stands in the chosen tab.
 *
 * @param tooLong what to say where the text is over the limit; null where it is not
 */
export function checkDraft(draft: Draft, tooLong: string | null): CheckedDraft {
  if (draft.tab === 'url') {
    try {
      return { ok: true, payload: { url: parseSourceUrl(draft.url).href } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refuse('url', 'URL Required', error.message)
    }
  }
  const content = draft.content.trim()
  const title = draft.title.trim()
  if (content === '') return refuse('content', 'Content Required', 'Please enter some text content to summarize.')
  if (tooLong !== null) return refuse('content', 'Content Too Long', tooLong)
  return { ok: true, payload: title === '' ? { content } : { content, title } }
}
