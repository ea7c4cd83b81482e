import { z } from 'zod'

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

const model = z.string().regex(modelName, { error: 'must be one model, such as openai:MODEL' })

/** Documents a setting: what it sets, and the effect when it is unset. */
const setting = <T extends z.ZodType>(schema: T, sets: string, unset: string): T => schema.meta({ sets, unset })

/** Every setting that the product reads from the environment. docs/configuration.md is generated from this. */
export const environmentSchema = z.object({
  NODE_ENV: setting(
    z
      .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
      .default('development'),
    '`production`: every secret must be real, or the server logs what is missing and stops',
    'development',
  ),
  PORT: setting(port.default(3000), 'port the server listens on', '3000'),
  HOST: setting(z.string().default('127.0.0.1'), 'host or IP address the server listens on', '127.0.0.1'),
  HSTS_INCLUDE_SUBDOMAINS: setting(
    flag.default(false),
    '`true` makes browsers use HTTPS for every subdomain of the host as well (HSTS, in production)',
    'false: the host alone',
  ),
  APP_URL: setting(
    httpAddress('https://precis.example').optional(),
    [
      'public URL of the product: used in emails and upload URLs, as the return URL for Google and Stripe, ',
      'and as the accepted origin of changes; set it behind a proxy. Outside production the server answers ',
      'only to its host, to `HOST`, to names of this machine, and to IP addresses if `HOST` is all ',
      'interfaces. In production it must be https, except for loopback addresses',
    ].join(''),
    '`http://localhost:PORT`; required in production',
  ),
  DATA_DIR: setting(
    z.string().default('./data'),
    [
      'directory of the bundled PostgreSQL, of generated secrets, and of uploaded files until they have been ',
      'read',
    ].join(''),
    '`./data`',
  ),
  DATABASE_URL: setting(
    webAddress(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/precis').optional(),
    'a PostgreSQL server instead of the bundled PostgreSQL',
    'bundled ([more](adr/0001-bundled-postgresql.md))',
  ),
  WORKER_MEMORY_MB: setting(
    whole(256, 1_000_000).optional(),
    [
      'memory above which a worker takes no more jobs, finishes those it has, and exits with status 1, so ',
      'that its supervisor starts a new one',
    ].join(''),
    'none',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpAddress('http://localhost:4318').optional(),
    [
      'where traces are sent, such as `http://collector:4318`; switches traces on. The other [variables of ',
      'OpenTelemetry](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/) ',
      'are read by its SDK',
    ].join(''),
    'no traces',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    httpAddress('http://localhost:4318/v1/traces').optional(),
    'the same, with the path; switches traces on',
    'no traces',
  ),
  OTEL_TRACES_EXPORTER: setting(
    z.string().optional(),
    'exporter of traces, such as `console`; switches traces on, or off with `none`',
    'no traces',
  ),
  OTEL_SDK_DISABLED: setting(z.string().optional(), '`true`: no traces, whatever the other settings say', 'false'),
  METRICS_TOKEN: setting(
    z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
    'token that Prometheus sends as `Authorization: Bearer …` to read `/metrics`',
    'only this machine may read them, in production no one',
  ),
  BACKUP_KEEP: setting(
    whole(0, 1000).default(7),
    'number of daily backups of the bundled PostgreSQL kept in `DATA_DIR/backups`; 0 makes none',
    '7',
  ),
  DATABASE_DIRECT_URL: setting(
    webAddress(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/precis').optional(),
    [
      'the same PostgreSQL without the pooler, if `DATABASE_URL` leads to one with transaction pooling, ',
      'such as PgBouncer: for migrations and jobs ([more](adr/0004-multiple-processes.md))',
    ].join(''),
    '`DATABASE_URL`',
  ),
  ROLE: setting(
    z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
    [
      '`web` or `worker` splits the work across machines; needs `DATABASE_URL` and `SESSION_SECRET`, the ',
      'same `AI_MODELS` on all of them, and `S3_BUCKET` for uploads unless they share the folder ',
      '`DATA_DIR`. A worker serves `/healthz` and `/readyz` only',
    ].join(''),
    '`all`',
  ),
  SESSION_SECRET: setting(
    z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    'signs the session cookie, at least 32 characters',
    'generated once and kept in `DATA_DIR`; required in production, and if `ROLE` is not `all`',
  ),
  PASSWORD_RULES: setting(
    z.enum(['basic', 'strict'], { error: 'must be basic or strict' }).default('basic'),
    [
      '`strict` requires new passwords of 8 characters and rejects easily guessed or leaked ones ',
      '([more](adr/0008-passwords-and-rate-limits.md))',
    ].join(''),
    '`basic`: 6 characters to register, 8 to change',
  ),
  BREACHED_PASSWORDS_URL: setting(
    httpAddress('https://api.pwnedpasswords.com').default('https://api.pwnedpasswords.com'),
    [
      'with strict rules, the service that knows leaked passwords by the first five digits of a hash: Have ',
      'I Been Pwned, or a copy of it; https in production',
    ].join(''),
    '`https://api.pwnedpasswords.com`',
  ),
  AI_MODELS: setting(
    models.optional(),
    [
      'language models instead of the built-in engine: a list such as ',
      '`openai:MODEL,anthropic:MODEL,google:MODEL,local:MODEL`, tried in order',
    ].join(''),
    'the built-in extractive engine',
  ),
  OPENAI_API_KEY: setting(z.string().optional(), 'key for models listed as `openai:`', 'none'),
  OPENAI_BASE_URL: setting(
    modelAddress('https://api.openai.com/v1').optional(),
    "another server with OpenAI's protocol, such as a gateway",
    "OpenAI's own",
  ),
  ANTHROPIC_API_KEY: setting(z.string().optional(), 'key for models listed as `anthropic:`', 'none'),
  ANTHROPIC_BASE_URL: setting(
    modelAddress('https://api.anthropic.com/v1').optional(),
    "another server with Anthropic's protocol, such as a gateway",
    "Anthropic's own",
  ),
  GOOGLE_GENERATIVE_AI_API_KEY: setting(z.string().optional(), 'key for models listed as `google:`', 'none'),
  GOOGLE_GENERATIVE_AI_BASE_URL: setting(
    modelAddress('https://generativelanguage.googleapis.com/v1beta').optional(),
    "another server with Google's protocol, such as a gateway",
    "Google's own",
  ),
  LOCAL_AI_URL: setting(
    modelAddress('http://localhost:11434/v1').optional(),
    'any OpenAI-compatible server (Ollama, vLLM, LM Studio, OpenRouter) for models listed as `local:`',
    'none',
  ),
  LOCAL_AI_KEY: setting(z.string().optional(), 'key of that server, if it needs one', 'none'),
  AI_CHECK: setting(
    flag.default(true),
    '`off`: statements are checked by rules alone, without the second call that compares each with its passages',
    'on',
  ),
  AI_CHECK_MODEL: setting(
    model.optional(),
    'model that makes the second call, such as `openai:MODEL`; if it fails, `AI_MODELS` are asked',
    '`AI_MODELS`',
  ),
  AI_CONTEXT_TOKENS: setting(
    whole(4096, 10_000_000).optional(),
    'tokens of one call, question and answer together, at least 4096',
    'known by model',
  ),
  AI_PARALLEL_CALLS: setting(whole(1, 64).default(6), 'maximum concurrent calls of one summary', '6'),
  AI_CALL_TIMEOUT_SECONDS: setting(whole(1, 3600).default(180), 'longest time of one call, except of `local:`', '180'),
  AI_STALL_TIMEOUT_SECONDS: setting(
    whole(1, 3600).default(45),
    'longest silence within an answer that has begun; models listed as `local:` have ten minutes to begin',
    '45',
  ),
  AI_MAX_SOURCE_WORDS: setting(
    whole(1000, 100_000_000).default(300_000),
    'longest source, in words, that language models summarize',
    '300000',
  ),
  AI_DAILY_TOKENS_PER_USER: setting(
    whole(1, 1_000_000_000_000).optional(),
    'tokens after which a user gets no more summaries by language models until midnight UTC',
    'no limit',
  ),
  AI_MONTHLY_BUDGET_USD: setting(
    whole(1, 1_000_000_000).optional(),
    'cost, in dollars by list price, after which no more summaries by language models are made until next month',
    'no limit',
  ),
  SHUTDOWN_DRAIN_SECONDS: setting(
    whole(0, 600).default(0),
    [
      'how long a server keeps serving after SIGTERM while `/readyz` returns 503; longer than the proxy ',
      'takes to notice',
    ].join(''),
    '0',
  ),
  SUMMARY_TIMEOUT_SECONDS: setting(
    whole(5, 7200).default(900),
    'longest time of one attempt at a summary, reading included',
    '900',
  ),
  STRIPE_SECRET_KEY: setting(
    stripeKey.optional(),
    [
      'payments: a secret or restricted key (`sk_…`, `rk_…`). With a live key, prices are created by ',
      '`precis stripe check --apply` only',
    ].join(''),
    'a local stand-in, started by `npm start` and `npm run dev`; required in production',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    z
      .string()
      .trim()
      .regex(/^whsec_\S+$/, { error: 'must be the signing secret of the address for events, which begins with whsec_' })
      .optional(),
    'secret (`whsec_…`) of the events that Stripe sends to `APP_URL/api/webhooks/stripe`',
    'as above',
  ),
  STRIPE_API_URL: setting(
    httpAddress('https://api.stripe.com').optional(),
    "another server with Stripe's protocol; refused in production",
    "Stripe's own",
  ),
  GOOGLE_CLIENT_ID: setting(
    z.string().optional(),
    'sign-in with Google; register `APP_URL/api/auth/google/callback` as the redirect URI',
    [
      'a local stand-in, started by `npm start` and `npm run dev`; in production the button says that it is ',
      'not set up',
    ].join(''),
  ),
  GOOGLE_CLIENT_SECRET: setting(z.string().optional(), 'secret of that client', 'as above'),
  GOOGLE_ISSUER: setting(
    httpAddress('https://accounts.google.com').optional(),
    'another OpenID provider, https in production',
    '`https://accounts.google.com`',
  ),
  SMTP_URL: setting(
    webAddress(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465').optional(),
    'mail server, such as `smtps://user:password@mail.example:465`; on every process',
    'no email: links are shown on the page, and in production nowhere',
  ),
  MAIL_FROM: setting(
    sender.optional(),
    'sender, such as `Precis <hello@precis.example>`; required with `SMTP_URL`',
    'none',
  ),
  S3_BUCKET: setting(
    z.string().optional(),
    [
      'keeps uploaded files in S3, under `uploads/`; credentials come from the usual AWS variables, files ',
      'or roles',
    ].join(''),
    'files in `DATA_DIR`',
  ),
  S3_ENDPOINT: setting(
    httpAddress('https://s3.example').optional(),
    "S3 server other than Amazon's, https in production because browsers send files there",
    'Amazon',
  ),
  S3_REGION: setting(z.string().optional(), 'region of the bucket', 'the AWS settings'),
  PLAN_CATALOGUE: setting(
    z.string().default('standard'),
    '`standard`, `two-plan`, or the path of a catalogue of your own',
    '`standard`',
  ),
  YOUTUBE_ORIGIN: setting(
    httpAddress('https://www.youtube.com').default('https://www.youtube.com'),
    'another server for videos, such as a stand-in for tests',
    '`https://www.youtube.com`',
  ),
  OUTBOUND_PROXY_URL: setting(
    httpAddress('http://proxy.example:3128').optional(),
    'proxy through which pages and videos are fetched',
    'none',
  ),
  YT_DLP_PATH: setting(
    z.string().optional(),
    [
      'path of [yt-dlp](https://github.com/yt-dlp/yt-dlp), used for captions when YouTube refuses ',
      'everything else',
    ].join(''),
    'not used',
  ),
  RATE_LIMIT_FACTOR: setting(
    z
      .string()
      .transform(Number)
      .refine((value) => Number.isFinite(value) && value > 0, { error: 'must be a number above 0' })
      .default(1),
    'multiplies every rate limit, for load tests; above 1 refused in production',
    '1',
  ),
  FETCH_ALLOW_PRIVATE: setting(
    flag.default(false),
    'allows fetching from private networks; refused in production',
    'false',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
    'fatal, error, warn, info, debug, trace, silent',
    'info',
  ),
})

export type Environment = z.output<typeof environmentSchema>
export type EnvironmentName = keyof Environment

/** The table of settings in docs/configuration.md. */
export function settingsTable(): string {
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { sets, unset } = schema.meta() ?? {}
    return `| \`${name}\` | ${String(sets)} | ${String(unset)} |`
  })
  return ['| Name | What it sets | When unset |', '|---|---|---|', ...rows].join('\n')
}
