import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import {
  calls,
  exportedIds,
  exportQuerySchema,
  exportSeveralQuerySchema,
  type Paper,
} from '../../../shared/api/calls.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { acceptedLanguages } from '../../platform/http/accepted-languages.ts'
import { errorResponses } from '../../platform/http/call-routes.ts'
import { isPrefetch, orSendText, redirectNavigation } from '../../platform/http/followed-links.ts'
import { createLimit, type LimitCheck } from '../../platform/http/limits.ts'
import { type Actor, requireActor } from '../../platform/request-context.ts'
import { countExports } from '../accounts/users-repo.ts'
import { type ExportForm, type ExportsContext, exportSeveral, exportSummary, mediaTypeOf } from './export-summary.ts'
import { attachment } from './file-names.ts'

const WINDOW_MS = 10 * 60_000
/** Maximum files per user and window: more than a page of the list. */
const MAX_EXPORTS = 120
const MAX_ARCHIVES = 12

const idParams = calls.getSummary.params

/** The page of the requested summary; the list for an invalid id. */
function summaryPageOf({ params }: FastifyRequest): string {
  const named = idParams.safeParse(params).data
  return named === undefined ? pagePaths.summaries : pagePaths.summary.replace(':id', named.id)
}

/**
 * Creates a rate limit of exports. HEAD requests have a counter of their own, so that a check never uses up the limit.
 */
function createExportLimit(app: FastifyInstance, { name, max }: { name: string; max: number }): LimitCheck {
  const message = 'Many exports in a short time. Please wait a few minutes and try again.'
  const limit = { max, windowMs: WINDOW_MS, message }
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
    ...errorResponses,
  },
}

const exportSeveralSchema = {
  summary: 'Export several summaries as files in a zip archive',
  description:
    'As for one summary; all must be ready and belong to the user. Each counts as an export. If the connection ends early, an error occurred and the archive is incomplete.',
  tags: ['summaries'],
  querystring: exportSeveralQuerySchema,
  response: { 200: { description: 'The archive.', content: { 'application/zip': binary } }, ...errorResponses },
}

/** The requested format, with the paper of the browser's country unless one is given. */
function formOf({ query, headers }: FastifyRequest): ExportForm {
  const { format, paper, questions } = exportQuerySchema.parse(query)
  return { format, paper: paper ?? paperFor(headers['accept-language']), withQuestions: questions === 'true' }
}

interface ExportRoute {
  schema: FastifySchema
  limit: LimitCheck
  /** Page of the product to send browsers to that aren't signed in, or come from another site. */
  pageOf: (request: FastifyRequest) => string
  /** Checks the request, sets the headers and counts the export; creates the file unless the method is HEAD. */
  create: (request: FastifyRequest, reply: FastifyReply, actor: Actor) => Promise<Buffer | Readable | ''>
}

/** Registers the download of a file, which a browser may also follow as a link. */
function addExport(app: FastifyInstance, path: string, { schema, limit, pageOf, create }: ExportRoute): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    redirectNavigation(request, reply, pageOf(request))
  app.get(path, { onRequest, config: { access: 'read' }, schema }, async (request, reply) => {
    const actor = requireActor(request)
    // The browser sends the request again when the user follows the link.
    if (isPrefetch(request)) return reply.code(204).send()
    const created = await orSendText(request, reply, async () => {
      await limit(request)
      return create(request, reply, actor)
    })
    return created === null ? reply : reply.send(created)
  })
}

export function registerExportRoutes(app: FastifyInstance, context: ExportsContext): void {
  const { clock, db } = context

  addExport(app, '/api/summaries/:id/export', {
    schema: exportSchema,
    limit: createExportLimit(app, { name: 'exports', max: MAX_EXPORTS }),
    pageOf: summaryPageOf,
    create: async (request, reply, actor) => {
      const form = formOf(request)
      const { name, content } = await exportSummary(context, actor, idParams.parse(request.params).id, form)
      reply.type(mediaTypeOf(form.format)).header('content-disposition', attachment(name))
      if (request.method === 'HEAD') return ''
      const file = await content()
      await countExports(db, actor.userId, 1)
      return Buffer.from(file)
    },
  })

  addExport(app, '/api/summaries/export', {
    schema: exportSeveralSchema,
    limit: createExportLimit(app, { name: 'export-archives', max: MAX_ARCHIVES }),
    pageOf: () => pagePaths.summaries,
    create: async (request, reply, actor) => {
      const ids = exportedIds(exportSeveralQuerySchema.parse(request.query).ids)
      const archive = await exportSeveral(context, actor, ids, formOf(request))
      const day = clock.now().toISOString().slice(0, 10)
      const disposition = `attachment; filename="precis-summaries-${day}.zip"`
      reply.type('application/zip').header('content-disposition', disposition)
      if (request.method === 'HEAD') return ''
      await countExports(db, actor.userId, ids.length)
      return Readable.from(archive).on('error', (error) => {
        request.log.warn({ err: error }, 'an archive of exports was not completed')
      })
    },
  })
}
