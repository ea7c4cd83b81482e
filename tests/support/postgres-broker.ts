import type { TestProject } from 'vitest/node'
import { startLoopbackServer } from '../standins/loopback-server.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL at which tests ask for the run's PostgreSQL; the first request starts it. */
    postgresBroker: string
  }
}

/**
 * Runs once per test run. Most runs need no PostgreSQL, and test files run in separate processes: so a small server on
 * loopback starts it when a test asks, and returns its URL to all.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined
  const broker = await startLoopbackServer((_, response) => {
    postgres ??= startPostgres()
    postgres.then(
      (server) => response.setHeader('content-type', 'application/json').end(JSON.stringify(server.address)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  project.provide('postgresBroker', broker.origin)

  const teardown = async () => {
    await broker.stop()
    // The test that asked has received the error.
    const server = await postgres?.catch(() => undefined)
    await server?.stop()
  }
  // An interrupted run must not leave a database server behind.
  process.once('SIGTERM', () => void teardown().finally(() => process.exit(143)))
  return teardown
}
