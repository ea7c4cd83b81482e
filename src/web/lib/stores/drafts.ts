import type { CreateSummaryPayload, ProcessedUpload } from '../../../shared/api/calls.ts'
import type { UploadTab } from '../../../shared/formats.ts'
import { parseSourceUrl } from '../../../shared/source-url.ts'
import { cleanFocus } from '../../../shared/summary/focus.ts'
import { languageChoices } from '../../../shared/text/languages.ts'
import { clearSession, createSessionStore, createStore, fieldsOf } from './store.ts'
import { useStore } from './use-store.ts'

/** The tabs of the Summarize card; the last two have the names of upload groups. */
export const draftTabs = ['url', 'text', 'document', 'epub'] as const
export type DraftTab = (typeof draftTabs)[number]

const isText = (value: unknown): value is string => typeof value === 'string'
const textOf = (value: unknown): string => (isText(value) ? value : '')

function isUpload(value: unknown): value is ProcessedUpload {
  const { objectPath, fileName, fileType, title, bytes, words } = fieldsOf(value)
  return [objectPath, fileName, fileType, title].every(isText) && typeof bytes === 'number' && typeof words === 'number'
}

function parseDraft(stored: unknown) {
  const { owner, tab, url, sharedUrl, title, content, focus, document, epub, language, suggestion } = fieldsOf(stored)
  const { featureType, description, priority } = fieldsOf(suggestion)
  return {
    /** Id of the user who typed it; null before sign-in. */
    owner: isText(owner) ? owner : null,
    tab: draftTabs.find((known) => known === tab) ?? 'url',
    url: textOf(url),
    /** The last link that was shared with the page, rather than typed. */
    sharedUrl: textOf(sharedUrl),
    title: textOf(title),
    content: textOf(content),
    /** Topic of the page, whatever the source. */
    focus: textOf(focus),
    document: isUpload(document) ? document : null,
    epub: isUpload(epub) ? epub : null,
    /** Chosen since the last request; null if the user's last choice applies. */
    language: languageChoices.find((known) => known === language) ?? null,
    suggestion: { featureType: textOf(featureType), description: textOf(description), priority: textOf(priority) },
  }
}

/** Input on the dashboard that was not sent yet: in the Summarize card, and of a suggestion. */
export type Draft = ReturnType<typeof parseDraft>

export const emptyDraft: Draft = parseDraft({})
const store = createSessionStore('draft', parseDraft, emptyDraft)

export const getDraft = store.get

/** Changes parts of the draft, which survives a reload. */
export const changeDraft = (change: Partial<Draft>): void => store.set({ ...store.get(), ...change })

/** Assigns this tab to a user, and deletes the data of another user whose session expired in it. */
export function claimTab(userId: string): void {
  const { owner } = store.get()
  if (owner === userId) return
  if (owner !== null) clearSession()
  changeDraft({ owner: userId })
}

/** Adds an uploaded file to the draft, or removes it. */
export function changeUpload(group: UploadTab, upload: ProcessedUpload | null): void {
  changeDraft(group === 'epub' ? { epub: upload } : { document: upload })
}

export const subscribeDraft = store.subscribe

export const useDraft = (): Draft => useStore(store)

function isSameUrl(typed: string, sent: string): boolean {
  try {
    return parseSourceUrl(typed).href === sent
  } catch {
    return false
  }
}

/** A draft without the sent input. Anything typed since stays. */
export function withoutSent(typed: Draft, sent: CreateSummaryPayload): Draft {
  const draft = cleanFocus(typed.focus) === (sent.focus ?? '') ? { ...typed, focus: '' } : typed
  if (sent.url !== undefined) return isSameUrl(draft.url, sent.url) ? { ...draft, url: '' } : draft
  if (sent.fileUrl !== undefined) {
    const unlessSent = (upload: Draft['document']) => (upload?.objectPath === sent.fileUrl ? null : upload)
    return { ...draft, document: unlessSent(draft.document), epub: unlessSent(draft.epub) }
  }
  return draft.content.trim() === sent.content ? { ...draft, content: '', title: '' } : draft
}

