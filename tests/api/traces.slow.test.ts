import { afterEach, describe, expect, it } from 'vitest'
import { articles, startArticleSite } from '../support/article-site.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openServerHome } from '../support/server-home.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts'

/** Personal data, input and URLs that must not appear in a trace. */
const canaries = ['canary.email@example.com', 'correct horse', 'canarytext', 'canaryquery', 'canarysecret']
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('traces of a server process', () => {
  let collector: TraceCollector
  let server: ServerProcess | undefined
  const site = forSuite(async () => startArticleSite())
  const home = forSuite(async () => openServerHome())
  afterEach(async () => {
    await server?.stop('SIGKILL')
    await collector.stop()
  })

  const start = async (answers: boolean): Promise<ServerProcess> => {
    collector = await startTraceCollector({ answers })
    server = await startServer({
      ...home.env,
      FETCH_ALLOW_PRIVATE: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=canarysecret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    })
    return server
  }

  it('connect a request with its job, statements and calls, and contain no user data', async () => {
    const { origin, stop } = await start(true)
    const ask = await signIn(origin, 'canary.email@example.com')
    const article = articles[0]!
    const made = await ask(
      'POST',
      '/api/summaries',
      { url: `${site.articleUrl(article)}?seen=canaryquery` },
      { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    )
    expect(made.status).toBe(201)
    await ask('POST', '/api/summaries', { content: `canarytext. ${tidePools}` })
    await ask('GET', '/api/summaries?q=canaryquery')
    const id = made.headers.get('x-request-id')
    await stop('SIGTERM')

    const { spans } = collector
    const named = (name: string): CollectedSpan | undefined =>
      spans.find((span) => span.name === name && span.traceId === TRACE)
    const request = named('POST /api/summaries')
    expect(request).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      attributes: { 'http.route': '/api/summaries', 'http.response.status_code': 201, 'precis.request.id': id },
    })
    const job = named('job summarize')
    expect(job?.attributes).toMatchObject({ 'precis.job.kind': 'summarize', 'precis.job.try': 1 })
    const isUnder = (span: CollectedSpan | undefined, above: CollectedSpan | undefined): boolean =>
      span !== undefined &&
      (span.parentSpanId === above?.spanId ||
        isUnder(
          spans.find(({ spanId }) => spanId === span.parentSpanId),
          above,
        ))
    expect(isUnder(job, request)).toBe(true)
    for (const stage of ['read the source', 'summarize', 'finish']) expect(named(stage)?.parentSpanId).toBe(job?.spanId)
    const call = named('GET 127.0.0.1')
    expect(call?.attributes).toMatchObject({ 'server.port': Number(new URL(site.origin).port) })
    expect(isUnder(call, named('read the source'))).toBe(true)
    const statements = spans.filter(({ name, traceId }) => name.startsWith('db ') && traceId === TRACE)
    expect(statements.some((span) => isUnder(span, named('finish')))).toBe(true)
    expect(statements.some(({ attributes }) => String(attributes['db.query.text']).includes('"summaries"'))).toBe(true)

    expect(collector.lastHeaders()).toMatchObject({ authorization: 'canarysecret' })
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'precis',
      'deployment.environment.name': 'tests',
    })
    for (const canary of [...canaries, article.slug]) expect(collector.raw()).not.toContain(canary)
    expect(server?.output()).toContain(TRACE)
    expect(server?.output()).not.toContain('canarysecret')
  })

  it('delay nothing without a collector, and let the process exit', async () => {
    const { origin, stop } = await start(false)
    const ask = await signIn(origin, 'other@example.com')
    const made = await ask('POST', '/api/summaries', { content: tidePools })
    expect(made.status).toBe(201)
    expect(await stop('SIGTERM')).toBe(0)
  })
})
