import { afterAll, beforeAll } from 'vitest'
import { startArticleSite } from '../support/article-site.ts'
import type { TestProductOptions } from '../support/product.ts'
import { serveProduct } from '../support/served-product.ts'

type Ending = { close: () => Promise<unknown> } | { stop: () => Promise<unknown> }

/** Something that all tests of a file use. Its fields are available once the tests run; the latest ends first. */
export function served<T extends Ending>(start: () => Promise<T>): T {
  const started = Object.create(null)
  beforeAll(async () => Object.setPrototypeOf(started, await start()))
  afterAll(async () => (started.close ?? started.stop)())
  return started
}

/** The product and an article site. */
export const startWorld = (options: TestProductOptions = {}) => ({
  site: served(startArticleSite),
  product: served(async () => serveProduct(options)),
})
