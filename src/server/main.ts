import { content } from '../shared/content.ts'
import { AppError } from '../shared/errors.ts'
import { PlanCatalogueError } from './features/plans/load-catalogue.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { formatError } from './platform/loggable-error.ts'
import { type Product, startProduct } from './product.ts'

/** A fault of the installation rather than of the code: its message is all an operator needs. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof PlanCatalogueError || error instanceof AppError

function stopOnSignals(product: Product, log: Log): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping: running work is finished or handed back')
    product.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

async function listen(product: Product, config: Config, log: Log): Promise<void> {
  const { host, port, appUrl } = config.http
  await product.app.listen({ host, port })
  log.info({ role: config.role }, `${content.productName} is ready at ${appUrl}`)
}

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  const product = await startProduct(config, log)
  stopOnSignals(product, log)
  await listen(product, config, log)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${isExpected(error) ? error.message : formatError(error)}\n`)
  process.exit(1)
}
