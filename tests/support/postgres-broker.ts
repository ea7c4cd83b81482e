import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test asks for the address of the run's PostgreSQL; the first who asks starts it. */
    postgresBroker: string
  }
}

/**
 * Runs once around a whole test run. Most runs need no PostgreSQL, and test files run in processes of their own: so a
 * small server on loopback starts it when a test asks, and answers its address to all.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined
  const broker = createServer((_, response) => {
    postgres ??= startPostgres()
    postgres.then(
      (server) => response.setHeader('content-type', 'application/json').end(JSON.stringify(server.address)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  const address = broker.address()
  if (address === null || typeof address === 'string') throw new Error('The broker has no port.')
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}`)

  const teardown = async () => {
    broker.close()
    broker.closeAllConnections()
    // A server that did not start has said so to the test that asked.
    const server = await postgres?.catch(() => undefined)
    await server?.stop()
  }
  // A run that is told to stop must not leave a database server behind.
  process.once('SIGTERM', () => void teardown().finally(() => process.exit(143)))
  return teardown
}
