import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type ProcessedUpload, processedUploadSchema } from '../../shared/api/calls.ts'
import type { UploadGroup } from '../../shared/formats.ts'
import { languageChoiceSchema } from '../../shared/languages.ts'
import { parseSourceUrl } from '../../shared/source-url.ts'

/** The tabs of the Summarize card; the last two carry the names of what can be uploaded there. */
export const draftTabs = ['url', 'text', 'document', 'epub'] as const
export type DraftTab = (typeof draftTabs)[number]

const uploadSchema = processedUploadSchema.nullable().default(null)

const emptySuggestion = { featureType: '', description: '', priority: '' }
const suggestionSchema = z.object({ featureType: z.string(), description: z.string(), priority: z.string() })

/**
 * What a person has typed or uploaded on the dashboard and not yet sent: into the Summarize card, and as a suggestion.
 */
const draftSchema = z.object({
  /** Id of the person whose it is; null as long as nobody has been signed in. */
  owner: z.string().nullable().default(null),
  tab: z.enum(draftTabs).default('url'),
  url: z.string().default(''),
  /** The address that was last handed over: where it still stands, nobody has typed it. */
  handedUrl: z.string().default('').catch(''),
  title: z.string().default(''),
  content: z.string().default(''),
  document: uploadSchema,
  epub: uploadSchema,
  /** Chosen since the last request; null where the choice is the one kept with the person. */
  language: languageChoiceSchema.nullable().default(null).catch(null),
  suggestion: suggestionSchema.default(emptySuggestion).catch(emptySuggestion),
})
export type Draft = z.infer<typeof draftSchema>

const STORAGE_KEY = 'draft'
export const emptyDraft: Draft = {
  owner: null,
  tab: 'url',
  url: '',
  handedUrl: '',
  title: '',
  content: '',
  document: null,
  epub: null,
  language: null,
  suggestion: emptySuggestion,
}

/** A stored draft; the empty one where it is missing or damaged. */
export function parseDraft(stored: string | null): Draft {
  try {
    return draftSchema.safeParse(JSON.parse(stored ?? '')).data ?? emptyDraft
  } catch {
    return emptyDraft
  }
}

function read(): Draft {
  try {
    return parseDraft(sessionStorage.getItem(STORAGE_KEY))
  } catch {
    return emptyDraft
  }
}

const listeners = new Set<() => void>()
let current: Draft | undefined

/** The draft of this tab. */
export function getDraft(): Draft {
  current ??= read()
  return current
}

/** Changes parts of the draft; it outlives a reload of the tab. */
export function changeDraft(change: Partial<Draft>): void {
  current = { ...getDraft(), ...change }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(current))
  } catch {
    // Storage can be full or blocked; the draft then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/**
 * Gives the draft to a person; what another one has left in this tab, whose session had ended by itself, is emptied.
 *
 * @returns whether the tab was another person's
 */
export function claimDraft(owner: string): boolean {
  const { owner: former } = getDraft()
  if (former === owner) return false
  changeDraft(former === null ? { owner } : { ...emptyDraft, owner })
  return former !== null
}

/** Puts an uploaded file into the draft, or takes it out. */
export function changeUpload(group: UploadGroup, upload: ProcessedUpload | null): void {
  changeDraft(group === 'epub' ? { epub: upload } : { document: upload })
}

/** Calls back on each change of the draft; returns how to stop. */
export function subscribeDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The draft of this tab, kept current. */
export function useDraft(): Draft {
  return useSyncExternalStore(subscribeDraft, getDraft, () => emptyDraft)
}

/** What a request sends: an address, a text or an uploaded file, the latter two with or without a title. */
interface Sent {
  url?: string | undefined
  content?: string | undefined
  fileUrl?: string | undefined
  title?: string | undefined
}

function isSameAddress(typed: string, sent: string): boolean {
  try {
    return parseSourceUrl(typed).href === sent
  } catch {
    return false
  }
}

/** A draft without what was sent; anything typed since stays. */
export function withoutSent(draft: Draft, sent: Sent): Draft {
  if (sent.url !== undefined) return isSameAddress(draft.url, sent.url) ? { ...draft, url: '' } : draft
  if (sent.fileUrl !== undefined) {
    const unlessSent = (upload: Draft['document']) => (upload?.objectPath === sent.fileUrl ? null : upload)
    return { ...draft, document: unlessSent(draft.document), epub: unlessSent(draft.epub) }
  }
  return draft.content.trim() === sent.content ? { ...draft, content: '', title: '' } : draft
}

/** A draft with what was sent put back, unless something else was typed there since. Uploads can't come back. */
export function withSent(draft: Draft, sent: Sent): Draft {
  if (sent.url !== undefined) return draft.url === '' ? { ...draft, url: sent.url } : draft
  if (sent.content === undefined || draft.content !== '') return draft
  return { ...draft, content: sent.content, title: sent.title ?? '' }
}
