import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { waitAtMost } from './concurrency.ts'
import type { Config } from './config/config.ts'
import type { Log } from './log.ts'
import { fieldOf } from './loggable-error.ts'
import { productVersion } from './process.ts'

const tracer = trace.getTracer('precis')

interface Call {
  method: string
  /** Scheme, host and port only: paths may reveal what users read, and queries contain keys. */
  origin: string
}

const begin = ({ method, origin }: Call): Span => {
  const { hostname, port, protocol } = URL.parse(origin) ?? { hostname: 'unknown', port: '', protocol: '' }
  return tracer.startSpan(
    `${method} ${hostname}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
      },
    },
    context.active(),
  )
}

const answered = (span: Span | undefined, status: number): void => {
  span?.setAttribute('http.response.status_code', status)
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
}

const failed = (span: Span | undefined, error: unknown): void => {
  span?.setAttribute('error.type', error instanceof Error ? error.name : 'error')
  span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
}

const requestIn = (message: unknown): object => {
  const request = fieldOf(message, 'request')
  return typeof request === 'object' && request !== null ? request : {}
}

/**
 * Creates a span for each call of another service: through `fetch` and undici (models, pages) and through Node's own
 * client (payments, files), until the returned function is called. Uses their diagnostics channels
 * (https://undici.nodejs.org/#/docs/api/DiagnosticsChannel, https://nodejs.org/api/diagnostics_channel.html#http), so
 * nothing is patched. No trace headers are sent to other services.
 */
function watchCalls(): () => void {
  const spans = new WeakMap<object, Span>()
  const ofUndici = (message: unknown): Call => ({
    method: String(fieldOf(requestIn(message), 'method')),
    origin: String(fieldOf(requestIn(message), 'origin')),
  })
  const ofNode = (message: unknown): Call => {
    const request = requestIn(message)
    return {
      method: String(fieldOf(request, 'method')),
      origin: `${String(fieldOf(request, 'protocol'))}//${String(fieldOf(request, 'host'))}`,
    }
  }
  const statusIn = (message: unknown): number => Number(fieldOf(fieldOf(message, 'response'), 'statusCode'))
  const end = (message: unknown): void => spans.get(requestIn(message))?.end()
  const channels: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => spans.set(requestIn(message), begin(ofUndici(message))),
    'undici:request:headers': (message) => answered(spans.get(requestIn(message)), statusIn(message)),
    'undici:request:trailers': end,
    'undici:request:error': (message) => failed(spans.get(requestIn(message)), fieldOf(message, 'error')),
    'http.client.request.start': (message) => spans.set(requestIn(message), begin(ofNode(message))),
    'http.client.response.finish': (message) => {
      answered(spans.get(requestIn(message)), statusIn(message))
      end(message)
    },
    'http.client.request.error': (message) => failed(spans.get(requestIn(message)), fieldOf(message, 'error')),
  }
  for (const [name, listen] of Object.entries(channels)) subscribe(name, listen)
  return () => {
    for (const [name, listen] of Object.entries(channels)) unsubscribe(name, listen)
  }
}

/** How long shutdown waits for unsent traces. */
const SHUTDOWN_MS = 3000

/**
 * Starts OpenTelemetry's SDK if its settings ask for traces; it reads the other settings itself
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Loaded only when needed. Returns
 * a function that sends the remaining traces and stops.
 */
export async function startTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<() => Promise<void>> {
  if (!tracing) return async () => {}
  const [
    { NodeSDK },
    { defaultResource, envDetector, hostDetector, resourceFromAttributes, serviceInstanceIdDetector },
  ] = await Promise.all([import('@opentelemetry/sdk-node'), import('@opentelemetry/resources')])
  const { diag, DiagLogLevel } = await import('@opentelemetry/api')
  const say = (message: string): void => log.warn({ said: message.slice(0, 200) }, 'traces')
  diag.setLogger({ error: say, warn: say, info: say, debug: say, verbose: say }, { logLevel: DiagLogLevel.WARN })
  const own = resourceFromAttributes({ 'service.name': 'precis', 'service.version': productVersion() })
  const sdk = new NodeSDK({
    resource: defaultResource().merge(own),
    // Without the command line and the operating system's user.
    resourceDetectors: [hostDetector, serviceInstanceIdDetector, envDetector],
    logRecordProcessors: [],
    metricReaders: [],
  })
  sdk.start()
  const unwatch = watchCalls()
  return async () => {
    unwatch()
    await waitAtMost(
      SHUTDOWN_MS,
      sdk.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces')),
    )
  }
}
