/** What reading an archive may cost at most. */
export interface ArchiveLimits {
  /** Files listed. */
  maxEntries: number
  /** Unpacked bytes of one file. */
  maxEntryBytes: number
  /** Unpacked bytes of all reads together. */
  maxTotalBytes: number
  /** Unpacked to packed bytes of one file beyond `RATIO_FREE_BYTES`. */
  maxRatio: number
}

/**
 * Above what books and documents come to, and far below what bombs do: DEFLATE packs at best 1032:1, markup rarely
 * beyond 50:1.
 */
export const defaultLimits: ArchiveLimits = {
  maxEntries: 20_000,
  maxEntryBytes: 64 * 1024 * 1024,
  maxTotalBytes: 192 * 1024 * 1024,
  maxRatio: 250,
}

/** So small a file may be packed as tightly as it likes. */
export const RATIO_FREE_BYTES = 1024 * 1024
