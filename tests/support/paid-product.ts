import { freePort } from './process.ts'
import { type ServedProduct, serveProduct } from './served-product.ts'
import { startTestStripe, type TestStripe } from './stripe.ts'

/** The product with its web app, and the Stripe stand-in with its own pages. */
export interface PaidProduct extends ServedProduct {
  stripe: TestStripe
}

/** Starts both, with the product listening on the URL that hosted pages return to and events are sent to. */
export async function servePaidProduct(): Promise<PaidProduct> {
  const stripe = await startTestStripe()
  const port = await freePort()
  const product = await serveProduct({ port, env: { ...stripe.env, APP_URL: `http://127.0.0.1:${port}` } })
  stripe.deliverTo(`${product.origin}/api/webhooks/stripe`)
  return {
    ...product,
    stripe,
    close: async () => {
      await product.close()
      await stripe.stop()
    },
  }
}
