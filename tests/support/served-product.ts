import { startTestProduct, type TestProduct, type TestProductOptions } from './product.ts'

/** The product with its web app, listening on loopback. The web app must have been built. */
export interface ServedProduct extends TestProduct {
  origin: string
}

/** Starts the product on a free port, on the embedded database. */
export async function serveProduct(options: TestProductOptions = {}): Promise<ServedProduct> {
  const started = await startTestProduct('pglite', options)
  const origin = await started.product.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...started, origin }
}
