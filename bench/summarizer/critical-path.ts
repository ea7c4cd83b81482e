import { type CallKind, callKinds, type SeenCall } from './model-log.ts'

export type CallCounts = Readonly<Record<CallKind, number>>

export function countCalls(calls: readonly SeenCall[]): CallCounts {
  const count = (kind: CallKind): number => calls.filter((call) => call.kind === kind).length
  const [section, summary, check] = callKinds.map(count)
  return { section: section ?? 0, summary: summary ?? 0, check: check ?? 0 }
}

/**
 * Least time of calls that take a fixed time each: all sections in parallel, then the summary that is written from
 * their notes, then its check:
 *
 *   latency x (ceil(sections / parallel) + 2)
 *
 * Second drafts are not part of it.
 *
 * @param latencyMs latency of one call
 * @param parallel maximum concurrent calls
 */
export function criticalPathMs({ section }: CallCounts, latencyMs: number, parallel: number): number {
  return latencyMs * (Math.ceil(section / parallel) + 2)
}
