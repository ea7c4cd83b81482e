import { openPostgres } from '../../src/server/db/open-postgres.ts'
import {
  type EngineName,
  openTestDatabase,
  startTestProduct,
  type TestProduct,
  type TestProductOptions,
} from './product.ts'

/** One process that people ask, and the one that does the work: two on PostgreSQL, the same on the embedded database. */
export interface ProductPair {
  web: TestProduct
  close: () => Promise<void>
}

export async function startProductPair(
  engine: EngineName,
  options: Omit<TestProductOptions, 'database'>,
): Promise<ProductPair> {
  if (engine === 'pglite') {
    const both = await startTestProduct(engine, options)
    return { web: both, close: both.close }
  }
  const database = await openTestDatabase('postgres')
  const shared = { DATABASE_URL: database.url!, SESSION_SECRET: 'shared by all processes of one place' }
  const start = async (role: string): Promise<TestProduct> =>
    startTestProduct('postgres', {
      ...options,
      database: await openPostgres(database.url!, () => {}),
      env: { ...options.env, ...shared, ROLE: role },
    })
  const web = await start('web')
  const worker = await start('worker')
  return {
    web,
    close: async () => {
      await web.close()
      await worker.close()
      await database.close()
    },
  }
}
