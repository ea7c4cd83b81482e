import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { openDatabase } from '../../src/server/composition/open-database.ts'
import { startProduct } from '../../src/server/composition/product.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { readConfig } from '../../src/server/platform/config/config.ts'
import { uploadTargetSchema } from '../../src/shared/api/calls.ts'
import { summarySchema } from '../../src/shared/summary/summary.ts'
import { signIn } from '../../tests/support/process.ts'
import { pathOf } from '../../tests/support/uploads.ts'

/** The product, listening on loopback, with a separate bundled database. */
export interface MeasuredProduct {
  /** Uploads an e-book; returns its object path. */
  upload: (epub: Uint8Array) => Promise<string>
  /** Requests a summary of a text or upload, and waits for the complete result. */
  summarize: (source: { content: string } | { fileUrl: string }) => Promise<void>
  /** Puts the user on the plan with the advanced summary, or on the one below. */
  setAdvanced: (advanced: boolean) => Promise<void>
  close: () => Promise<void>
}

export async function openMeasuredProduct(env: Readonly<Record<string, string>>): Promise<MeasuredProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', ...env })
  const log = pino({ level: 'silent' })
  const database = await openDatabase(config, log)
  const product = await startProduct(config, log, { database })
  const origin = await product.app.listen({ host: '127.0.0.1', port: 0 })
  const ask = await signIn(origin, 'bench@example.com')
  const setPlan = async (subscriptionPlan: string): Promise<void> => {
    await database.db.update(users).set({ subscriptionPlan })
  }
  await setPlan('pro')
  return {
    upload: async (epub) => {
      const target = await ask('POST', '/api/files/upload-url', { fileName: 'book.epub', size: epub.byteLength })
      const { uploadURL, objectPath } = uploadTargetSchema.parse(await target.json())
      const body = Buffer.from(epub)
      const sent = await fetch(`${origin}${pathOf(uploadURL)}`, { method: 'PUT', body })
      if (!sent.ok) throw new Error(`The upload answered ${sent.status}.`)
      return objectPath
    },
    summarize: async (source) => {
      const response = await ask('POST', '/api/summaries', source)
      const body: unknown = await response.json()
      if (response.status !== 201) throw new Error(`The summary answered ${response.status}: ${JSON.stringify(body)}`)
      summarySchema.parse(body)
    },
    setAdvanced: async (advanced) => setPlan(advanced ? 'elite' : 'pro'),
    close: async () => {
      await product.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
