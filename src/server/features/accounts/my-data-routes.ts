import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { myDataPath } from '../../../shared/api/account-calls.ts'
import { calls } from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { requireActor } from '../../platform/actor.ts'
import { signedInOnly } from '../../platform/api-docs.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { httpStatusOf } from '../../platform/http-errors.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { deleteAccount } from './delete-account.ts'
import { readMyData } from './read-my-data.ts'
import { sessionOf } from './sessions.ts'

/**
 * Whether a browser asks on its own, as it does for a link, and shows whatever the answer is
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header).
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return (mode === undefined || mode === 'navigate') && headers.accept?.includes('text/html') === true
}

/** Whether a page of another site has led a browser here. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/** Nobody is shown JSON who followed a link: they are led to a page that goes on from here. */
async function leadToPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isNavigation(request)) {
    if (request.actor === null) return reply.redirect(`${pagePaths.login}?returnTo=${pagePaths.account}`, 302)
    if (isFromElsewhere(request)) return reply.redirect(pagePaths.account, 302)
  }
  requireActor(request)
  if (isFromElsewhere(request))
    throw new AppError('cross_site_request', 'This request came from another site and was refused.')
}

/** A refusal in words, for a browser that would show JSON as it is. */
async function sayInWords(request: FastifyRequest, reply: FastifyReply, check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (!(error instanceof AppError) || !isNavigation(request)) throw error
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    await reply.code(httpStatusOf[error.code]).type('text/plain; charset=utf-8').send(`${error.message}\n`)
    return false
  }
}

const downloadSchema = {
  summary: 'All that is kept about the signed-in person, as a zip',
  description:
    'A download of JSON and Markdown files, and a README.txt that says what is what. One at a time: a second one ends the first. A connection that ends early means that the person has signed out meanwhile, or that something went wrong; the archive is not whole then.',
  tags: ['account'],
  security: signedInOnly,
  response: {
    200: {
      description: 'The archive.',
      content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
    },
    '4xx': errorBodySchema,
    '5xx': errorBodySchema,
  },
}

/** A person's data: taking it along, and taking it away. */
export function registerMyDataRoutes(app: FastifyInstance, deps: AccountDeps): void {
  /** Downloads under way in this process, by person. */
  const underWay = new Map<string, AbortController>()

  app.get(
    myDataPath,
    { onRequest: leadToPage, exposeHeadRoute: false, schema: downloadSchema },
    async (request, reply) => {
      const { userId } = requireActor(request)
      const session = sessionOf(request)
      if (session === null) throw new AppError('unauthorized', 'Unauthorized')
      if (!(await sayInWords(request, reply, async () => deps.limits.exportData(request)))) return reply
      const replaced = new AbortController()
      underWay.get(userId)?.abort()
      underWay.set(userId, replaced)
      reply.raw.once('close', () => {
        if (underWay.get(userId) === replaced) underWay.delete(userId)
      })
      const archive = Readable.from(readMyData(deps, { userId, sessionId: session.id, signal: replaced.signal }))
      archive.on('error', (error) => request.log.warn({ err: error }, 'a download of data was broken off'))
      logSecurityEvent(request.log, 'data_exported', userId)
      const day = deps.clock.now().toISOString().slice(0, 10)
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="precis-data-${day}.zip"`)
        .send(archive)
    },
  )

  addCall(app, calls.deleteAccount, async ({ body, ...exchange }) => {
    await deleteAccount(deps, exchange, body.currentPassword)
    return answer(204, undefined)
  })
}
