import { z } from 'zod'
import { type CreateSummaryPayload, createSummarySchema } from '../../shared/api/calls.ts'
import { createSessionStore } from './store.ts'
import { useStore } from './use-store.ts'

/** Maximum number of summaries that a user may have in progress. */
const MAX_KEPT = 50

const sent = createSessionStore('sent', z.record(z.string(), createSummarySchema), {})

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
