import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { parseSourceUrl } from '../../shared/source-url.ts'

/** What a person has typed into the Summarize card and not yet had summarized. */
const draftSchema = z.object({
  tab: z.enum(['url', 'text']).default('url'),
  url: z.string().default(''),
  title: z.string().default(''),
  content: z.string().default(''),
})
export type Draft = z.infer<typeof draftSchema>

const STORAGE_KEY = 'draft'
export const emptyDraft: Draft = { tab: 'url', url: '', title: '', content: '' }

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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The draft of this tab, kept current. */
export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, getDraft, () => emptyDraft)
}

/** What a request sends: an address, or a text with or without a title. */
interface Sent {
  url?: string | undefined
  content?: string | undefined
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
  return draft.content.trim() === sent.content ? { ...draft, content: '', title: '' } : draft
}

/** A draft with what was sent put back, unless something else was typed there since. */
export function withSent(draft: Draft, sent: Sent): Draft {
  if (sent.url !== undefined) return draft.url === '' ? { ...draft, url: sent.url } : draft
  if (sent.content === undefined || draft.content !== '') return draft
  return { ...draft, content: sent.content, title: sent.title ?? '' }
}
