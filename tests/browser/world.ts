import { afterAll, beforeAll } from 'vitest'
import { type ArticleSite, startArticleSite } from '../support/article-site.ts'
import { type ServedProduct, serveProduct } from '../support/served-product.ts'

/** The product and an article site, for all tests of a file. Both are available once its tests run. */
export function startWorld(): { product: ServedProduct; site: ArticleSite } {
  const world: { product?: ServedProduct; site?: ArticleSite } = {}
  beforeAll(async () => {
    world.site = await startArticleSite()
    world.product = await serveProduct()
  })
  afterAll(async () => {
    await world.product?.close()
    await world.site?.stop()
  })
  return world as { product: ServedProduct; site: ArticleSite }
}
