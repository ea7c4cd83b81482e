import { waitAtMost } from './concurrency.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { productVersion } from './product-version.ts'

/** How long shutdown waits for unsent traces. */
const SHUTDOWN_MS = 3000

/**
 * Starts OpenTelemetry's SDK if its settings ask for traces; it reads the other settings itself
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Loaded only when needed.
 *
 * @returns a function that sends the remaining traces and stops
 */
export async function startTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<() => Promise<void>> {
  if (!tracing) return async () => {}
  const [
    { NodeSDK },
    { defaultResource, envDetector, hostDetector, resourceFromAttributes, serviceInstanceIdDetector },
  ] = await Promise.all([import('@opentelemetry/sdk-node'), import('@opentelemetry/resources')])
  const { diag, DiagLogLevel } = await import('@opentelemetry/api')
  const { watchCalls } = await import('./traced-calls.ts')
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
