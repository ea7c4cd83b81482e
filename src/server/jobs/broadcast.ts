import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import type { Log } from '../platform/log.ts'
import type { JobQueue } from './queue.ts'

/** PostgreSQL refuses payloads of 8000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7900

/** Short messages from any process to all of them, this one included. Lost ones must not matter: state is in rows. */
export interface Broadcast {
  /** @returns false when the message is too long to travel; nothing is sent then */
  send(payload: string): Promise<boolean>
  close(): Promise<void>
}

export interface BroadcastOptions {
  channel: string
  onMessage: (payload: string) => void
  /** Messages may have been missed; whoever waits for one should look at the row. */
  onGap: () => void
  log: Log
}

/** Opens a channel on which messages travel by NOTIFY. */
export async function openBroadcast(
  database: Database,
  queue: JobQueue,
  options: BroadcastOptions,
): Promise<Broadcast> {
  const { channel, log } = options
  // They run inside the connection's own event: what they throw there would end the process.
  const guarded = <A extends unknown[]>(listener: (...args: A) => void) => {
    return (...args: A): void => {
      try {
        listener(...args)
      } catch (error) {
        log.error({ err: error, channel }, 'a message could not be taken in')
      }
    }
  }
  const onMessage = guarded(options.onMessage)
  const onGap = guarded(options.onGap)
  const stop = await queue.listen(channel, onMessage, onGap)
  return {
    send: async (payload) => {
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) return false
      await rowsOf(database.db, sql`SELECT pg_notify(${channel}, ${payload})`)
      return true
    },
    close: async () => {
      await stop().catch((error: unknown) => log.debug({ err: error }, 'channel was closed already'))
    },
  }
}
