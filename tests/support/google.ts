import type { Response as Answer } from 'light-my-request'
import { signInPaths } from '../../src/shared/api/routes.ts'
import type { SignInProvider } from '../../src/shared/redirect-params.ts'
import { type GoogleStandin, startGoogleStandin } from '../../standins/google/server.ts'
import { freePort } from './process.ts'
import { startTestProduct, type TestClient, type TestProduct, type TestProductOptions } from './product.ts'

/** Input on the provider's sign-in page. */
export interface Who {
  email: string
  name?: string
  picture?: string
  verified?: boolean
}

/** A browser at the provider, with its cookies and its input. */
async function ask(jar: Map<string, string>, url: URL, form: URLSearchParams | null = null): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const post = form === null ? {} : { method: 'POST', body: form }
  const response = await fetch(url, { ...post, redirect: 'manual', headers: { cookie } })
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return response
}

/**
 * Goes through the provider's real pages, from the redirect to the provider to the callback.
 * @param who null: the user cancels
 */
export async function answerAtGoogle(address: string, who: Who | null): Promise<URL> {
  const jar = new Map<string, string>()
  const { origin } = new URL(address)
  let url = new URL(address)
  let response = await ask(jar, url)
  const form = new URLSearchParams({ answer: who === null ? 'cancel' : 'continue' })
  if (who !== null) {
    form.set('email', who.email)
    form.set('name', who.name ?? '')
    form.set('picture', who.picture ?? '')
    if (who.verified !== false) form.set('verified', 'yes')
  }
  for (let steps = 0; steps < 10; steps += 1) {
    const location = response.headers.get('location')
    if (location === null) response = await ask(jar, url, form)
    else {
      url = new URL(location, url)
      if (url.origin !== origin) return url
      response = await ask(jar, url)
    }
  }
  throw new Error(`The provider leads nowhere: ${await response.text()}`)
}

export interface GoogleWorld extends TestProduct {
  google: GoogleStandin
  /** Begins a sign-in; returns the URL of the redirect. */
  begin: (client: TestClient, returnTo?: string) => Promise<string>
  /** Requests the callback. */
  comeBack: (client: TestClient, to: URL) => Promise<Answer>
  /** The complete sign-in; returns the product's last response. */
  signIn: (client: TestClient, who: Who | null, returnTo?: string) => Promise<Answer>
}

const appUrl = 'http://localhost:3000'
const clientId = 'precis-test'

/** The product with the Google stand-in, or with the same as the operator's own provider. */
export async function startGoogleWorld({
  provider = 'google',
  ...options
}: TestProductOptions & { provider?: SignInProvider } = {}): Promise<GoogleWorld> {
  const clientSecret = 'a secret of the two'
  const prefix = provider.toUpperCase()
  const address = options.env?.APP_URL ?? appUrl
  const google = await startGoogleStandin({
    clientId,
    clientSecret,
    redirectUris: [`${address}${signInPaths[provider]}/callback`],
    ...(provider === 'google' ? {} : { authMethod: 'client_secret_basic' }),
  })
  const test = await startTestProduct({
    ...options,
    env: {
      APP_URL: address,
      [`${prefix}_CLIENT_ID`]: clientId,
      [`${prefix}_CLIENT_SECRET`]: clientSecret,
      [`${prefix}_ISSUER`]: google.issuer,
      ...options.env,
    },
  })
  const begin = async (client: TestClient, returnTo?: string): Promise<string> => {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo }).toString()}`
    const { headers } = await client.get(`${signInPaths[provider]}${query}`)
    return String(headers.location)
  }
  const comeBack = async (client: TestClient, to: URL): Promise<Answer> => client.get(`${to.pathname}${to.search}`)
  return {
    ...test,
    google,
    begin,
    comeBack,
    signIn: async (client, who, returnTo) => comeBack(client, await answerAtGoogle(await begin(client, returnTo), who)),
    close: async () => {
      await test.close()
      await google.stop()
    },
  }
}

/** The same with its web app, listening on localhost. */
export async function serveGoogleWorld({
  env,
  ...options
}: Parameters<typeof startGoogleWorld>[0] = {}): Promise<GoogleWorld & { origin: string }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const world = await startGoogleWorld({ ...options, env: { APP_URL: origin, ...env } })
  await world.product.app.listen({ host: 'localhost', port })
  return { ...world, origin }
}
