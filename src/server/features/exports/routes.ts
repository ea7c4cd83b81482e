import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { calls, exportedIds, exportQuerySchema, exportSeveralQuerySchema } from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { requireActor } from '../../platform/actor.ts'
import { signedInOnly } from '../../platform/api-docs.ts'
import { isPrefetch, orSendText, redirectNavigation } from '../../platform/followed-links.ts'
import { createLimit } from '../../platform/limits.ts'
import type { ExportsContext } from './context.ts'
import { exportSeveral } from './export-several.ts'
import { type ExportForm, exportSummary, mediaTypeOf } from './export-summary.ts'
import { attachment } from './file-names.ts'
import { paperFor } from './paper.ts'
import { countExports } from './repo.ts'

const EXPORT_PATH = '/api/summaries/:id/export'
const EXPORT_SEVERAL_PATH = '/api/summaries/export'
const WINDOW_MS = 10 * 60_000
/** Files one person may take along in the window: a whole page of a list, and again. */
const MAX_EXPORTS = 120
/** Archives of several files. */
const MAX_ARCHIVES = 12

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
 *
 * @param name keeps the counters of single files and of archives apart
 */
function limitsIn(
  app: FastifyInstance,
  { name, max }: { name: string; max: number },
): (request: FastifyRequest) => Promise<void> {
  const limit = {
    max: Math.max(1, Math.round(max)),
    windowMs: WINDOW_MS,
    key: userKey,
    message: 'Many exports in a short time. Please wait a few minutes and try again.',
  }
  const files = createLimit(app, { ...limit, name })
  const looks = createLimit(app, { ...limit, name: `${name}-looks` })
  return async (request) => (request.method === 'HEAD' ? looks(request) : files(request))
}

const binary = { schema: z.string().meta({ format: 'binary' }) }
const refusals = { '4xx': errorBodySchema, '5xx': errorBodySchema }

const exportSchema = {
  summary: 'A summary as a file to keep',
  description:
    'For plans that include exports: others are refused (403). A summary that is not ready answers 409. HEAD tells whether it would go, and counts nothing. A PDF comes on the paper of the country that Accept-Language names, or on the one of the parameter.',
  tags: ['summaries'],
  security: signedInOnly,
  params: idParams,
  querystring: exportQuerySchema,
  response: {
    200: {
      description: 'The file.',
      content: { 'text/markdown': { schema: z.string() }, 'application/pdf': binary },
    },
    ...refusals,
  },
}

const exportSeveralSchema = {
  summary: 'Several summaries as files to keep, in a zip',
  description:
    'As for one; all of them have to be own ones that are ready. Each counts as an export. A connection that ends early means that something went wrong; the archive is not whole then.',
  tags: ['summaries'],
  security: signedInOnly,
  querystring: exportSeveralQuerySchema,
  response: { 200: { description: 'The archive.', content: { 'application/zip': binary } }, ...refusals },
}

/** What is asked for, on the paper that the browser's country prints on unless another is named. */
function formOf({ query, headers }: FastifyRequest): ExportForm {
  const { format, paper } = exportQuerySchema.parse(query)
  return { format, paper: paper ?? paperFor(headers['accept-language']) }
}

function registerExport(app: FastifyInstance, context: ExportsContext): void {
  const limit = limitsIn(app, { name: 'exports', max: MAX_EXPORTS * context.config.http.rateLimitFactor })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    redirectNavigation(request, reply, pageOf(request))

  app.get(EXPORT_PATH, { onRequest, schema: exportSchema }, async (request, reply) => {
    const actor = requireActor(request)
    // Not a refusal, and nothing to keep: a browser that asked ahead asks again once its person does.
    if (isPrefetch(request)) return reply.code(204).send()
    const made = await orSendText(request, reply, async () => {
      await limit(request)
      const form = formOf(request)
      const { name, content } = await exportSummary(context, actor, idParams.parse(request.params).id, form)
      reply.type(mediaTypeOf(form.format)).header('content-disposition', attachment(name))
      if (request.method === 'HEAD') return ''
      const file = await content()
      await countExports(context.db, actor.userId, 1)
      return Buffer.from(file)
    })
    return made === null ? reply : reply.send(made)
  })
}

function registerExportSeveral(app: FastifyInstance, context: ExportsContext): void {
  const limit = limitsIn(app, { name: 'export-archives', max: MAX_ARCHIVES * context.config.http.rateLimitFactor })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    redirectNavigation(request, reply, pagePaths.summaries)

  app.get(EXPORT_SEVERAL_PATH, { onRequest, schema: exportSeveralSchema }, async (request, reply) => {
    const actor = requireActor(request)
    if (isPrefetch(request)) return reply.code(204).send()
    const made = await orSendText(request, reply, async () => {
      await limit(request)
      const ids = exportedIds(exportSeveralQuerySchema.parse(request.query).ids)
      const archive = await exportSeveral(context, actor, ids, formOf(request))
      if (request.method === 'HEAD') return ''
      await countExports(context.db, actor.userId, ids.length)
      return Readable.from(archive).on('error', (error) => {
        request.log.warn({ err: error }, 'an archive of exports was broken off')
      })
    })
    if (made === null) return reply
    const day = context.clock.now().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="precis-summaries-${day}.zip"`)
      .send(made)
  })
}

/** Summaries as files. */
export function registerExportRoutes(app: FastifyInstance, context: ExportsContext): void {
  registerExport(app, context)
  registerExportSeveral(app, context)
}
