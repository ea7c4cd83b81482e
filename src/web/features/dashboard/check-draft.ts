import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UploadTab } from '../../../shared/formats.ts'
import { parseSourceUrl } from '../../../shared/source-url.ts'
import { cleanFocus, FOCUS_TOO_LONG, MAX_FOCUS_CHARACTERS } from '../../../shared/summary/focus.ts'
import type { Draft } from '../../lib/stores/drafts.ts'

/** In UTF-16 code units, like `length`. */
const MAX_TITLE_LENGTH = 300

type CheckedDraft =
  | { ok: true; payload: CreateSummaryPayload }
  | { ok: false; field: DraftField; title: string; description: string }
export type DraftField = 'url' | 'content' | 'focus' | UploadTab

function reject(field: DraftField, title: string, description: string): CheckedDraft {
  return { ok: false, field, title, description }
}

function checkUpload(group: UploadTab, upload: Draft[UploadTab]): CheckedDraft {
  if (upload === null) {
    return group === 'epub'
      ? reject('epub', 'E-Book Required', 'Please upload an EPUB file to summarize.')
      : reject('document', 'File Required', 'Please upload a file to summarize.')
  }
  const title = upload.title.trim()
  const payload = { fileUrl: upload.objectPath }
  // Without a title, the server finds one in the file.
  const isUsable = title !== '' && title.length <= MAX_TITLE_LENGTH
  return { ok: true, payload: isUsable ? { ...payload, title } : payload }
}

function checkSource(draft: Draft, tooLong: string | null): CheckedDraft {
  if (draft.tab === 'url') {
    try {
      return { ok: true, payload: { url: parseSourceUrl(draft.url).href } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return reject('url', 'URL Required', error.message)
    }
  }
  if (draft.tab !== 'text') return checkUpload(draft.tab, draft[draft.tab])
  const content = draft.content.trim()
  const title = draft.title.trim()
  if (content === '') return reject('content', 'Content Required', 'Please enter some text content to summarize.')
  if (tooLong !== null) return reject('content', 'Content Too Long', tooLong)
  return { ok: true, payload: title === '' ? { content } : { content, title } }
}

/** Checks the input of the open tab. `tooLong` is the message for a text over the limit, otherwise null. */
export function checkDraft(draft: Draft, tooLong: string | null): CheckedDraft {
  const checked = checkSource(draft, tooLong)
  const focus = cleanFocus(draft.focus)
  if (!checked.ok || focus === '') return checked
  if (focus.length > MAX_FOCUS_CHARACTERS) return reject('focus', 'Shorten What It’s About', FOCUS_TOO_LONG)
  return { ok: true, payload: { ...checked.payload, focus } }
}
