import { z } from 'zod'
import { isLoopback } from './loopback.ts'

const truthy = new Set(['true', '1', 'yes', 'on'])
const falsy = new Set(['false', '0', 'no', 'off'])

const flag = z.string().transform((value, context) => {
  const lower = value.toLowerCase()
  if (truthy.has(lower)) return true
  if (falsy.has(lower)) return false
  context.issues.push({ code: 'custom', input: value, message: 'must be true or false' })
  return z.NEVER
})

const webAddress = (protocols: readonly string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address such as ${example}`,
  })

const httpAddress = (example: string) => webAddress(['http:', 'https:'], example)

/** The address of a model server. Requests to an address that holds a user name or a password are never sent. */
const modelAddress = (example: string) =>
  httpAddress(example).refine((value) => !/^[a-z]+:\/\/[^/?#]*@/i.test(value), {
    error: 'must not hold a user name or a password; a key has a variable of its own',
  })

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a number from 0 to 65535' })
  .transform(Number)
  .refine((value) => value <= 65535, { error: 'must be a number from 0 to 65535' })

/** A whole number between bounds, both included. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${least} to ${most}` })
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })

const sender = z.string().regex(/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
  error: 'must be an address such as Precis <no-reply@precis.example>',
})

/** A pasted key may bring a line break; one that is for browsers, or no key at all, would only fail when somebody pays. */
const stripeKey = z
  .string()
  .trim()
  .refine((value) => !value.startsWith('pk_'), {
    error: 'must be a secret key: one that begins with pk_ is for browsers, and can do nothing here',
    abort: true,
  })
  .regex(/^(?:sk|rk)_(?:test|live)_\S+$/, {
    error: 'must be a secret or restricted key of Stripe, which begins with sk_test_, sk_live_, rk_test_ or rk_live_',
  })

/** Whether what is done with a key of Stripe moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^(?:sk|rk)_live_/.test(secretKey)

const modelName = /^(openai|anthropic|google|local):\S+$/

const models = z.string().transform((value, context) => {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const wrong = names.find((name) => !modelName.test(name))
  if (names.length === 0 || wrong !== undefined) {
    const message = `must be a list such as openai:MODEL,anthropic:MODEL,google:MODEL,local:MODEL${wrong === undefined ? '' : `; "${wrong}" is not`}`
    context.issues.push({ code: 'custom', input: value, message })
    return z.NEVER
  }
  return names
})

/** Every name the product reads from the environment, with what it must look like. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
  APP_URL: httpAddress('https://precis.example').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: webAddress(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/precis').optional(),
  WORKER_MEMORY_MB: whole(256, 1_000_000).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress('http://localhost:4318/v1/traces').optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  BACKUP_KEEP: whole(0, 1000).default(7),
  DATABASE_DIRECT_URL: webAddress(
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@host:5432/precis',
  ).optional(),
  ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  SESSION_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  PASSWORD_RULES: z.enum(['basic', 'strict'], { error: 'must be basic or strict' }).default('basic'),
  BREACHED_PASSWORDS_URL: httpAddress('https://api.pwnedpasswords.com').default('https://api.pwnedpasswords.com'),
  AI_MODELS: models.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: modelAddress('https://api.openai.com/v1').optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: modelAddress('https://api.anthropic.com/v1').optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  GOOGLE_GENERATIVE_AI_BASE_URL: modelAddress('https://generativelanguage.googleapis.com/v1beta').optional(),
  LOCAL_AI_URL: modelAddress('http://localhost:11434/v1').optional(),
  LOCAL_AI_KEY: z.string().optional(),
  AI_CONTEXT_TOKENS: whole(4096, 10_000_000).optional(),
  AI_PARALLEL_CALLS: whole(1, 64).default(6),
  AI_CALL_TIMEOUT_SECONDS: whole(1, 3600).default(180),
  AI_STALL_TIMEOUT_SECONDS: whole(1, 3600).default(45),
  SHUTDOWN_DRAIN_SECONDS: whole(0, 600).default(0),
  SUMMARY_TIMEOUT_SECONDS: whole(5, 7200).default(900),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .trim()
    .regex(/^whsec_\S+$/, { error: 'must be the signing secret of the address for events, which begins with whsec_' })
    .optional(),
  STRIPE_API_URL: httpAddress('https://api.stripe.com').optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: httpAddress('https://accounts.google.com').optional(),
  SMTP_URL: webAddress(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465').optional(),
  MAIL_FROM: sender.optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: httpAddress('https://s3.example').optional(),
  S3_REGION: z.string().optional(),
  PLAN_CATALOGUE: z.string().default('standard'),
  YOUTUBE_ORIGIN: httpAddress('https://www.youtube.com').default('https://www.youtube.com'),
  OUTBOUND_PROXY_URL: httpAddress('http://proxy.example:3128').optional(),
  YT_DLP_PATH: z.string().optional(),
  RATE_LIMIT_FACTOR: z
    .string()
    .transform(Number)
    .refine((value) => Number.isFinite(value) && value > 0, { error: 'must be a number above 0' })
    .default(1),
  FETCH_ALLOW_PRIVATE: flag.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export type Environment = z.output<typeof environmentSchema>
export type EnvironmentName = keyof Environment

/** Of each, one half is of no use without the other. */
const pairs: readonly [EnvironmentName, EnvironmentName][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
]

