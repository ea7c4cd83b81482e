import { existsSync, readFileSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { crossChecks, isLoopback } from './config-checks.ts'
import { type Environment, environmentSchema, operatorShape, pipelineShape } from './config-schema.ts'
import { keptSecret } from './kept-secret.ts'

/** Settings of the stand-in for Stripe, as in `Config`. */
const connectionSchema = z.object({
  secretKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  apiUrl: z.string().refine(isLoopback),
})
/**
 * Connection to the stand-in for Stripe that `npm start` or `npm run dev` last ran for this data folder, so that
 * commands use the same customers. scripts/standins.mjs writes the file. Null without one, or if it is damaged.
 */
export function standinConnection(dataDir: string): z.infer<typeof connectionSchema> | null {
  try {
    const text = readFileSync(join(dataDir, 'standins', 'stripe-connection.json'), 'utf8')
    return connectionSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The environment has invalid values; the message lists each on its own line. */
export class ConfigError extends Error {
  constructor(complaints: readonly string[]) {
    super(`Precis cannot start with this configuration:\n${complaints.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Source = Record<string, string | undefined>

/** Parses some settings of the environment. Empty values count as unset, as `NAME= command` intends. */
function parseEnvironment(source: Source, names: ReadonlySet<string>): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => names.has(name) && value !== undefined && value.trim() !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const complaints = crossChecks(parsed.data).filter(([name]) => names.has(name))
  if (complaints.length > 0) throw new ConfigError(complaints.map(([name, message]) => `${name} ${message}`))
  return parsed.data
}

/** Script of the npm that started this process; null without one. */
const npmScript = process.env['npm_execpath']?.endsWith('.js') === true ? process.env['npm_execpath'] : null

/** The machine's FFmpeg, for recordings that the built-in decoders can't read; null without one. */
const findFfmpeg = (): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'))
    .find((file) => isAbsolute(file) && existsSync(file)) ?? null

/** Longest try of a self-hosted server, which may be slower than speech. */
const LOCAL_TRANSCRIPTION_TIMEOUT_MS = 15 * 60_000

/** How recordings are transcribed; null if they aren't. */
function transcriptionSettings(env: Environment) {
  const { TRANSCRIBE: model } = env
  if (model === 'off') return null
  const isLocal = model.startsWith('local:')
  const service = {
    model,
    url: (isLocal ? env.TRANSCRIBE_URL : env.OPENAI_BASE_URL) ?? null,
    key: (isLocal ? env.TRANSCRIBE_KEY : env.OPENAI_API_KEY) ?? null,
    callTimeoutMs: isLocal ? LOCAL_TRANSCRIPTION_TIMEOUT_MS : env.AI_CALL_TIMEOUT_SECONDS * 1000,
  }
  return {
    /** Null for the built-in model. */
    service: model === 'builtin' ? null : service,
    ffmpegPath: findFfmpeg(),
    limits: { maxBytes: env.TRANSCRIBE_MAX_MB * 1024 * 1024, maxMinutes: env.TRANSCRIBE_MAX_MINUTES },
  }
}

function pipelineSettings(env: Environment) {
  return {
    outbound: { allowPrivateAddresses: env.FETCH_ALLOW_PRIVATE, proxyUrl: env.OUTBOUND_PROXY_URL ?? null },
    recognition: env.OCR === 'off' ? null : { folder: join(resolve(env.DATA_DIR), 'ocr'), npmScript },
    /** Whether language models read the pages that recognition can't make out. */
    modelsReadPages: env.OCR === 'model',
    transcription: transcriptionSettings(env),
    youtube: { origin: env.YOUTUBE_ORIGIN, ytDlpPath: env.YT_DLP_PATH ?? null },
    ai: {
      models: env.AI_MODELS === 'auto' ? [] : (env.AI_MODELS ?? []),
      /** Whether `models` is to be the largest model of a local server. */
      isAuto: env.AI_MODELS === 'auto',
      openaiApiKey: env.OPENAI_API_KEY ?? null,
      openaiBaseUrl: env.OPENAI_BASE_URL ?? null,
      anthropicApiKey: env.ANTHROPIC_API_KEY ?? null,
      anthropicBaseUrl: env.ANTHROPIC_BASE_URL ?? null,
      googleApiKey: env.GOOGLE_GENERATIVE_AI_API_KEY ?? null,
      googleBaseUrl: env.GOOGLE_GENERATIVE_AI_BASE_URL ?? null,
      localUrl: env.LOCAL_AI_URL ?? null,
      localApiKey: env.LOCAL_AI_KEY ?? null,
      /** Whether a second call checks the statements of a summary. */
      secondRead: env.AI_CHECK,
      /** The model for that call; null: `models` in order. */
      checkModel: env.AI_CHECK_MODEL ?? null,
      /** Maximum tokens of one call, prompt and answer together; null: known by model. */
      contextTokens: env.AI_CONTEXT_TOKENS ?? null,
      /** Maximum concurrent calls of one summary. */
      parallelCalls: env.AI_PARALLEL_CALLS,
      callTimeoutMs: env.AI_CALL_TIMEOUT_SECONDS * 1000,
      /** Maximum silence within an answer that has begun. */
      stallTimeoutMs: env.AI_STALL_TIMEOUT_SECONDS * 1000,
    },
  }
}

export type PipelineConfig = ReturnType<typeof pipelineSettings>

/**
 * Reads the settings for reading and summarizing, and writes nothing: the command needs no data folder and no secrets
 * of a server.
 * @throws ConfigError
 */
export function readPipelineConfig(source: Source = process.env): PipelineConfig {
  return pipelineSettings(parseEnvironment(source, new Set(Object.keys(pipelineShape))))
}

/** Access to Stripe. Commands receive no events and so need no webhook secret. */
export interface StripeAccess {
  secretKey: string
  webhookSecret: string | null
  apiUrl: string | null
}

function operatorSettings(env: Environment) {
  return {
    production: env.NODE_ENV === 'production',
    http: {
      port: env.PORT,
      host: env.HOST,
      appUrl: env.APP_URL ?? `http://localhost:${env.PORT}`,
      rateLimitFactor: env.RATE_LIMIT_FACTOR,
      connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    },
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    /** URL of the same database without its pooler; null if there is none. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    planCatalogue: env.PLAN_CATALOGUE,
    mail:
      env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : null,
    s3:
      env.S3_BUCKET === undefined
        ? null
        : { bucket: env.S3_BUCKET, endpoint: env.S3_ENDPOINT ?? null, region: env.S3_REGION ?? null },
  }
}

/** Stripe settings of the environment; null without any. */
function stripeAccess({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl }: Environment): StripeAccess | null {
  return secretKey === undefined ? null : { secretKey, webhookSecret: null, apiUrl: apiUrl ?? null }
}

export type OperatorConfig = ReturnType<typeof operatorSettings> & { stripe: StripeAccess | null }

/**
 * Reads the settings for operator commands, which need neither session secrets nor keys of models. Outside production
 * and without Stripe settings, it uses the stand-in that `npm start` runs for the data folder.
 * @throws ConfigError
 */
export function readOperatorConfig(source: Source = process.env): OperatorConfig {
  const env = parseEnvironment(source, new Set(Object.keys(operatorShape)))
  const settings = operatorSettings(env)
  const standin = settings.production ? null : standinConnection(settings.dataDir)
  return { ...settings, stripe: stripeAccess(env) ?? standin }
}

/** Reads the setting PLAN_CATALOGUE alone. */
export function readCatalogueFile(source: Source = process.env): string {
  return parseEnvironment(source, new Set(['PLAN_CATALOGUE'])).PLAN_CATALOGUE
}

/** Traces are on if an exporter or an endpoint is set. */
function wantsTraces(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_TRACES_EXPORTER } = env
  return [OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_TRACES_EXPORTER].some(Boolean)
}

/** @throws ConfigError when the data directory cannot be written */
function generatedSecret(dataDir: string): string {
  try {
    return keptSecret(dataDir, 'session')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be written (${reason}): make room or give write access.`])
  }
}

/** Reads the whole configuration, once at start. @throws ConfigError */
export function readConfig(source: Source = process.env) {
  const env = parseEnvironment(source, new Set(Object.keys(environmentSchema.shape)))
  const settings = operatorSettings(env)
  const access = stripeAccess(env)
  return {
    ...settings,
    ...pipelineSettings(env),
    role: env.ROLE,
    /** Whether browsers come over HTTPS, or from this machine: then cookies are marked as secure. */
    secure: settings.production && !(env.ALLOW_HTTP && settings.http.appUrl.startsWith('http:')),
    /** Whether HSTS covers the subdomains of APP_URL's host, too. */
    hstsIncludeSubDomains: env.HSTS_INCLUDE_SUBDOMAINS,
    /** Number of daily backups of the bundled PostgreSQL to keep; 0 turns them off. */
    backupKeep: env.BACKUP_KEEP,
    /** Memory above which a worker exits, so that its supervisor starts a new one; null: no limit. */
    workerMemoryBytes: env.WORKER_MEMORY_MB === undefined ? null : env.WORKER_MEMORY_MB * 1024 * 1024,
    tracing: wantsTraces(env),
    /** Token that Prometheus sends; null: outside production, only this machine may read the metrics. */
    metricsToken: env.METRICS_TOKEN ?? null,
    sessionSecret: env.SESSION_SECRET ?? generatedSecret(settings.dataDir),
    /** Whether everyone may create an account, or only users with an invitation. */
    registration: env.REGISTRATION,
    /** Rules for new passwords, and the service that knows leaked ones. */
    passwords: { strict: env.PASSWORD_RULES === 'strict', breachedUrl: env.BREACHED_PASSWORDS_URL },
    logLevel: env.LOG_LEVEL,
    /** Limits on the use of language models; null: no limit. */
    modelLimits: {
      maxSourceWords: env.AI_MAX_SOURCE_WORDS,
      dailyTokensPerUser: env.AI_DAILY_TOKENS_PER_USER ?? null,
      monthlyBudgetUsd: env.AI_MONTHLY_BUDGET_USD ?? null,
      /** Minutes of recordings that a service transcribes for one user, a day. */
      dailyMinutesPerUser: env.TRANSCRIBE_DAILY_MINUTES_PER_USER ?? null,
    },
    /** Time limit of one attempt at a summary. */
    summaryTimeoutMs: env.SUMMARY_TIMEOUT_SECONDS * 1000,
    /** How long the server keeps accepting requests after SIGTERM, until load balancers notice. */
    shutdownDrainMs: env.SHUTDOWN_DRAIN_SECONDS * 1000,
    stripe:
      access !== null && env.STRIPE_WEBHOOK_SECRET !== undefined
        ? { ...access, webhookSecret: env.STRIPE_WEBHOOK_SECRET }
        : null,
    google:
      env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER ?? 'https://accounts.google.com',
          }
        : null,
    oidc:
      env.OIDC_ISSUER !== undefined && env.OIDC_CLIENT_ID !== undefined && env.OIDC_CLIENT_SECRET !== undefined
        ? {
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            issuer: env.OIDC_ISSUER,
            name: env.OIDC_NAME,
          }
        : null,
  }
}

export type Config = ReturnType<typeof readConfig>
