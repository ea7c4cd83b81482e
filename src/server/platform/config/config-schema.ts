import { z } from 'zod'
import settings from './settings.json' with { type: 'json' }

const truthy = new Set(['true', '1', 'yes', 'on'])
const falsy = new Set(['false', '0', 'no', 'off'])

/** Folder of everything that is kept. */
const dataFolder = z.string().default('./data')
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

const text = z.string().optional()

const databaseAddress = webAddress(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/precis')

const httpAddress = (example: string) => webAddress(['http:', 'https:'], example)

/** URL of a model server. It must not contain credentials: `fetch` rejects such URLs. */
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
    .refine((value) => value >= least && value <= most, { error: `must be a whole number from ${least} to ${most}` })

const sender = z.string().regex(/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
  error: 'must be an address such as Precis <no-reply@precis.example>',
})

/** A Stripe key. Rejects publishable keys and other values, which would fail only at the first payment. */
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

/** Whether a Stripe key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^(?:sk|rk)_live_/.test(secretKey)

const modelName = /^(openai|anthropic|google|local):\S+$/

/** `auto`, or a list of models. */
const models = z.string().transform((value, context) => {
  if (value.trim().toLowerCase() === 'auto') return 'auto'
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const wrong = names.find((name) => !modelName.test(name))
  if (names.length === 0 || wrong !== undefined) {
    const message = `must be auto, or a list such as openai:MODEL,anthropic:MODEL,google:MODEL,local:MODEL${wrong === undefined ? '' : `; "${wrong}" is not`}`
    context.issues.push({ code: 'custom', input: value, message })
    return z.NEVER
  }
  return names
})

const model = z.string().regex(modelName, { error: 'must be one model, such as openai:MODEL' })

const transcription = z.string().regex(/^(?:builtin|off|(?:openai|local):\S+)$/, {
  error: 'must be builtin, off, openai:MODEL or local:MODEL',
})

const NODE_ENV = z
  .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
  .default('development')

/** Settings for reading and summarizing, which are all that `precis summarize` needs. */
export const pipelineShape = {
  NODE_ENV,
  AI_MODELS: models.optional(),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: modelAddress('https://api.openai.com/v1').optional(),
  ANTHROPIC_API_KEY: text,
  ANTHROPIC_BASE_URL: modelAddress('https://api.anthropic.com/v1').optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: text,
  GOOGLE_GENERATIVE_AI_BASE_URL: modelAddress('https://generativelanguage.googleapis.com/v1beta').optional(),
  LOCAL_AI_URL: modelAddress('http://localhost:11434/v1').optional(),
  LOCAL_AI_KEY: text,
  AI_CHECK: flag.default(true),
  AI_CHECK_MODEL: model.optional(),
  AI_CONTEXT_TOKENS: whole(4096, 10_000_000).optional(),
  AI_PARALLEL_CALLS: whole(1, 64).default(6),
  AI_CALL_TIMEOUT_SECONDS: whole(1, 3600).default(180),
  AI_STALL_TIMEOUT_SECONDS: whole(1, 3600).default(45),
  YOUTUBE_ORIGIN: httpAddress('https://www.youtube.com').default('https://www.youtube.com'),
  OUTBOUND_PROXY_URL: httpAddress('http://proxy.example:3128').optional(),
  YT_DLP_PATH: text,
  FETCH_ALLOW_PRIVATE: flag.default(false),
  OCR: z.enum(['on', 'off', 'model'], { error: 'must be on, off or model' }).default('on'),
  TRANSCRIBE: transcription.default('builtin'),
  TRANSCRIBE_URL: modelAddress('http://localhost:8000/v1').optional(),
  TRANSCRIBE_KEY: text,
  TRANSCRIBE_MAX_MB: whole(1, 2000).default(200),
  TRANSCRIBE_MAX_MINUTES: whole(1, 1440).default(240),
  DATA_DIR: dataFolder,
}

/** Settings for operator commands. They need no webhook secret, which an operator first gets from a command. */
export const operatorShape = {
  NODE_ENV,
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: httpAddress('https://precis.example').optional(),
  DATA_DIR: dataFolder,
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_API_URL: httpAddress('https://api.stripe.com').optional(),
  SMTP_URL: webAddress(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465').optional(),
  MAIL_FROM: sender.optional(),
  S3_BUCKET: text,
  S3_ENDPOINT: httpAddress('https://s3.example').optional(),
  S3_REGION: text,
  PLAN_CATALOGUE: z.string().default('standard'),
  RATE_LIMIT_FACTOR: z
    .string()
    .transform(Number)
    .refine((value) => Number.isFinite(value) && value > 0, { error: 'must be a number above 0' })
    .default(1),
  CONNECTIONS_PER_ADDRESS: whole(0, 100_000).default(500),
}

/** Every setting that the product reads from the environment; settings.json describes them. */
export const environmentSchema = z.object({
  ...operatorShape,
  ...pipelineShape,
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
  ALLOW_HTTP: flag.default(false),
  WORKER_MEMORY_MB: whole(256, 1_000_000).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress('http://localhost:4318/v1/traces').optional(),
  OTEL_TRACES_EXPORTER: text,
  OTEL_SDK_DISABLED: text,
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  BACKUP_KEEP: whole(0, 1000).default(7),
  ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  SESSION_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  REGISTRATION: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('open'),
  PASSWORD_RULES: z.enum(['basic', 'strict'], { error: 'must be basic or strict' }).default('basic'),
  BREACHED_PASSWORDS_URL: httpAddress('https://api.pwnedpasswords.com').default('https://api.pwnedpasswords.com'),
  AI_MAX_SOURCE_WORDS: whole(1000, 100_000_000).default(300_000),
  AI_DAILY_TOKENS_PER_USER: whole(1, 1_000_000_000_000).optional(),
  AI_MONTHLY_BUDGET_USD: whole(1, 1_000_000_000).optional(),
  TRANSCRIBE_DAILY_MINUTES_PER_USER: whole(1, 1_000_000).optional(),
  SHUTDOWN_DRAIN_SECONDS: whole(0, 600).default(0),
  SUMMARY_TIMEOUT_SECONDS: whole(5, 7200).default(900),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .trim()
    .regex(/^whsec_\S+$/, { error: 'must be the signing secret of the address for events, which begins with whsec_' })
    .optional(),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: httpAddress('https://accounts.google.com').optional(),
  OIDC_ISSUER: httpAddress('https://login.example').optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: z.string().trim().max(40, { error: 'must have at most 40 characters' }).default('Single sign-on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export type Environment = z.output<typeof environmentSchema>
export type EnvironmentName = keyof Environment

/** Description of every setting: the compiler asks for a missing one. */
const descriptions: Record<EnvironmentName, { sets: string; unset: string }> = settings

/** The table of settings in docs/configuration.md. */
export function settingsTable(): string {
  const rows = Object.entries(descriptions).map(([name, { sets, unset }]) => `| \`${name}\` | ${sets} | ${unset} |`)
  return ['| Name | What it sets | When unset |', '|---|---|---|', ...rows].join('\n')
}
