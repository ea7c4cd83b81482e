import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { calls } from '../../../shared/api/calls.ts'
import { myDataPath } from '../../../shared/api/routes.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { addCall, errorResponses } from '../../platform/http/call-routes.ts'
import { orSendText, redirectNavigation } from '../../platform/http/followed-links.ts'
import { requireActor } from '../../platform/request-context.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { sessionOf } from '../accounts/session/session-plugin.ts'
import { deleteAccount, type UserDataContext } from './delete-account.ts'
import { exportUserData } from './export-user-data.ts'

const downloadSchema = {
  summary: 'Everything stored about the signed-in user, as a zip',
  description:
    'JSON and Markdown files, with a README.txt that describes them. A second download ends the first, which is answered with 409 if it has not begun. If the connection ends early, the user has signed out or an error occurred, and the archive is incomplete.',
  tags: ['account'],
  response: {
    200: {
      description: 'The archive.',
      content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...errorResponses,
  },
}

/** Registers the download of a user's data, and the deletion of their account. */
export function registerUserDataRoutes(app: FastifyInstance, context: UserDataContext): void {
  const { clock, limits } = context
  /** Running downloads of this process, by user. */
  const running = new Map<string, AbortController>()

  app.get(
    myDataPath,
    {
      onRequest: async (request, reply) => redirectNavigation(request, reply, pagePaths.account),
      exposeHeadRoute: false,
      config: { access: 'session' },
      schema: downloadSchema,
    },
    async (request, reply) => {
      const { userId } = requireActor(request)
      const session = sessionOf(request)
      if (session === null) throw new AppError('unauthorized', 'Unauthorized')
      const isWithinLimit = await orSendText(request, reply, async () => {
        await limits.exportData(request)
        return true
      })
      if (isWithinLimit === null) return reply
      const replaced = new AbortController()
      const reason = new AppError('cancelled', 'Another download of your data has started, so this one ended.')
      running.get(userId)?.abort(reason)
      running.set(userId, replaced)
      reply.raw.once('close', () => {
        if (running.get(userId) === replaced) running.delete(userId)
      })
      const archive = Readable.from(exportUserData(context, { userId, sessionId: session.id, signal: replaced.signal }))
      archive.on('error', (error) => request.log.warn({ err: error }, 'download of user data aborted'))
      logSecurityEvent(request.log, 'data_exported', userId)
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="precis-data-${day}.zip"`)
        .send(archive)
    },
  )

  addCall(app, calls.deleteAccount, async ({ body, ...exchange }) =>
    deleteAccount(context, exchange, body.currentPassword),
  )
}
