import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { GoogleFailure } from '../../../../shared/redirect-params.ts'
import { hours } from '../../../../shared/retention.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { fetchBounded } from '../fetch-bounded.ts'
import { type GoogleProfile, toProfile } from './profile.ts'

interface ProviderOptions {
  google: NonNullable<Config['google']>
  /** URL that Google redirects back to. */
  redirectUri: string
  production: boolean
  clock: Clock
}

/** A started sign-in: `state`, `nonce` and `verifier` are required again at the callback. */
interface StartedSignIn {
  url: string
  state: string
  nonce: string
  verifier: string
}

/** Failure of a sign-in. */
export interface Failed {
  failure: GoogleFailure
  /** For the log. Contains no email, code or token. */
  reason: string
}

/** Per request: the user is waiting. */
const TIMEOUT_SECONDS = 5
/** Maximum difference between the provider's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 60
/** How long the provider's metadata is cached. */
const METADATA_CACHE_MS = hours(24)

/** Classifies an error by the library's codes; its details may contain what was sent. */
export function failureOf(error: unknown): Failed {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? { failure: 'denied', reason: 'the user declined' }
      : { failure: 'unavailable', reason: 'the provider rejected the request' }
  }
  // RFC 6749, section 5.2: the code is invalid, expired, or has been used.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return { failure: 'expired', reason: 'the provider rejected the code' }
  }
  if (error instanceof ResponseBodyError)
    return { failure: 'unavailable', reason: `the provider answered ${error.status}` }
  if (error instanceof ClientError) return { failure: 'unavailable', reason: error.code ?? error.message }
  return { failure: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' }
}

/** Discovers the provider's endpoints on first use and caches them; failures are not cached. */
function createDiscovery({ google, production, clock }: ProviderOptions): () => Promise<Configuration> {
  const issuer = new URL(google.issuer)
  const discover = async (): Promise<Configuration> => {
    const metadata = {
      client_secret: google.clientSecret,
      id_token_signed_response_alg: 'RS256',
      [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    }
    return discovery(issuer, google.clientId, metadata, ClientSecretPost(google.clientSecret), {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: fetchBounded,
      execute: [
        // OpenID Connect accepts TLS in place of the signature of a token that comes directly from the provider. Checking
        // the signature as well protects installations where a proxy terminates TLS.
        enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' && !production ? [allowInsecureRequests] : []),
      ],
    })
  }
  let found: { configuration: Promise<Configuration>; until: number } | null = null
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

/** Creates the client of Google, or of another OpenID provider. It sends no request before the first sign-in. */
export function createGoogleProvider(options: ProviderOptions) {
  const discovered = createDiscovery(options)
  return {
    /** Returns the URL to redirect the browser to; throws when the provider cannot be reached. */
    begin: async (): Promise<StartedSignIn> => {
      const configuration = await discovered()
      const started = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: options.redirectUri,
        scope: 'openid email profile',
        state: started.state,
        nonce: started.nonce,
        code_challenge: await calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
        // Users with several accounts choose each time, also when they confirm their identity.
        prompt: 'select_account',
      })
      return { ...started, url: url.href }
    },
    /** Returns the user's profile, by the URL of the callback. */
    finish: async (
      callbackUrl: URL,
      { state, nonce, verifier }: Omit<StartedSignIn, 'url'>,
    ): Promise<GoogleProfile | Failed> => {
      try {
        const tokens = await authorizationCodeGrant(await discovered(), callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return toProfile(tokens.claims()) ?? { failure: 'unverified', reason: 'no verified email address' }
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}
export type GoogleProvider = ReturnType<typeof createGoogleProvider>
