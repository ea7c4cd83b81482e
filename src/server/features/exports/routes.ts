import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { calls, exportQuerySchema } from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Db } from '../../db/database.ts'
import { requireActor } from '../../platform/actor.ts'
import { signedInOnly } from '../../platform/api-docs.ts'
import { isPrefetch, leadToPage, orSayWhy } from '../../platform/followed-links.ts'
import { createLimit } from '../../platform/limits.ts'
import { type ExportSummaryDeps, exportSummary } from './export-summary.ts'
import { attachment } from './file-names.ts'
import { countExport } from './repo.ts'

export interface ExportRouteDeps extends ExportSummaryDeps {
  db: Db
  rateLimitFactor: number
}

const EXPORT_PATH = '/api/summaries/:id/export'
const WINDOW_MS = 10 * 60_000
/** Files one person may take along in the window: a whole page of a list, and again. */
const MAX_EXPORTS = 120

/** An id here is an id as everywhere. */
const idParams = calls.getSummary.params

const userKey = (request: FastifyRequest): string => request.actor?.userId ?? ''

/** The page of the summary that a request names; the list where it names none. */
function pageOf({ params }: FastifyRequest): string {
  const named = idParams.safeParse(params).data
  return named === undefined ? pagePaths.summaries : pagePaths.summary.replace(':id', named.id)
}

/**
 * How often one person may export. Looking whether it would go (HEAD) is counted apart, so that who may look may then
 * also have.
 */
function limitsIn(app: FastifyInstance, factor: number): (request: FastifyRequest) => Promise<void> {
  const limit = {
    max: Math.max(1, Math.round(MAX_EXPORTS * factor)),
    windowMs: WINDOW_MS,
    key: userKey,
    message: 'Many exports in a short time. Please wait a few minutes and try again.',
  }
  const files = createLimit(app, { ...limit, name: 'exports' })
  const looks = createLimit(app, { ...limit, name: 'export-looks' })
  return async (request) => (request.method === 'HEAD' ? looks(request) : files(request))
}

const exportSchema = {
  summary: 'A summary as a file to keep',
  description:
    'For plans that include exports: others are refused (403). A summary that is not ready answers 409. HEAD tells whether it would go, and counts nothing.',
  tags: ['summaries'],
  security: signedInOnly,
  params: idParams,
  querystring: exportQuerySchema,
  response: {
    200: { description: 'The file.', content: { 'text/markdown': { schema: z.string() } } },
    '4xx': errorBodySchema,
    '5xx': errorBodySchema,
  },
}

/** Single summaries as files. */
export function registerExportRoutes(app: FastifyInstance, deps: ExportRouteDeps): void {
  const limit = limitsIn(app, deps.rateLimitFactor)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    leadToPage(request, reply, pageOf(request))

  app.get(EXPORT_PATH, { onRequest, schema: exportSchema }, async (request, reply) => {
    const actor = requireActor(request)
    // Not a refusal, and nothing to keep: a browser that asked ahead asks again once its person does.
    if (isPrefetch(request)) return reply.code(204).send()
    const file = await orSayWhy(request, reply, async () => {
      await limit(request)
      const { id } = idParams.parse(request.params)
      const { format } = exportQuerySchema.parse(request.query)
      const made = await exportSummary(deps, actor, id, format)
      if (request.method !== 'HEAD') await countExport(deps.db, actor.userId)
      return made
    })
    if (file === null) return reply
    return reply.type(file.mediaType).header('content-disposition', attachment(file.name)).send(file.content)
  })
}
