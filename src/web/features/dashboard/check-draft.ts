import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UploadGroup } from '../../../shared/formats.ts'
import { parseSourceUrl } from '../../../shared/source-url.ts'
import type { Draft } from '../../lib/drafts.ts'

/** The longest title that a request may carry, as `length` counts. */
const MAX_TITLE_LENGTH = 300

/** A draft as a request, or what is missing: a toast's title and text. */
export type CheckedDraft =
  | { ok: true; payload: CreateSummaryPayload }
  | { ok: false; field: DraftField; title: string; description: string }
export type DraftField = 'url' | 'content' | UploadGroup

function refuse(field: DraftField, title: string, description: string): CheckedDraft {
  return { ok: false, field, title, description }
}

const missingUploads: Record<UploadGroup, { title: string; description: string }> = {
  document: { title: 'File Required', description: 'Please upload a file to summarize.' },
  epub: { title: 'E-Book Required', description: 'Please upload an EPUB file to summarize.' },
}

function checkUpload(group: UploadGroup, upload: Draft[UploadGroup]): CheckedDraft {
  if (upload === null) return refuse(group, missingUploads[group].title, missingUploads[group].description)
  const title = upload.title.trim()
  const payload = { fileUrl: upload.objectPath }
  // Without one the server finds the title itself.
  const isUsable = title !== '' && title.length <= MAX_TITLE_LENGTH
  return { ok: true, payload: isUsable ? { ...payload, title } : payload }
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
  if (draft.tab !== 'text') return checkUpload(draft.tab, draft[draft.tab])
  const content = draft.content.trim()
  const title = draft.title.trim()
  if (content === '') return refuse('content', 'Content Required', 'Please enter some text content to summarize.')
  if (tooLong !== null) return refuse('content', 'Content Too Long', tooLong)
  return { ok: true, payload: title === '' ? { content } : { content, title } }
}
