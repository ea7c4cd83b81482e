import { isLoopbackHost, rangeOf } from '../addresses.ts'
import type { Environment, EnvironmentName } from './config-schema.ts'

/** Settings that require each other. */
const pairs: readonly [EnvironmentName, EnvironmentName][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
]

/** Checks settings against each other and against the rules of production. Returns names with error messages. */
export function crossChecks(env: Environment): [EnvironmentName, string][] {
  const complaints: [EnvironmentName, string][] = []
  const complain = (name: EnvironmentName, message: string) => complaints.push([name, message])
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined) complain('ROLE', `${env.ROLE} needs DATABASE_URL`)
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    complain('DATABASE_URL', 'must be set, because DATABASE_DIRECT_URL is: it leads to the same database')
  if (env.WORKER_MEMORY_MB !== undefined && env.ROLE !== 'worker')
    complain('WORKER_MEMORY_MB', 'is for ROLE=worker: a process that serves users does not end itself')
  if (env.ROLE !== 'all' && env.SESSION_SECRET === undefined)
    complain('SESSION_SECRET', `must be set when ROLE is ${env.ROLE}: all machines must share it`)
  for (const [one, other] of pairs) {
    if ((env[one] === undefined) === (env[other] === undefined)) continue
    complain(env[one] === undefined ? one : other, 'must be set, because the other half of the pair is')
  }
  if (env.GOOGLE_ISSUER !== undefined && env.GOOGLE_CLIENT_ID === undefined)
    complain('GOOGLE_CLIENT_ID', 'must be set, because GOOGLE_ISSUER is')
  if (env.STRIPE_API_URL !== undefined && env.STRIPE_SECRET_KEY === undefined)
    complain('STRIPE_SECRET_KEY', 'must be set, because STRIPE_API_URL is')
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined)
    complain('MAIL_FROM', 'must be set when SMTP_URL is: it is the sender of every email')
  for (const name of ['S3_ENDPOINT', 'S3_REGION'] as const) {
    if (env[name] !== undefined && env.S3_BUCKET === undefined)
      complain('S3_BUCKET', `must be set, because ${name} is: files are kept there`)
  }
  const needed: Record<string, EnvironmentName> = {
    openai: 'OPENAI_API_KEY',
    anthropic: 'ANTHROPIC_API_KEY',
    google: 'GOOGLE_GENERATIVE_AI_API_KEY',
    local: 'LOCAL_AI_URL',
  }
  if (env.AI_MODELS === 'auto' && env.ROLE !== 'all')
    complain('AI_MODELS', `must name the models when ROLE is ${env.ROLE}: auto may find others on another machine`)
  const names = env.AI_MODELS === 'auto' ? [] : env.AI_MODELS
  for (const provider of new Set(names?.map((name) => name.slice(0, name.indexOf(':'))))) {
    const name = needed[provider]
    if (name !== undefined && env[name] === undefined)
      complain(name, `must be set, because AI_MODELS names a model of ${provider}`)
  }
  if (env.OCR === 'model' && env.AI_MODELS === undefined)
    complain('AI_MODELS', 'must be set to models that read pictures, because OCR is model')
  if (env.TRANSCRIBE.startsWith('openai:') && env.OPENAI_API_KEY === undefined)
    complain('OPENAI_API_KEY', 'must be set, because TRANSCRIBE names a model of openai')
  if (env.TRANSCRIBE.startsWith('local:') && env.TRANSCRIBE_URL === undefined)
    complain('TRANSCRIBE_URL', 'must be set, because TRANSCRIBE names a model of a server of your own')
  if (env.NODE_ENV === 'production') {
    // The bundled PostgreSQL is in the same folder as a generated secret, and serves one process.
    if (env.DATABASE_URL !== undefined && env.ROLE === 'all' && env.SESSION_SECRET === undefined)
      complain('SESSION_SECRET', 'must be set in production, because DATABASE_URL is: all machines must share it')
    if (env.STRIPE_API_URL !== undefined)
      complain('STRIPE_API_URL', 'is refused in production: payments are made with Stripe itself')
    if (env.APP_URL === undefined)
      complain('APP_URL', 'must be set in production: payments, emails and sign-ins lead users back there')
    if (env.APP_URL !== undefined && !/^https:/i.test(env.APP_URL) && !isLoopback(env.APP_URL)) {
      if (!env.ALLOW_HTTP)
        complain(
          'APP_URL',
          'must begin with https:// in production: browsers keep users signed in only there. ALLOW_HTTP=true permits http:// in a private network',
        )
      else if (!isPrivateHost(new URL(env.APP_URL).hostname))
        complain('APP_URL', 'must begin with https://: ALLOW_HTTP is for addresses and names of private networks')
    }
    if (env.GOOGLE_ISSUER?.startsWith('http:'))
      complain('GOOGLE_ISSUER', 'must begin with https:// in production: users sign in there')
    if (env.OIDC_ISSUER?.startsWith('http:') && !isPrivateHost(new URL(env.OIDC_ISSUER).hostname))
      complain('OIDC_ISSUER', 'must begin with https:// in production, unless it is in a private network')
    if (env.PASSWORD_RULES === 'strict' && env.BREACHED_PASSWORDS_URL.startsWith('http:'))
      complain(
        'BREACHED_PASSWORDS_URL',
        'must begin with https:// in production: parts of password hashes are sent there',
      )
    if (env.S3_ENDPOINT?.startsWith('http:'))
      complain('S3_ENDPOINT', 'must begin with https:// in production: browsers send files there')
    if (env.FETCH_ALLOW_PRIVATE)
      complain('FETCH_ALLOW_PRIVATE', 'is refused in production: private addresses must never be fetched')
    if (env.RATE_LIMIT_FACTOR > 1) complain('RATE_LIMIT_FACTOR', 'above 1 is refused in production')
  }
  return complaints
}

const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
])
/** Names without a dot, and the domains of local networks (RFC 6762, RFC 8375, and the one that ICANN reserved). */
const privateName = /^[^.]+$|\.(?:local|lan|home\.arpa|internal)$/i

function isPrivateHost(host: string): boolean {
  const range = rangeOf(host)
  return range === null ? privateName.test(host) : privateRanges.has(range)
}

/** Whether an http URL is on this machine. Browsers treat those as secure without TLS. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}
