import type { Browser } from './browser.ts'

/** What is known of something that was asked for: it was answered, or the answer was lost. */
export type Known = 'yes' | 'maybe' | 'no'

/** A summary that somebody has asked for, under a key of its own. */
export interface AskedSummary {
  key: string
  payload: { content: string; fresh?: boolean } | { fileUrl: string; fresh?: boolean }
  /** Known once an answer has named it. */
  id: string | null
  made: Known
  deleted: Known
}

/** A file that somebody has sent. */
export interface SentUpload {
  objectPath: string
  bytes: number
  arrived: Known
  /** Whether a summary was asked for of it. */
  used: boolean
}

/** A browser that somebody has signed in with. */
export interface HeldSession {
  browser: Browser
  live: Known
}

/** What has been acknowledged to one person, and so has to be true. */
export interface UserLedger {
  email: string
  registered: Known
  /** The password that holds, and those that may hold since a change of it was not answered. */
  passwords: string[]
  /** The same of the first name. */
  names: string[]
  sessions: HeldSession[]
  summaries: AskedSummary[]
  uploads: SentUpload[]
}

/** What has been acknowledged to all, and what has been found wrong. */
export class Ledger {
  readonly users: UserLedger[] = []
  /** Acknowledged actions, by kind. */
  readonly acknowledged = new Map<string, number>()
  /** Actions whose answer was lost, or was that something went wrong. */
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
