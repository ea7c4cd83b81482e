import { flushCompileCache } from 'node:module'
import { content } from '../shared/content.ts'
import { AppError } from '../shared/errors.ts'
import { type Product, startProduct } from './composition/product.ts'
import { PlanCatalogueError } from './plans/load-catalogue.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { createScrubber, secretsIn } from './platform/config/secrets.ts'
import { ListenError, toListenError } from './platform/http/listen-errors.ts'
import { createLog, type Log } from './platform/log.ts'
import { formatError } from './platform/loggable-error.ts'
import { watchMemory } from './platform/memory-watch.ts'
import { startTracing } from './platform/tracing.ts'

/** Whether an error is the installation's fault, so that its message is enough for the operator. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof PlanCatalogueError ||
  error instanceof ListenError ||
  error instanceof AppError

/** Exits once everything has stopped. */
function exitAfter(stopped: Promise<void>, exitCode: number, log: Log): void {
  stopped.then(
    () => process.exit(exitCode),
    (error: unknown) => {
      log.fatal({ err: error }, 'could not stop cleanly')
      process.exit(1)
    },
  )
}

function stopOnSignals(product: Product, log: Log): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping: running jobs are finished or handed back')
    exitAfter(product.close(), 0, log)
  }
  // SIGTERM may arrive twice: directly, and from the start script, which forwards it. A second Ctrl-C quits immediately.
  process.on('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Lets a worker with too much memory finish its jobs and exit, so that its supervisor starts a new one. */
function retireWhenLarge(product: Product, { workerMemoryBytes: limitBytes }: Config, log: Log): void {
  if (limitBytes === null) return
  const onLarge = (usedBytes: number): void => {
    log.warn({ usedBytes, limitBytes }, 'this worker exceeds its memory limit: it finishes its jobs and exits')
    exitAfter(product.retire(), 1, log)
  }
  watchMemory({ limitBytes, onLarge })
}

/** Exits after an uncaught error, as Node does, but without printing all properties of the error. */
function stopOnFaults(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping after an uncaught error')
    process.exit(1)
  })
}

/** Listens and logs one line for the first address, and one for each other address of the host. */
async function listen(product: Product, { http, role }: Config): Promise<void> {
  const { host, port, appUrl } = http
  let ready = `${content.productName} is ready at ${appUrl}${role === 'all' ? '' : ` as ${role}`}`
  const listenTextResolver = (address: string): string => {
    const line = ready
    ready = `it also listens on ${address}`
    return line
  }
  try {
    await product.app.listen({ host, port, listenTextResolver })
  } catch (error) {
    await product.close()
    throw toListenError(error, http)
  }
}

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config, undefined, [...secretsIn(), config.sessionSecret])
  stopOnFaults(log)
  const endTracing = await startTracing(config, log)
  const product = await startProduct(config, log, { onClosed: endTracing })
  stopOnSignals(product, log)
  retireWhenLarge(product, config, log)
  await listen(product, config)
  // Node writes compiled code at exit, which a killed process never reaches. Without it, a start takes a third longer.
  flushCompileCache()
}

try {
  await main()
} catch (error) {
  const scrub = createScrubber(secretsIn())
  process.stderr.write(`${scrub(isExpected(error) ? error.message : formatError(error))}\n`)
  process.exit(1)
}
