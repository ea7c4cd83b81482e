import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type CreateSummaryPayload, createSummarySchema } from '../../shared/api/calls.ts'

/** As many as a person may have in the making. */
const MAX_KEPT = 50
const STORAGE_KEY = 'sent'

const sentSchema = z.record(z.string(), createSummarySchema)
let current: Map<string, CreateSummaryPayload> | undefined

function read(): Map<string, CreateSummaryPayload> {
  try {
    const stored = sentSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? ''))
    return new Map(Object.entries(stored.data ?? {}))
  } catch {
    return new Map()
  }
}

function keep(sent: Map<string, CreateSummaryPayload>): void {
  current = new Map([...sent].slice(-MAX_KEPT))
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(current)))
  } catch {
    // Storage can be full or blocked; what was sent is then known as long as the page lasts.
  }
}

/** What was sent from this tab for a summary, until that is there; undefined where this tab does not know. */
export function sentFor(id: string): CreateSummaryPayload | undefined {
  current ??= read()
  return current.get(id)
}

const never = () => () => undefined

/** The same for a part of a page; a page that came ready does not know. */
export const useSentFor = (id: string): CreateSummaryPayload | undefined =>
  useSyncExternalStore(
    never,
    () => sentFor(id),
    () => undefined,
  )

/** Keeps what was sent for a summary, so that it can be put back should the summary fail; it outlives a reload. */
export function rememberSent(id: string, payload: CreateSummaryPayload): void {
  current ??= read()
  keep(new Map(current).set(id, payload))
}

/** Forgets what was sent for a summary. */
export function forgetSent(id: string): void {
  if (sentFor(id) === undefined) return
  const rest = new Map(current)
  rest.delete(id)
  keep(rest)
}

/** Forgets everything that was sent: its sender has signed out. */
export function forgetAllSent(): void {
  keep(new Map())
}
