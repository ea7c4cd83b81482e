import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { myDataPath } from '../../../shared/api/account-calls.ts'
import { calls } from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { requireActor } from '../../platform/actor.ts'
import { signedInOnly } from '../../platform/api-docs.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { leadToPage, orSayWhy } from '../../platform/followed-links.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { deleteAccount } from './delete-account.ts'
import { readMyData } from './read-my-data.ts'
import { sessionOf } from './sessions.ts'

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
    {
      onRequest: async (request, reply) => leadToPage(request, reply, pagePaths.account),
      exposeHeadRoute: false,
      schema: downloadSchema,
    },
    async (request, reply) => {
      const { userId } = requireActor(request)
      const session = sessionOf(request)
      if (session === null) throw new AppError('unauthorized', 'Unauthorized')
      const mayGo = async (): Promise<true> => {
        await deps.limits.exportData(request)
        return true
      }
      if ((await orSayWhy(request, reply, mayGo)) === null) return reply
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
