/** What each person asks for, over one connection after the other. */
export interface Asking {
  path: string
  cookie?: string
}

/** One measurement: so many connections, each asking again as soon as it is answered. */
export interface Round {
  origin: string
  /** Dealt out to the connections in turn. */
  asked: readonly Asking[]
  connections: number
  seconds: number
}

/** What came of it. */
export interface RoundResult {
  requests: number
  seconds: number
  /** Answers that were not 2xx, and connections that broke. */
  failed: number
  /** Of each answer, in milliseconds, sorted. */
  latencies: number[]
}
