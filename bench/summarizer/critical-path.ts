import { type CallKind, callKinds, type SeenCall } from './model-log.ts'

export type CallCounts = Readonly<Record<CallKind, number>>

export function countCalls(calls: readonly SeenCall[]): CallCounts {
  const count = (kind: CallKind): number => calls.filter((call) => call.kind === kind).length
  const [section, merge, summary, check] = callKinds.map(count)
  return { section: section ?? 0, merge: merge ?? 0, summary: summary ?? 0, check: check ?? 0 }
}

/**
 * The least time in which calls can be made that take a fixed time each, so many of them at once: all sections, then,
 * where there are any, the merges of their notes, then the one summary that is written from them and its check:
 *
 *   latency x (ceil(sections / parallel) + ceil(merges / parallel) + 2)
 *
 * Second drafts are no part of it, nor is a second level of merges: whoever makes them loses time.
 *
 * @param latencyMs of one call
 * @param parallel calls that may be under way at once
 */
export function criticalPathMs({ section, merge }: CallCounts, latencyMs: number, parallel: number): number {
  return latencyMs * (Math.ceil(section / parallel) + Math.ceil(merge / parallel) + 2)
}
