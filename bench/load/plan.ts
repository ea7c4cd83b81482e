/** Requests of each user, over one connection after the other. */
export interface Asking {
  path: string
  cookie?: string
}

/** One measurement: a number of connections that each send the next request after a response. */
export interface Round {
  origin: string
  /** Distributed over the connections in turn. */
  asked: readonly Asking[]
  connections: number
  seconds: number
}

/** Result of a measurement. */
export interface RoundResult {
  requests: number
  seconds: number
  /** Responses other than 2xx, and broken connections. */
  failed: number
  /** Response times in milliseconds. */
  latencies: number[]
}
