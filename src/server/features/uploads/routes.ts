import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { requireActor } from '../../platform/actor.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { createLimit } from '../../platform/limits.ts'
import { type CreateUploadTargetDeps, createUploadTarget } from './create-upload-target.ts'
import { type ProcessUploadDeps, processUpload } from './process-upload.ts'

export type UploadRouteDeps = CreateUploadTargetDeps &
  ProcessUploadDeps & {
    rateLimitFactor: number
    /** Aborts when the server shuts down. */
    closing: AbortSignal
  }

const WINDOW_MS = 10 * 60_000
/** Uploads one person may begin, and files they may have looked at, in the window. */
const MAX_UPLOADS = 60
/** Longest time one file may take to be looked at, waiting included. */
const PROCESS_LIMIT_MS = 3 * 60_000

const userKey = (request: FastifyRequest): string => request.actor?.userId ?? ''

/** Aborts when nobody waits for the answer any more. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  return gone.signal
}

/** Addresses to send files to, and a look at what has arrived. */
export function registerUploadRoutes(app: FastifyInstance, deps: UploadRouteDeps): void {
  const max = Math.max(1, Math.round(MAX_UPLOADS * deps.rateLimitFactor))
  const message = 'Many files in a short time. Please wait a few minutes and try again.'
  const limit = { max, windowMs: WINDOW_MS, key: userKey, message }
  const limitTargets = createLimit(app, { ...limit, name: 'upload-targets' })
  const limitLooks = createLimit(app, { ...limit, name: 'upload-looks' })

  addCall(app, calls.createUploadUrl, async ({ body, request }) => {
    const actor = requireActor(request)
    await limitTargets(request)
    return answer(200, await createUploadTarget(deps, actor, body ?? {}))
  })

  addCall(app, calls.processUpload, async ({ body, request, reply }) => {
    const actor = requireActor(request)
    await limitLooks(request)
    const signal = AbortSignal.any([goneSignal(reply), deps.closing, AbortSignal.timeout(PROCESS_LIMIT_MS)])
    const { fileUrl, fileName = null } = body
    return answer(200, await processUpload(deps, actor, { fileUrl, fileName }, signal))
  })
}
