import { randomBytes } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Configuration, interactionPolicy } from 'oidc-provider'
import { pageHeaders } from '../pages.ts'
import { type Accounts, claimsOf } from './accounts.ts'
import type { SigningKey } from './faults.ts'
import { keepInMemory } from './memory.ts'
import { errorPage } from './sign-in-page.ts'

export interface ProviderOptions {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: readonly string[]
  /** How the client sends its secret; Google's clients send it in the body. */
  authMethod?: 'client_secret_basic' | 'client_secret_post'
  accounts: Accounts
  key: SigningKey
  /** Adjusts each ID token before it is returned. */
  finish: (idToken: string) => string
}

/** How long a browser's session lasts. */
export const SESSION_SECONDS = 3600
const SCOPES = 'openid email profile'

/** Loads the library without its warning about non-LTS releases of Node. */
async function loadLibrary(): Promise<typeof import('oidc-provider')> {
  const { console } = globalThis
  const before = { ...Object.getOwnPropertyDescriptor(console, 'warn') }
  Object.defineProperty(console, 'warn', { ...before, value: () => {} })
  try {
    return await import('oidc-provider')
  } finally {
    Object.defineProperty(console, 'warn', before)
  }
}

/** With `prompt=select_account`, Google asks for the account even when one is signed in. */
function policyOf({ base, Prompt }: typeof interactionPolicy): interactionPolicy.Prompt[] {
  const prompts = base()
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

function configure(options: ProviderOptions, policy: interactionPolicy.Prompt[]): Configuration {
  const { clientId, clientSecret, redirectUris, accounts, key } = options
  return {
    adapter: keepInMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: options.authMethod ?? 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: {
      keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.keyId, alg: 'RS256', use: 'sig' }],
    },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google's ID tokens contain the claims of the scopes, not only the userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientAuthMethods: [options.authMethod ?? 'client_secret_post'],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 600,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: SESSION_SECONDS,
    },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => {
      const profile = accounts.find(sub)
      return profile && { accountId: sub, claims: () => ({ sub, ...claimsOf(profile) }) }
    },
    // The sign-in page also asks for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
    renderError: (ctx, out) => {
      ctx.set(pageHeaders([]))
      ctx.body = errorPage(out.error_description ?? out.error)
    },
  }
}

/** An OpenID provider like Google's: discovery, code flow with PKCE, RS256, userinfo. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { Provider, interactionPolicy } = await loadLibrary()
  const provider = new Provider(options.issuer, configure(options, policyOf(interactionPolicy)))
  provider.use(async (ctx, next) => {
    await next()
    const body: unknown = ctx.body
    if (typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string') {
      ctx.body = { ...body, id_token: options.finish(body.id_token) }
    }
  })
  return provider
}
