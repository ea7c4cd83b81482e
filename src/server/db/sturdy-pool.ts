import { Pool, type PoolClient } from 'pg'

type Taken = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * Gives a connection that breaks while it is out back at once, and takes no harm when it is given back again. The pool
 * listens for the errors of those that are idle only: one that nobody listens for would end the process. And Drizzle
 * gives a connection back that breaks inside a transaction, but not one that breaks before its first word: a pool that
 * loses ten of them has none left.
 */
function guarded(client: PoolClient): PoolClient {
  const giveBack = client.release.bind(client)
  let given = false
  const onError = (error: Error): void => client.release(error)
  client.release = (error) => {
    if (given) return
    given = true
    giveBack(error)
    client.off('error', onError)
  }
  client.on('error', onError)
  return client
}

/** A pool of connections to a server that may be restarted, or replaced, at any time. */
export class SturdyPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): Promise<PoolClient> | void {
    // With a function it is the pool itself that asks, for one query: it looks after its own.
    if (taken !== undefined) return super.connect(taken)
    return super.connect().then(guarded)
  }
}
