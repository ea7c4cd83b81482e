import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { openTestDatabase, startTestProduct, type TestProduct, type TestProductOptions } from './product.ts'

/** Two processes on one database. */
export interface ProductPair {
  web: TestProduct
  /** The worker, or another web process. */
  other: TestProduct
  close: () => Promise<void>
}

export async function startProductPair(
  options: Omit<TestProductOptions, 'database'> = {},
  role: 'web' | 'worker' = 'worker',
): Promise<ProductPair> {
  const database = await openTestDatabase()
  const shared = { DATABASE_URL: database.url, SESSION_SECRET: 'shared by all processes of one place' }
  const start = async (own: string): Promise<TestProduct> =>
    startTestProduct({
      ...options,
      database: await openPostgres(database.url, () => {}),
      env: { ...options.env, ...shared, ROLE: own },
    })
  const [web, other] = [await start('web'), await start(role)]
  return {
    web,
    other,
    close: async () => {
      await web.close()
      await other.close()
      await database.close()
    },
  }
}
