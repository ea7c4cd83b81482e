import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from './http-errors.ts'

/** Bounds of seconds, from an answer out of memory to a summary that takes minutes. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const WORK_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200]

/** How much work of one kind is in a state, over all processes. */
export interface QueueDepth {
  kind: string
  state: string
  jobs: number
  /** How long the oldest of them has been due. */
  oldestSeconds: number
}

/** What a process counts of itself, and is asked for by Prometheus (https://prometheus.io/docs/practices/naming). */
export interface Metrics {
  /** A request was answered. `route` is a pattern and never an address, so that there are few of them. */
  answered: (request: { method: string; route: string; status: number; seconds: number }) => void
  /** A stream of events was opened; calling the answer says that it has ended. */
  streamOpened: () => () => void
  /** A job was tried. */
  jobTried: (job: { kind: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** A summary has ended; `outcome` is `ready` or the code of its failure. */
  summaryEnded: (end: { outcome: string; seconds: number }) => void
  /** What language models were used for in making a summary. */
  modelsUsed: (
    usage: readonly {
      model: string
      calls: number
      inputTokens: number
      outputTokens: number
      costUsd: number | null
    }[],
  ) => void
  /** All of it as Prometheus reads it, with what it is told of the queue. */
  text: (depths: readonly QueueDepth[]) => Promise<string>
  contentType: string
}

/** Counts from nothing, apart from all others: several products may run in a process. */
export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  const requests = new Histogram({
    name: 'precis_http_request_duration_seconds',
    help: 'Time from a request to its whole answer, by this process.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  })
  const streams = new Gauge({
    name: 'precis_event_streams',
    help: 'Streams of events that are open to this process.',
    registers,
  })
  const jobs = new Histogram({
    name: 'precis_job_duration_seconds',
    help: 'Time of one try at a job, by this process.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: WORK_SECONDS,
    registers,
  })
  const summaries = new Histogram({
    name: 'precis_summary_duration_seconds',
    help: 'Time of making a summary, by how it ended, by this process.',
    labelNames: ['outcome'] as const,
    buckets: WORK_SECONDS,
    registers,
  })
  const calls = new Counter({
    name: 'precis_model_calls_total',
    help: 'Calls of language models that were answered, by this process.',
    labelNames: ['model'] as const,
    registers,
  })
  const tokens = new Counter({
    name: 'precis_model_tokens_total',
    help: 'Tokens that language models have read and written for this process.',
    labelNames: ['model', 'direction'] as const,
    registers,
  })
  const dollars = new Counter({
    name: 'precis_model_cost_dollars_total',
    help: 'What language models have cost this process by their list prices, where those are known.',
    labelNames: ['model'] as const,
    registers,
  })
  const depth = new Gauge({
    name: 'precis_jobs',
    help: 'Jobs that wait, run or were given up, in the database of all processes.',
    labelNames: ['kind', 'state'] as const,
    registers,
  })
  const oldest = new Gauge({
    name: 'precis_jobs_oldest_seconds',
    help: 'How long the oldest job in a state has been due, in the database of all processes.',
    labelNames: ['kind', 'state'] as const,
    registers,
  })
  let isWatched = false
  return {
    answered: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    streamOpened: () => {
      streams.inc()
      return () => streams.dec()
    },
    jobTried: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
    summaryEnded: ({ seconds, outcome }) => summaries.observe({ outcome }, seconds),
    modelsUsed: (usage) => {
      for (const { model, ...used } of usage) {
        calls.inc({ model }, used.calls)
        tokens.inc({ model, direction: 'input' }, used.inputTokens)
        tokens.inc({ model, direction: 'output' }, used.outputTokens)
        if (used.costUsd !== null) dollars.inc({ model }, used.costUsd)
      }
    },
    text: async (depths) => {
      // Watching the event loop costs a little: only those who ask for it pay.
      if (!isWatched) collectDefaultMetrics({ register: registry })
      isWatched = true
      depth.reset()
      oldest.reset()
      for (const { kind, state, jobs: count, oldestSeconds } of depths) {
        depth.set({ kind, state }, count)
        oldest.set({ kind, state }, oldestSeconds)
      }
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

const isOfThisMachine = (address: string): boolean =>
  isIP(address) !== 0 && /^(?:127\.|::1$|::ffff:127\.)/.test(address)

/**
 * Whether somebody may read the figures: with the token where there is one. Without, only from this machine, and not in
 * production, where a proxy on it would ask for the whole world.
 */
function mayRead(request: FastifyRequest, { token, production }: MetricsRouteDeps): boolean {
  const { authorization } = request.headers
  if (token === null) return !production && isOfThisMachine(request.socket.remoteAddress ?? '')
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

export interface MetricsRouteDeps {
  metrics: Metrics
  /** What Prometheus has to send; null: only this machine is answered. */
  token: string | null
  production: boolean
  queueDepths: () => Promise<QueueDepth[]>
}

/** `GET /metrics`; to others there is no such address. */
export function registerMetrics(app: FastifyInstance, deps: MetricsRouteDeps): void {
  const { metrics, queueDepths } = deps
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, deps)) throw notFound()
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text(await queueDepths()))
  })
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')

/** Counts every request that is answered, and the streams that are open: those last as long as somebody looks. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const open = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onSend', async (request, reply) => {
    if (isStream(reply)) open.set(request, metrics.streamOpened())
  })
  app.addHook('onResponse', async (request, reply) => {
    const ended = open.get(request)
    if (ended !== undefined) return ended()
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}
