import { randomUUID } from 'node:crypto'
import path from 'node:path'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { calls } from '../../shared/api/calls.ts'
import { idParams } from '../../shared/api/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { pageAt, pagePaths } from '../../shared/paths.ts'
import { hasPrices } from '../../shared/plans/catalogue.ts'
import { isBuiltIn, modelNames } from '../../shared/summary/model-names.ts'
import { capturedLine, unreadNote } from '../../shared/summary/summary-text.ts'
import { rateLimitStore } from '../db/rate-limit-store.ts'
import type { AccountContext } from '../features/accounts/context.ts'
import { accountLimits } from '../features/accounts/limits.ts'
import { registerAccountRoutes } from '../features/accounts/routes.ts'
import {
  hashInHeader,
  isSignedInBrowser,
  type SessionOptions,
  sessionCookieName,
  sessionPlugin,
} from '../features/accounts/session/session-plugin.ts'
import type { BillingContext } from '../features/billing/context.ts'
import { registerBillingRoutes } from '../features/billing/routes.ts'
import { registerWebhookRoute } from '../features/billing/sync/webhook.ts'
import type { ExportsContext } from '../features/exports/export-summary.ts'
import { registerExportRoutes } from '../features/exports/routes.ts'
import { registerQuestionRoutes } from '../features/questions/routes.ts'
import { registerSharingRoutes } from '../features/sharing/routes.ts'
import { readShared } from '../features/sharing/share.ts'
import { registerSuggestionRoutes } from '../features/suggestions/routes.ts'
import { registerSummaryRoutes } from '../features/summaries/routes.ts'
import { registerUploadRoutes, registerUploadTarget } from '../features/uploads/routes.ts'
import { registerUserDataRoutes } from '../features/user-data/routes.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { countJobs } from '../jobs/unfinished-jobs.ts'
import type { Config } from '../platform/config/config.ts'
import { documentApi } from '../platform/http/api-docs.ts'
import { addCall } from '../platform/http/call-routes.ts'
import { registerHealth } from '../platform/http/health.ts'
import { answerUnreadable, notFound, registerErrorHandling } from '../platform/http/http-errors.ts'
import {
  answerClientError,
  type ConnectionLimits,
  createHttpServer,
  limitBodyTime,
} from '../platform/http/http-server.ts'
import { isNearAddress, type LimitCheck, limitAnonymousReads, prepareLimits } from '../platform/http/limits.ts'
import { BODY_LIMIT_BYTES, type BodyLimits, parseJsonBodies } from '../platform/http/request-body.ts'
import { crossSitePlugin, headersPlugin, hostCheckPlugin, serveSecurityContact } from '../platform/http/security.ts'
import { serveWebFiles } from '../platform/http/web-files.ts'
import { forKnownFields, type Log } from '../platform/log.ts'
import { countRequests, type Metrics, registerMetrics } from '../platform/metrics.ts'
import { traceRequests } from '../platform/request-context.ts'

/** Ports and settings of the whole app, of which each feature's context declares what the feature uses. */
export interface AppContext extends Omit<AccountContext, 'limits'>, BillingContext, ExportsContext {
  config: Config
  metrics: Metrics
  queue: JobQueue
}

interface AppDeps {
  context: AppContext
  refreshUser: SessionOptions['refreshUser']
  /** Aborts when shutdown begins. */
  draining: AbortSignal
  /** Time limit for receiving a request body, except for uploads. */
  bodyTimeoutMs: number
  connections: ConnectionLimits
  bodies: BodyLimits
  webFolder: string
  isReady: () => Promise<boolean>
}

/** Over HTTPS, a proxy on a private address reports the client's address in X-Forwarded-For. */
const TRUSTED_PROXIES = ['loopback', 'linklocal', 'uniquelocal']

/**
 * The route of a request by its pattern, and the id in its path. Other parts of paths and queries may be the tokens of
 * links, which grant access to whoever reads them.
 */
function routeOf({ routeOptions, params, url }: FastifyRequest): { route: string; id?: string } {
  const page = routeOptions.url === undefined ? pageAt(url.split('?')[0] ?? '', true) : null
  const route = routeOptions.url ?? (page === null ? 'none' : pagePaths[page])
  return { route, ...idParams.safeParse(params).data }
}

function logRequests(app: FastifyInstance, log: Log): void {
  const requests = forKnownFields(log)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      reqId: request.id,
      method: request.method,
      ...routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      // Makes rejected requests searchable by error code and user.
      ...(request.errorCode === null ? {} : { code: request.errorCode, userId: request.actor?.userId ?? null }),
    }
    if (request.url.startsWith('/api/')) requests.info(line, 'request')
    else requests.debug(line, 'request')
  })
}

