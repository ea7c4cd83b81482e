import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { openTestDatabase, startTestProduct, type TestProduct, type TestProductOptions } from './product.ts'

/** A web process and a worker on one database. */
export interface ProductPair {
  web: TestProduct
  close: () => Promise<void>
}

export async function startProductPair(options: Omit<TestProductOptions, 'database'>): Promise<ProductPair> {
  const database = await openTestDatabase()
  const shared = { DATABASE_URL: database.url, SESSION_SECRET: 'shared by all processes of one place' }
  const start = async (role: string): Promise<TestProduct> =>
    startTestProduct({
      ...options,
      database: await openPostgres(database.url, () => {}),
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
