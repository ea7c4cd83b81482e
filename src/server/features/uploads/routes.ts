import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { calls, uploadTargetSchema } from '../../../shared/api/calls.ts'
import { addLimitedCall, disconnectSignal, errorResponses } from '../../platform/http/call-routes.ts'
import type { BodyTimeout } from '../../platform/http/http-server.ts'
import { createLimit } from '../../platform/http/limits.ts'
import type { UploadsContext } from './context.ts'
import { createUploadTarget } from './create-upload.ts'
import { joinUploads } from './join-uploads.ts'
import { processUpload } from './process-upload.ts'
import { receiveUpload } from './receive-upload.ts'
import { signedQuerySchema, UPLOAD_ROUTE } from './signed-url.ts'
import { objectPathOf } from './upload-rules.ts'

const WINDOW_MS = 10 * 60_000
/** Inspections per user and window, and upload URLs, of which a document of several pictures needs many. */
const MAX_INSPECTIONS = 60
const MAX_TARGETS = 200
/** Longest inspection of a file, queueing included. */
const INSPECTION_TIMEOUT_MS = 3 * 60_000

export function registerUploadRoutes(app: FastifyInstance, context: UploadsContext): void {
  const message = 'Many files in a short time. Please wait a few minutes and try again.'
  const limit = (name: string, max: number) => createLimit(app, { name, max, windowMs: WINDOW_MS, message })

  addLimitedCall(app, calls.createUploadUrl, limit('upload-targets', MAX_TARGETS), async ({ body, actor }) =>
    createUploadTarget(context, actor, body ?? {}),
  )
  addLimitedCall(
    app,
    calls.processUpload,
    limit('upload-looks', MAX_INSPECTIONS),
    async ({ body: { fileUrl: single, fileUrls = [], fileName = null }, actor, reply }) => {
      const timeout = AbortSignal.timeout(INSPECTION_TIMEOUT_MS)
      const signal = AbortSignal.any([disconnectSignal(reply), context.closing, timeout])
      const fileUrl = single ?? (await joinUploads(context, actor, fileUrls, signal))
      return processUpload(context, actor, { fileUrl, fileName }, signal)
    },
  )
}

const paramsSchema = z.object({ id: z.uuid({ error: 'Not an id.' }) })

/**
 * Route that receives files at signed URLs, in a separate scope, since it removes all body parsers. The signature alone
 * authorizes it; sessions are ignored, so CSRF can't apply.
 */
export function registerUploadTarget(app: FastifyInstance, context: UploadsContext, bodyTimeout: BodyTimeout): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.put(
    UPLOAD_ROUTE,
    {
      schema: {
        summary: 'Send the bytes of a file to the address that was made for it',
        tags: ['files'],
        params: paramsSchema,
        querystring: signedQuerySchema,
        response: { 200: uploadTargetSchema.pick({ objectPath: true }), ...errorResponses },
      },
    },
    async (request) => {
      const { id } = paramsSchema.parse(request.params)
      const length = request.headers['content-length']
      try {
        await receiveUpload(context, {
          ...signedQuerySchema.parse(request.query),
          id,
          bytes: length === undefined ? null : Number(length),
          body: request.raw,
          onAccepted: () => bodyTimeout.lift(request.raw),
        })
        return { objectPath: objectPathOf(id) }
      } finally {
        // A client that is still sending reads the response afterwards, so the rest is discarded within a time limit.
        request.raw.resume()
        bodyTimeout.restore(request.raw)
      }
    },
  )
}
