import { startTestProduct, type TestProduct, type TestProductOptions } from './product.ts'

/** The product with its web app, listening on loopback. The web app must have been built. */
export interface ServedProduct extends TestProduct {
  origin: string
}

interface ServedProductOptions extends TestProductOptions {
  /** Unset: a free port. */
  port?: number
}

/** Starts the product on a port of 127.0.0.1. */
export async function serveProduct({ port = 0, ...options }: ServedProductOptions = {}): Promise<ServedProduct> {
  const started = await startTestProduct(options)
  const origin = await started.product.app.listen({ host: '127.0.0.1', port })
  return { ...started, origin }
}
