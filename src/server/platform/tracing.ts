import { waitAtMost } from './concurrency.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { productVersion } from './product-version.ts'

/** How long the end of a process waits for what was not sent yet. */
const SHUTDOWN_MS = 3000

/**
 * Starts writing traces where a setting of OpenTelemetry's asks for them; its SDK reads the rest of them by itself
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Nobody else pays for loading it.
 *
 * @returns what sends what is left, for a moment, and ends it
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
    // Not what the process was called with, and by whom.
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