/** A draft with the sent input restored, unless something else was typed since. Uploads can't be restored. */
export function withSent(typed: Draft, sent: CreateSummaryPayload): Draft {
  const draft = typed.focus === '' ? { ...typed, focus: sent.focus ?? '' } : typed
  if (sent.url !== undefined) return draft.url === '' ? { ...draft, url: sent.url } : draft
  if (sent.content === undefined || draft.content !== '') return draft
  return { ...draft, content: sent.content, title: sent.title ?? '' }
}

/** Removes sent input from the draft. */
export function removeFromDraft(input: CreateSummaryPayload | undefined): void {
  if (input !== undefined) changeDraft(withoutSent(store.get(), input))
}

/** Restores sent input in the draft. */
export function restoreToDraft(input: CreateSummaryPayload | undefined): void {
  if (input !== undefined) changeDraft(withSent(store.get(), input))
}

/** Maximum number of summaries that a user may have in progress. */
const MAX_KEPT = 50

type Sent = Readonly<Record<string, CreateSummaryPayload>>

function isPayload(value: unknown): value is CreateSummaryPayload {
  const { url, content, fileUrl } = fieldsOf(value)
  return typeof (url ?? content ?? fileUrl) === 'string'
}

function parseSent(stored: unknown): Sent {
  const entries = Object.entries(fieldsOf(stored))
  return Object.fromEntries(entries.flatMap(([id, payload]) => (isPayload(payload) ? [[id, payload]] : [])))
}

const sent = createSessionStore('sent', parseSent, {})

/** Payload that this tab sent for a summary that isn't ready yet, if any. */
export const sentFor = (id: string): CreateSummaryPayload | undefined => sent.get()[id]

export const useSentFor = (id: string): CreateSummaryPayload | undefined => useStore(sent)[id]

/** Stores the payload of a summary, so that it can be restored if the summary fails. */
export function rememberSent(id: string, payload: CreateSummaryPayload): void {
  forgetSent(id)
  sent.set(Object.fromEntries([...Object.entries(sent.get()), [id, payload]].slice(-MAX_KEPT)))
}

/** A request that waits for a connection. Its id is its idempotency key. */
export interface Waiting {
  id: string
  payload: CreateSummaryPayload
}

function parseWaiting(stored: unknown): readonly Waiting[] {
  return (Array.isArray(stored) ? stored : []).flatMap((item) => {
    const { id, payload } = fieldsOf(item)
    return isText(id) && isPayload(payload) ? [{ id, payload }] : []
  })
}

const started = createStore<ReadonlyMap<string, string>>(new Map())

/** Stores the id of the summary that a waiting request has begun. */
export const markStarted = (id: string, summaryId: string): void =>
  started.set(new Map([...started.get(), [id, summaryId]]))

/** Ids of the summaries that waiting requests have begun, by their ids. */
export const useStarted = (): ReadonlyMap<string, string> => useStore(started)

const noneWaiting: readonly Waiting[] = []
const waiting = createSessionStore('waiting', parseWaiting, noneWaiting)

export const useWaiting = (): readonly Waiting[] => useStore(waiting)

export const isWaiting = (id: string): boolean => waiting.get().some((item) => item.id === id)

/** Stores a request that can't be sent yet, which survives a reload. */
export const addWaiting = (item: Waiting): void => waiting.set([...waiting.get(), item])

export function removeWaiting(id: string): void {
  const rest = waiting.get().filter((item) => item.id !== id)
  waiting.set(rest.length === 0 ? noneWaiting : rest)
}

export function forgetSent(id: string): void {
  const { [id]: known, ...rest } = sent.get()
  if (known !== undefined) sent.set(rest)
}
