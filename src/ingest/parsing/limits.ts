import { mebibytes } from '../../threads/thread-pool.ts'

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

/** 30 s, and a second for each MiB: 55 s for the largest document that can be uploaded, 80 s for the largest e-book. */
export const DEFAULT_LIMITS: ParseLimits = {
  baseMs: 30_000,
  perMiBMs: 1000,
  memoryBytes: mebibytes(384),
}

/** Time that a source of so many bytes may take, in milliseconds. */
export const timeLimitMs = (limits: ParseLimits, bytes: number): number =>
  limits.baseMs + Math.ceil(bytes / mebibytes(1)) * limits.perMiBMs
