import { z } from 'zod'
import type { Db, Tx } from '../../src/server/db/database.ts'
import type { JobQueue } from '../../src/server/jobs/queue.ts'

/** A job queue that passes jobs to a function. */
export const fakeQueue = (onSend: (data: unknown, tx: Db | Tx) => unknown): Pick<JobQueue, 'send'> => ({
  send: async (tx, _kind, data) => void (await onSend(data, tx)),
})

/** A job queue that passes the customers of sync jobs to a function. */
export const syncQueue = (onSync: (customerId: string, tx: Db | Tx) => unknown) =>
  fakeQueue(async (data, tx) => onSync(z.object({ customerId: z.string() }).parse(data).customerId, tx))
