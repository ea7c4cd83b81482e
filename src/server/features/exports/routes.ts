import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  calls,
  exportedIds,
  exportQuerySchema,
  exportSeveralQuerySchema,
  type Paper,
} from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { acceptedLanguages } from '../../platform/accepted-languages.ts'
import { isPrefetch, orSendText, redirectNavigation } from '../../platform/followed-links.ts'
import { createLimit, type LimitCheck } from '../../platform/limits.ts'
import { requireActor } from '../../platform/request-context.ts'
import { type ExportForm, type ExportsContext, exportSeveral, exportSummary, mediaTypeOf } from './export-summary.ts'
import { attachment } from './file-names.ts'
import { countExports } from './repo.ts'

const EXPORT_PATH = '/api/summaries/:id/export'
const EXPORT_SEVERAL_PATH = '/api/summaries/export'
const WINDOW_MS = 10 * 60_000
/** Maximum files per user and window: more than a page of the list. */
const MAX_EXPORTS = 120
const MAX_ARCHIVES = 12

const config = { access: 'read' } as const

const idParams = calls.getSummary.params

/** The page of the requested summary; the list for an invalid id. */
function pageOf({ params }: FastifyRequest): string {
  const named = idParams.safeParse(params).data
  return named === undefined ? pagePaths.summaries : pagePaths.summary.replace(':id', named.id)
}

/**
 * Creates the rate limit of exports. HEAD requests have a counter of their own, so that a check never uses up the limit.
 *
 * @param name separates the counters of files and archives
 */
function createExportLimit(
  app: FastifyInstance,
  { name, ...bounds }: { name: string; max: number; factor: number },
): LimitCheck {
  const message = 'Many exports in a short time. Please wait a few minutes and try again.'
  const limit = { ...bounds, windowMs: WINDOW_MS, message }
  const files = createLimit(app, { ...limit, name })
  const checks = createLimit(app, { ...limit, name: `${name}-looks` })
  return async (request) => (request.method === 'HEAD' ? checks(request) : files(request))
}

/** Countries that use the paper size Letter (CLDR 48, supplemental data, `paperSize`). */
const letterCountries: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** The usual paper size of the first country in an `Accept-Language` header; A4 if there is none. */
export function paperFor(acceptLanguage: string | undefined): Paper {
  const region = acceptedLanguages(acceptLanguage).find((language) => language?.region !== undefined)?.region
  return region !== undefined && letterCountries.has(region) ? 'letter' : 'a4'
}

const binary = { schema: z.string().meta({ format: 'binary' }) }
const refusals = { '4xx': errorBodySchema, '5xx': errorBodySchema }

const exportSchema = {
  summary: 'Export a summary as a file',
  description:
    'Requires a plan with exports (else 403). 409 for a summary that is not ready. HEAD checks both and counts nothing. Unless the parameter is given, the paper of a PDF follows the country in Accept-Language.',
  tags: ['summaries'],
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
  summary: 'Export several summaries as files in a zip archive',
  description:
    'As for one summary; all must be ready and belong to the user. Each counts as an export. If the connection ends early, an error occurred and the archive is incomplete.',
  tags: ['summaries'],
  querystring: exportSeveralQuerySchema,
  response: { 200: { description: 'The archive.', content: { 'application/zip': binary } }, ...refusals },
}

/** The requested format, with the paper of the browser's country unless one is given. */
function formOf({ query, headers }: FastifyRequest): ExportForm {
  const { format, paper } = exportQuerySchema.parse(query)
  return { format, paper: paper ?? paperFor(headers['accept-language']) }
}

function registerExport(app: FastifyInstance, context: ExportsContext): void {
  const factor = context.config.http.rateLimitFactor
  const limit = createExportLimit(app, { name: 'exports', max: MAX_EXPORTS, factor })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    redirectNavigation(request, reply, pageOf(request))

  app.get(EXPORT_PATH, { onRequest, config, schema: exportSchema }, async (request, reply) => {
    const actor = requireActor(request)
    // The browser sends the request again when the user follows the link.
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
  const factor = context.config.http.rateLimitFactor
  const limit = createExportLimit(app, { name: 'export-archives', max: MAX_ARCHIVES, factor })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    redirectNavigation(request, reply, pagePaths.summaries)

  app.get(EXPORT_SEVERAL_PATH, { onRequest, config, schema: exportSeveralSchema }, async (request, reply) => {
    const actor = requireActor(request)
    if (isPrefetch(request)) return reply.code(204).send()
    const made = await orSendText(request, reply, async () => {
      await limit(request)
      const ids = exportedIds(exportSeveralQuerySchema.parse(request.query).ids)
      const archive = await exportSeveral(context, actor, ids, formOf(request))
      if (request.method === 'HEAD') return ''
      await countExports(context.db, actor.userId, ids.length)
      return Readable.from(archive).on('error', (error) => {
        request.log.warn({ err: error }, 'an archive of exports was not completed')
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

/** Routes of exports. */
export function registerExportRoutes(app: FastifyInstance, context: ExportsContext): void {
  registerExport(app, context)
  registerExportSeveral(app, context)
}
