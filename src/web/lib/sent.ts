import type { CreateSummaryPayload } from '../../shared/api/calls.ts'
import { createSessionStore, fieldsOf } from './store.ts'
import { useStore } from './use-store.ts'

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

export function forgetSent(id: string): void {
  const { [id]: known, ...rest } = sent.get()
  if (known !== undefined) sent.set(rest)
}
