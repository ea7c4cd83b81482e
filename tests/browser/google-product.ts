import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { type GoogleStandin, startGoogleStandin } from '../../src/standins/google/server.ts'
import { startTestProduct } from '../support/product.ts'
import type { ServedProduct } from '../support/served-product.ts'

/** A port that is free now: the provider has to know where browsers come back to before the product listens there. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** The product with its web app, and the stand-in for Google beside it. */
export async function serveWithGoogle(): Promise<ServedProduct & { google: GoogleStandin }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const client = { clientId: 'precis-test', clientSecret: 'a secret of the two' }
  const google = await startGoogleStandin({ ...client, redirectUris: [`${origin}/api/auth/google/callback`] })
  const started = await startTestProduct('pglite', {
    env: {
      APP_URL: origin,
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: client.clientSecret,
      GOOGLE_ISSUER: google.issuer,
    },
  })
  await started.product.app.listen({ host: '127.0.0.1', port })
  return {
    ...started,
    origin,
    google,
    close: async () => {
      await started.close()
      await google.stop()
    },
  }
}

/** Says on the provider's page who one is, or goes back. */
export async function answerGoogle(
  page: Page,
  email: string | null,
  options: { verified?: boolean } = {},
): Promise<void> {
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  if (email === null) return page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('The email address is verified').setChecked(options.verified !== false)
  await page.getByRole('button', { name: 'Continue' }).click()
}
