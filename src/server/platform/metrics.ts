import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ModelUsage } from '../../shared/summary/summary.ts'
import { isLoopbackHost } from './addresses.ts'
import { notFound } from './http/http-errors.ts'

/** Histogram buckets in seconds. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const WORK_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200]

interface QueueDepth {
  kind: string
  state: string
  jobs: number
  /** Seconds for which the oldest of them has been due. */
  oldestSeconds: number
}

/**
 * Creates the metrics of this process for Prometheus (https://prometheus.io/docs/practices/naming), in a registry of their
 * own, since several products may run in one process.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name, help, labelNames, registers })

  const requests = histogram(
    'precis_http_request_duration_seconds',
    'Time from a request to the end of its response, in this process.',
    ['method', 'route', 'status'],
    REQUEST_SECONDS,
  )
  const streams = gauge('precis_event_streams', 'Open event streams of this process.', [])
  const jobs = histogram(
    'precis_job_duration_seconds',
    'Time of one attempt at a job, in this process.',
    ['kind', 'outcome'],
    WORK_SECONDS,
  )
  const summaries = histogram(
    'precis_summary_duration_seconds',
    'Time of a summary by outcome, in this process.',
    ['outcome'],
    WORK_SECONDS,
  )
  const calls = counter('precis_model_calls_total', 'Answered calls of language models, in this process.', ['model'])
  const tokens = counter('precis_model_tokens_total', 'Tokens read and written by language models, for this process.', [
    'model',
    'direction',
  ])
  const dollars = counter(
    'precis_model_cost_dollars_total',
    'Cost of language models by list price, where it is known, in this process.',
    ['model'],
  )
  const depth = gauge('precis_jobs', 'Waiting, running and failed jobs in the database.', ['kind', 'state'])
  const oldest = gauge('precis_jobs_oldest_seconds', 'Seconds for which the oldest job in a state has been due.', [
    'kind',
    'state',
  ])
  let isWatched = false
  return {
    /** Counts a response. `route` is the route's pattern, never a URL, which keeps the number of series small. */
    answered: ({ seconds, ...labels }: { method: string; route: string; status: number; seconds: number }): void =>
      requests.observe(labels, seconds),
    /** Counts an open event stream; the returned function uncounts it. */
    streamOpened: (): (() => void) => {
      streams.inc()
      return () => streams.dec()
    },
    jobTried: ({ seconds, ...labels }: { kind: string; outcome: 'done' | 'failed'; seconds: number }): void =>
      jobs.observe(labels, seconds),
    /** Counts an ended summary; `outcome` is `ready` or an error code. */
    summaryEnded: ({ seconds, outcome }: { outcome: string; seconds: number }): void =>
      summaries.observe({ outcome }, seconds),
    /** Counts the model usage of a summary. */
    modelsUsed: (usage: readonly ModelUsage[]): void => {
      for (const { model, ...used } of usage) {
        calls.inc({ model }, used.calls)
        tokens.inc({ model, direction: 'input' }, used.inputTokens)
        tokens.inc({ model, direction: 'output' }, used.outputTokens)
        if (used.costUsd !== null) dollars.inc({ model }, used.costUsd)
      }
    },
    text: async (depths: readonly QueueDepth[]): Promise<string> => {
      // Watching the event loop costs a little, so it starts with the first scrape.
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
export type Metrics = ReturnType<typeof createMetrics>

/**
 * Whether a request may read the metrics: with the token if one is set. Otherwise only from this machine, and never in
 * production, where a proxy on it would forward everyone's requests.
 */
function mayRead(request: FastifyRequest, { token, production }: MetricsRouteDeps): boolean {
  const { authorization } = request.headers
  if (token === null) return !production && isLoopbackHost(request.socket.remoteAddress ?? '')
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

interface MetricsRouteDeps {
  metrics: Metrics
  /** Token that Prometheus sends; null: only this machine may read the metrics. */
  token: string | null
  production: boolean
  queueDepths: () => Promise<QueueDepth[]>
}

/** Registers `GET /metrics`, which is a 404 for callers who may not read it. */
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
