import { availableParallelism } from 'node:os'

/** What one parse may take. */
export interface ParseLimits {
  /** Time for any source, however small. */
  baseMs: number
  /** Time on top for each MiB of the source. */
  perMiBMs: number
  /**
   * Heap and array buffers of the thread, in bytes, as the watch sees them. The memory of WebAssembly modules is in
   * neither; whoever loads one bounds it.
   */
  memoryBytes: number
}

const MIB = 1024 * 1024

/** 30 s, and a second for each MiB: 55 s for the largest document that can be uploaded, 80 s for the largest e-book. */
export const DEFAULT_LIMITS: ParseLimits = {
  baseMs: 30_000,
  perMiBMs: 1000,
  memoryBytes: 384 * MIB,
}

/** How long a source of so many bytes may take, in milliseconds. */
export const timeLimitMs = (limits: ParseLimits, bytes: number): number =>
  limits.baseMs + Math.ceil(bytes / MIB) * limits.perMiBMs

/**
 * V8's own limit for the heap of a thread, in MiB. The watch ends a thread long before; this is for what it can't
 * interrupt. It is wide on purpose: a thread that meets it inside of one call of a built-in function (a replacement, a
 * split) takes the whole process along, since V8 has no way to give up there.
 */
export const HEAP_LIMIT_MIB = 1536

/** Space for what is new in a thread's heap, in MiB: V8 would take three times as much, and gain nothing here by it. */
export const YOUNG_HEAP_MIB = 16

/** At least two threads, so that one source that takes long never keeps all others waiting; four at most. */
export const threadCount = (): number => Math.min(4, Math.max(2, availableParallelism()))
