import * as openid from 'openid-client'
import { z } from 'zod'
import { registerSchema } from '../../../../shared/account/accounts.ts'
import { hours } from '../../../../shared/account/retention.ts'
import type { SignInFailure, SignInProvider } from '../../../../shared/redirect-params.ts'
import type { Clock } from '../../../platform/clock.ts'
import { fetchBounded } from '../fetch-bounded.ts'

export interface OpenIdProfile {
  /** Id of the account at the provider. Unlike the email, it never changes. */
  subject: string
  email: string
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

const MAX_PICTURE_CHARACTERS = 2000

const { email, firstName: name } = registerSchema.shape

const pictureUrl = z
  .string()
  .max(MAX_PICTURE_CHARACTERS)
  .refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:')

const claimsSchema = z.object({
  // OpenID Connect Core, section 2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  email: email.nullable().catch(null),
  // The string "true" does not follow the standard, so it is not trusted.
  email_verified: z.literal(true).nullable().catch(null),
  given_name: name.nullable().catch(null),
  family_name: name.nullable().catch(null),
  name: name.nullable().catch(null),
  picture: pictureUrl.nullable().catch(null),
})

/** Parses the claims of a verified ID token; null without an email that the provider has verified. */
export function toProfile(claims: unknown): OpenIdProfile | null {
  const parsed = claimsSchema.parse(claims)
  if (parsed.email === null || parsed.email_verified === null) return null
  return {
    subject: parsed.sub,
    email: parsed.email,
    firstName: parsed.given_name ?? parsed.name,
    lastName: parsed.given_name === null ? null : parsed.family_name,
    pictureUrl: parsed.picture,
  }
}

interface ProviderOptions {
  provider: SignInProvider
  client: { issuer: string; clientId: string; clientSecret: string }
  /** URL that the provider redirects back to. */
  redirectUri: string
  clock: Clock
}

/** Everything but the URL is required again at the callback. */
interface StartedSignIn {
  url: string
  state: string
  nonce: string
  verifier: string
}

export interface Failed {
  failure: SignInFailure
  /** For the log. Contains no email, code or token. */
  reason: string
}

/** Per request: the user is waiting. */
const TIMEOUT_SECONDS = 5
/** Maximum difference between the provider's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 60
const METADATA_CACHE_MS = hours(24)

/** Classifies an error by the library's codes; its details may contain what was sent. */
export function failureOf(error: unknown): Failed {
  const unavailable = (reason: string): Failed => ({ failure: 'unavailable', reason })
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === 'access_denied') return { failure: 'denied', reason: 'the user declined' }
    return unavailable('the provider rejected the request')
  }
  if (error instanceof openid.ResponseBodyError) {
    // RFC 6749, section 5.2: the code is invalid, expired, or has been used.
    if (error.error === 'invalid_grant') return { failure: 'expired', reason: 'the provider rejected the code' }
    return unavailable(`the provider answered ${error.status}`)
  }
  if (error instanceof openid.ClientError) return unavailable(error.code ?? error.message)
  return unavailable(error instanceof Error ? error.name : 'unknown')
}

/** Sends the client's secret as the provider expects it: in a header, unless it only takes it in the body. */
function sendSecret(secret: string): openid.ClientAuth {
  const [inHeader, inBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest)
  }
}

/** Discovers the provider's endpoints on first use and caches them; failures are not cached. */
function createDiscovery({ provider, client, clock }: ProviderOptions): () => Promise<openid.Configuration> {
  const issuer = new URL(client.issuer)
  const discover = async (): Promise<openid.Configuration> => {
    const metadata = {
      client_secret: client.clientSecret,
      // Other providers announce their algorithms, of which the library accepts the asymmetric ones.
      ...(provider === 'google' ? { id_token_signed_response_alg: 'RS256' } : {}),
      [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    }
    return openid.discovery(issuer, client.clientId, metadata, sendSecret(client.clientSecret), {
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: fetchBounded,
      execute: [
        // OpenID Connect accepts TLS in place of the signature of a token that comes directly from the provider. Checking
        // the signature as well protects installations where a proxy terminates TLS.
        openid.enableNonRepudiationChecks,
        // The settings permit http only outside production and in private networks.
        ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    })
  }
  let found: { configuration: Promise<openid.Configuration>; until: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (found === null || now >= found.until) {
      const asked = { configuration: discover(), until: now + METADATA_CACHE_MS }
      found = asked
      asked.configuration.catch(() => {
        if (found === asked) found = null
      })
    }
    return found.configuration
  }
}

/** Creates the client of an OpenID provider. It sends no request before the first sign-in. */
export function createOpenIdProvider(options: ProviderOptions) {
  const discovered = createDiscovery(options)
  return {
    /** Returns the URL to redirect the browser to; throws when the provider cannot be reached. */
    begin: async (): Promise<StartedSignIn> => {
      const configuration = await discovered()
      const started = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: options.redirectUri,
        scope: 'openid email profile',
        state: started.state,
        nonce: started.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
        // Users with several Google accounts choose each time. Other providers may refuse this parameter.
        ...(options.provider === 'google' ? { prompt: 'select_account' } : {}),
      })
      return { ...started, url: url.href }
    },
    /** Returns the user's profile, by the URL of the callback. */
    finish: async (
      callbackUrl: URL,
      { state, nonce, verifier }: Omit<StartedSignIn, 'url'>,
    ): Promise<OpenIdProfile | Failed> => {
      try {
        const configuration = await discovered()
        const tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        // Google's ID tokens have the email; some providers give it only to this endpoint.
        const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
        const isComplete = claims?.['email'] !== undefined && claims['email_verified'] !== undefined
        const hasMore = options.provider === 'oidc' && !isComplete && endpoint !== undefined
        const more = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? '') : null
        // From one answer: whether an email is verified says nothing about another one.
        const { email, email_verified } = more ?? claims ?? {}
        const profile = toProfile({ ...more, ...claims, email, email_verified })
        return profile ?? { failure: 'unverified', reason: 'no verified email address' }
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}
export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>
