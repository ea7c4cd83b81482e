import type { Browser } from './browser.ts'

/** State of a request: answered, or its response was lost. */
type Known = 'yes' | 'maybe' | 'no'

/** A summary that a user has requested, with its idempotency key. */
export interface AskedSummary {
  key: string
  payload: { content: string; fresh?: boolean } | { fileUrl: string; fresh?: boolean }
  /** Known once a response contains it. */
  id: string | null
  made: Known
  deleted: Known
  /** Whether a response contained the finished summary. */
  isReady: boolean
}

/** A file that a user has uploaded. */
export interface SentUpload {
  objectPath: string
  bytes: number
  arrived: Known
  /** Whether a summary of it was requested. */
  used: boolean
}

/** A signed-in browser of a user. */
export interface HeldSession {
  browser: Browser
  live: Known
}

/** Everything acknowledged to one user, which must be true. */
export interface UserLedger {
  email: string
  registered: Known
  /** The current password, and possible ones after an unanswered change. */
  passwords: string[]
  /** The same for the first name. */
  names: string[]
  sessions: HeldSession[]
  summaries: AskedSummary[]
  uploads: SentUpload[]
}

/** Everything acknowledged to all users, and the findings. */
export class Ledger {
  readonly users: UserLedger[] = []
  /** Acknowledged actions, by kind. */
  readonly acknowledged = new Map<string, number>()
  /** Actions whose response was lost or an error. */
  readonly unanswered = new Map<string, number>()
  readonly findings: string[] = []

  note(kind: string, outcome: 'done' | 'refused' | 'unknown'): void {
    if (outcome === 'refused') return
    const counts = outcome === 'done' ? this.acknowledged : this.unanswered
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }

  complain(finding: string): void {
    this.findings.push(finding)
  }
}

/** The sum of some counts. */
export const totalOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)
