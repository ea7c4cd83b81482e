import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { uploadTargetSchema } from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { objectPathOf } from './object-path.ts'
import { type ReceiveUploadDeps, receiveUpload } from './receive-upload.ts'
import { addressQuerySchema, UPLOAD_ROUTE } from './upload-address.ts'

export interface PutRouteDeps extends ReceiveUploadDeps {
  /** Lets a request take longer to arrive than others may, and ends that. */
  arrival: { lift(request: IncomingMessage): void; restore(request: IncomingMessage): void }
}

const paramsSchema = z.object({ id: z.uuid({ error: 'Not an id.' }) })

/**
 * The route that takes files at their signed addresses, as they are and of whatever type. The address alone is the
 * right to send one file; no session is looked at, so there is none that another site could misuse.
 *
 * @param app a scope of its own, whose requests are parsed by nobody
 */
export function registerPutRoute(app: FastifyInstance, deps: PutRouteDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.put(
    UPLOAD_ROUTE,
    {
      schema: {
        summary: 'Send the bytes of a file to the address that was made for it',
        tags: ['files'],
        params: paramsSchema,
        querystring: addressQuerySchema,
        response: {
          200: uploadTargetSchema.pick({ objectPath: true }),
          '4xx': errorBodySchema,
          '5xx': errorBodySchema,
        },
      },
    },
    async (request) => {
      const { id } = paramsSchema.parse(request.params)
      const length = request.headers['content-length']
      try {
        await receiveUpload(deps, {
          ...addressQuerySchema.parse(request.query),
          id,
          bytes: length === undefined ? null : Number(length),
          body: request.raw,
          onAccepted: () => deps.arrival.lift(request.raw),
        })
        return { objectPath: objectPathOf(id) }
      } finally {
        // Whoever is still sending reads the answer afterwards, so the rest is let through, but not for long.
        request.raw.resume()
        deps.arrival.restore(request.raw)
      }
    },
  )
}
