import { createHash } from 'node:crypto'

/** Rules are chosen on one part of a corpus; the other reports how they do on sources that no rule was chosen on. */
export const parts = ['choosing', 'reporting'] as const
export type Part = (typeof parts)[number]

/** The part that a source belongs to, by a bit of the SHA-256 hash of its id: the same on every machine. */
export const partOf = (sourceId: string): Part =>
  ((createHash('sha256').update(sourceId).digest()[0] ?? 0) & 1) === 1 ? 'choosing' : 'reporting'
