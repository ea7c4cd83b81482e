import pino from 'pino'
import type { Db } from '../../src/server/db/database.ts'
import type { BillingContext } from '../../src/server/features/billing/context.ts'
import type { SummariesContext } from '../../src/server/features/summaries/context.ts'
import { EventHub } from '../../src/server/features/summaries/events.ts'
import { QueuePositions } from '../../src/server/features/summaries/queue.ts'
import { createSourceReader } from '../../src/server/features/summaries/source/source-reader.ts'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import { systemClock } from '../../src/server/platform/clock.ts'
import { readConfig } from '../../src/server/platform/config/config.ts'
import { createMetrics } from '../../src/server/platform/metrics.ts'
import type { ObjectStorage } from '../../src/server/storage/object-storage.ts'
import { fakeSummarizerPipeline } from './fake-summarizer.ts'

/** A storage without files. */
export const emptyStorage: ObjectStorage = {
  directOrigin: null,
  put: async () => 0,
  head: async () => null,
  get: async () => null,
  save: async () => false,
  delete: async () => {},
  listOlderThan: async function* () {},
  signedPutUrl: async () => null,
  close: async () => {},
}

type TestContext = SummariesContext & BillingContext

/** Context of use cases on a database, with an empty storage, a job queue that runs nothing and no payments. */
export function testContext<Own extends Partial<TestContext>>(db: Db, own: Own): TestContext & Own {
  const pipeline = fakeSummarizerPipeline()
  return {
    config: readConfig({
      NODE_ENV: 'test',
      APP_URL: 'https://precis.example',
      SESSION_SECRET: 'a secret of thirty-two characters',
    }),
    log: pino({ level: 'silent' }),
    db,
    clock: systemClock,
    catalogue: loadCatalogue('standard'),
    storage: emptyStorage,
    pipeline,
    sources: createSourceReader(db),
    hub: new EventHub(() => {}),
    metrics: createMetrics(),
    closing: new AbortController().signal,
    uploadIdleMs: 1000,
    queue: { send: async () => {} },
    positions: new QueuePositions({ waiting: async () => [] }, 1),
    canMail: false,
    stripe: null,
    ...own,
  }
}

/** The same, as the summary use cases take it. */
export const summariesContext = (db: Db, own: Partial<SummariesContext> = {}): SummariesContext => testContext(db, own)
