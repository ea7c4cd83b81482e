import type { FastifyInstance } from 'fastify'
import { sharingCalls } from '../../../shared/api/sharing-calls.ts'
import type { Context } from '../../db/database.ts'
import { addCall, answer, noContent } from '../../platform/http/call-routes.ts'
import { addressKey, type CreateLimit, type LimitCheck } from '../../platform/http/limits.ts'
import type { SourceReader } from '../summaries/source/source-reader.ts'
import { findSharedSource, readShare, readShared, shareSummary, stopSharing } from './share.ts'

const MINUTE_MS = 60_000
/** Pages and searches of shared sources per minute: of one visitor's network, and of one link. */
const MAX_BY_ADDRESS = 300
const MAX_BY_LINK = 900

const linkParams = sharingCalls.getSharedSource.params

function sharedSourceLimit(createLimit: CreateLimit, factor: number): LimitCheck {
  const message = 'Many requests for this source in a short time. Please wait a minute and try again.'
  const limit = { factor, windowMs: MINUTE_MS, message }
  const byAddress = createLimit({
    ...limit,
    name: 'shared-source-address',
    max: MAX_BY_ADDRESS,
    key: (request) => addressKey(request.ip),
  })
  const byLink = createLimit({
    ...limit,
    name: 'shared-source-link',
    max: MAX_BY_LINK,
    key: (request) => linkParams.parse(request.params).token,
  })
  return async (request) => {
    await byAddress(request)
    await byLink(request)
  }
}

export function registerSharingRoutes(
  app: FastifyInstance,
  context: Context & { sources: SourceReader },
  { createLimit }: { createLimit: CreateLimit },
): void {
  const { sources } = context
  const limit = sharedSourceLimit(createLimit, context.config.http.rateLimitFactor)
  addCall(app, sharingCalls.getShare, async ({ params, actor }) =>
    answer(200, { share: await readShare(context, actor, params.id) }),
  )
  addCall(app, sharingCalls.putShare, async ({ params, body, actor }) =>
    answer(200, await shareSummary(context, actor, params.id, body)),
  )
  addCall(app, sharingCalls.deleteShare, async ({ params, actor }) => noContent(stopSharing(context, actor, params.id)))
  addCall(app, sharingCalls.getSharedSummary, async ({ params }) =>
    answer(200, await readShared(context, params.token)),
  )
  addCall(
    app,
    sharingCalls.getSharedSource,
    async ({ params, query }) => answer(200, await sources.page(await findSharedSource(context, params.token), query)),
    { limit },
  )
  addCall(
    app,
    sharingCalls.findInSharedSource,
    async ({ params, query }) =>
      answer(200, await sources.find(await findSharedSource(context, params.token), query.q)),
    { limit },
  )
}
