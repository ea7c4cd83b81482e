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
import { hours } from '../../../../shared/retention.ts'
import type { GoogleFailure } from '../../../../shared/sign-in-notice.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { fetchBounded } from './fetch-bounded.ts'
import { type GoogleProfile, toProfile } from './profile.ts'

export interface ProviderOptions {
  google: NonNullable<Config['google']>
  /** Where people come back to. */
  redirectUri: string
  production: boolean
  clock: Clock
}

/** What a sign-in is begun with: `state`, `nonce` and `verifier` have to be there when the person comes back. */
export interface Beginning {
  url: string
  state: string
  nonce: string
  verifier: string
}

/** Why a sign-in came to nothing. */
export interface Failed {
  failure: GoogleFailure
  /** For the log. No address, code or token stands in it. */
  reason: string
}

export interface GoogleProvider {
  /** The address that a browser is sent to; throws when the provider cannot be reached. */
  begin(): Promise<Beginning>
  /** Who the person is, by the address that they came back to. */
  finish(cameBack: URL, begun: Omit<Beginning, 'url'>): Promise<GoogleProfile | Failed>
}

/** Of one request: a person waits for it. */
const TIMEOUT_SECONDS = 5
/** How far the provider's clock may be from ours. */
const CLOCK_TOLERANCE_SECONDS = 60
/** How long the provider's addresses are taken for right. */
const KEEP_METADATA_MS = hours(24)

/** Says what went wrong by the library's own codes and names: its details hold what was sent. */
export function failureOf(error: unknown): Failed {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? { failure: 'denied', reason: 'the person said no' }
      : { failure: 'unavailable', reason: 'the provider refused to ask' }
  }
  // RFC 6749, section 5.2: the code is invalid, expired, or has been used.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return { failure: 'expired', reason: 'the provider does not take the code' }
  }
  if (error instanceof ResponseBodyError)
    return { failure: 'unavailable', reason: `the provider refused: ${error.status}` }
  if (error instanceof ClientError) return { failure: 'unavailable', reason: error.code ?? error.message }
  return { failure: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' }
}

/** Finds out where the provider's doors are, when they are first needed; a failure is not kept. */
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
        // OpenID Connect lets TLS stand for the signature of a token that comes straight from the provider. Checking it
        // all the same costs nothing, and holds where TLS ends at a proxy.
        enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' && !production ? [allowInsecureRequests] : []),
      ],
    })
  }
  let found: { configuration: Promise<Configuration>; until: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    if (found === null || now >= found.until) {
      const asked = { configuration: discover(), until: now + KEEP_METADATA_MS }
      found = asked
      asked.configuration.catch(() => {
        if (found === asked) found = null
      })
    }
    return found.configuration
  }
}

/** Google, or whatever OpenID provider stands at its place. Nothing is asked of it before somebody wants to sign in. */
export function createGoogleProvider(options: ProviderOptions): GoogleProvider {
  const discovered = createDiscovery(options)
  return {
    begin: async () => {
      const configuration = await discovered()
      const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: options.redirectUri,
        scope: 'openid email profile',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        // People with several accounts choose each time, as they do who come to prove once more who they are.
        prompt: 'select_account',
      })
      return { ...begun, url: url.href }
    },
    finish: async (cameBack, { state, nonce, verifier }) => {
      try {
        const tokens = await authorizationCodeGrant(await discovered(), cameBack, {
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