/** Rejects API requests during shutdown, and makes responses uncacheable. */
function addApiHooks(api: FastifyInstance, closing: AbortSignal): void {
  api.addHook('onRequest', async () => {
    if (!closing.aborted) return
    throw new AppError('unavailable', 'The service is restarting. Please try again.', { retryAfterSeconds: 2 })
  })
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** Registers the API with sessions: everything except signed upload URLs and webhooks. */
async function registerApi(api: FastifyInstance, deps: AppDeps, limitEnded: LimitCheck): Promise<void> {
  const { context, refreshUser } = deps
  const { config, db, clock, catalogue } = context
  api.removeContentTypeParser('text/plain')
  parseJsonBodies(api, { folder: path.join(config.dataDir, 'bodies'), limits: deps.bodies })
  addApiHooks(api, context.closing)
  await api.register(crossSitePlugin, { appUrl: config.http.appUrl })
  await api.register(rateLimit, { global: false, store: rateLimitStore(db, clock) })
  const { sessionSecret: secret, secure } = config
  const limits = accountLimits(api)
  await api.register(sessionPlugin, { db, clock, secret, secure, refreshUser, limitTokens: limits.apiToken })
  api.addHook('onRequest', limitEnded)
  registerAccountRoutes(api, { ...context, limits })
  registerUserDataRoutes(api, { ...context, limits })
  addCall(api, calls.plans, async () => catalogue)
  registerSummaryRoutes(api, context)
  registerQuestionRoutes(api, context)
  registerUploadRoutes(api, context)
  if (hasPrices(catalogue)) registerBillingRoutes(api, context)
  registerExportRoutes(api, context)
  registerSharingRoutes(api, context)
  registerSuggestionRoutes(api, context)
}

/** Builds the HTTP app without listening; tests can inject requests. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { context } = deps
  const { config, log, catalogue, clock } = context
  const loggerInstance: FastifyBaseLogger = log
  const bodyTimeout = limitBodyTime(deps.bodyTimeoutMs)
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // The log adds the request id itself.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.secure ? TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handler) =>
      createHttpServer(handler, {
        bodyTimeout,
        limits: deps.connections,
        isProxy: (address) => isNearAddress(address, config.secure),
        log,
      }),
    forceCloseConnections: 'idle',
    // `addApiHooks` rejects requests during shutdown.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => answerUnreadable(app, request, reply),
    clientErrorHandler: answerClientError,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandling(app)
  traceRequests(app)
  logRequests(app, log)
  countRequests(app, context.metrics)
  // Makes proxies close their connections while the server drains, so that none is cut off when it closes.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.draining.aborted) reply.header('connection', 'close')
  })
  const { directOrigin } = context.storage
  await app.register(headersPlugin, {
    secure: config.secure,
    hstsIncludeSubDomains: config.hstsIncludeSubDomains,
    connectTo: directOrigin === null ? [] : [directOrigin],
  })
  const { http, secure, role, sessionSecret: secret } = config
  const cookieName = sessionCookieName(secure)
  if (!secure) await app.register(hostCheckPlugin, http)
  await prepareLimits(app, http.rateLimitFactor)
  const { afterSession } = limitAnonymousReads(app, {
    // A signed cookie may be of a session that has ended, which only routes with sessions find out.
    isAnonymous: ({ headers, server }) =>
      !server.hasDecorator('sessions') || hashInHeader(headers.cookie, cookieName, secret) === null,
  })
  if (role !== 'worker') {
    // Before the compression plugin, since compressing on the fly takes megabytes per response.
    await documentApi(app, { sessionCookie: cookieName, sells: hasPrices(catalogue) })
  }
  await app.register(compress)
  registerMetrics(app, {
    metrics: context.metrics,
    token: config.metricsToken,
    production: config.production,
    queueDepths: async () => countJobs(context.db),
  })
  registerHealth(app, deps.isReady)
  if (role === 'worker') {
    app.setNotFoundHandler(async () => {
      throw notFound()
    })
    return app
  }
  await app.register(async (api) => registerApi(api, deps, afterSession))
  // Uploads and webhooks are authenticated by signatures instead of sessions.
  await app.register(async (scope) => {
    addApiHooks(scope, context.closing)
    registerUploadTarget(scope, context, bodyTimeout)
  })
  if (hasPrices(catalogue))
    await app.register(async (scope) => {
      addApiHooks(scope, context.closing)
      registerWebhookRoute(scope, context)
    })
  serveSecurityContact(app, { appUrl: http.appUrl, clock })
  const { engine } = deps.context.pipeline.summarizer
  await serveWebFiles(app, deps.webFolder, {
    appUrl: http.appUrl,
    catalogue,
    isOpen: config.registration === 'open',
    recordingBytes: config.transcription?.limits.maxBytes ?? null,
    models: isBuiltIn(engine) ? null : (modelNames(engine) ?? 'a language model'),
    findShared: async (token) => {
      const summary = await readShared(context, token)
      const captured = capturedLine(summary)
      const gist = summary.page?.gist.text ?? summary.basicSummary.slice(0, 300)
      return {
        title: summary.title,
        description: [captured && `${captured}.`, gist, unreadNote(summary)].filter(Boolean).join(' '),
      }
    },
    isSignedIn: async (cookies) => isSignedInBrowser(cookies, { ...context, secret, secure }),
  })
  return app
}