/** The names that only make sense together, and what production refuses: name and complaint. */
export function crossChecks(env: Environment): [EnvironmentName, string][] {
  const complaints: [EnvironmentName, string][] = []
  const complain = (name: EnvironmentName, message: string) => complaints.push([name, message])
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined) complain('ROLE', `${env.ROLE} needs DATABASE_URL`)
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    complain('DATABASE_URL', 'must be set, because DATABASE_DIRECT_URL is: it leads to the same database')
  if (env.WORKER_MEMORY_MB !== undefined && env.ROLE !== 'worker')
    complain('WORKER_MEMORY_MB', 'is for ROLE=worker: a process that people are served by does not end itself')
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
    complain('MAIL_FROM', 'must be set when SMTP_URL is: the sender of every mail')
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
  for (const provider of new Set(env.AI_MODELS?.map((name) => name.slice(0, name.indexOf(':'))))) {
    const name = needed[provider]
    if (name !== undefined && env[name] === undefined)
      complain(name, `must be set, because AI_MODELS names a model of ${provider}`)
  }
  if (env.NODE_ENV === 'production') {
    if (env.ROLE === 'all' && env.SESSION_SECRET === undefined) complain('SESSION_SECRET', 'must be set in production')
    if (env.STRIPE_SECRET_KEY === undefined && env.STRIPE_WEBHOOK_SECRET === undefined) {
      complain('STRIPE_SECRET_KEY', 'must be set in production: the stand-in for payments is for development')
      complain('STRIPE_WEBHOOK_SECRET', 'must be set in production')
    }
    if (env.STRIPE_API_URL !== undefined)
      complain('STRIPE_API_URL', 'is refused in production: payments are made with Stripe itself')
    if (env.APP_URL === undefined)
      complain('APP_URL', 'must be set in production: payments, letters and sign-ins lead people back there')
    if (env.APP_URL !== undefined && !/^https:/i.test(env.APP_URL) && !isLoopback(env.APP_URL))
      complain('APP_URL', 'must begin with https:// in production: browsers keep nobody signed in elsewhere')
    if (env.GOOGLE_ISSUER?.startsWith('http:'))
      complain('GOOGLE_ISSUER', 'must begin with https:// in production: who people are is asked there')
    if (env.PASSWORD_RULES === 'strict' && env.BREACHED_PASSWORDS_URL.startsWith('http:'))
      complain('BREACHED_PASSWORDS_URL', 'must begin with https:// in production: parts of sums of passwords go there')
    if (env.S3_ENDPOINT?.startsWith('http:'))
      complain('S3_ENDPOINT', 'must begin with https:// in production: browsers send files there')
    if (env.FETCH_ALLOW_PRIVATE)
      complain('FETCH_ALLOW_PRIVATE', 'is refused in production: private addresses must never be fetched')
    if (env.RATE_LIMIT_FACTOR > 1) complain('RATE_LIMIT_FACTOR', 'above 1 is refused in production')
  }
  return complaints
}
