import type { FastifyInstance } from 'fastify'
import { sharingCalls } from '../../../shared/api/sharing-calls.ts'
import type { Context } from '../../db/database.ts'
import { addCall, addLimitedCall } from '../../platform/http/call-routes.ts'
import { addressKey, allLimits, type LimitCheck } from '../../platform/http/limits.ts'
import type { SourceReader } from '../summaries/source/source-reader.ts'
import { findSharedSource, readShare, readShared, shareSummary, stopSharing } from './share.ts'

const MINUTE_MS = 60_000
/** Pages and searches of shared sources per minute: of one visitor's network, and of one link. */
const MAX_BY_ADDRESS = 300
const MAX_BY_LINK = 900

const linkParams = sharingCalls.getSharedSource.params

function sharedSourceLimit(app: FastifyInstance): LimitCheck {
  const message = 'Many requests for this source in a short time. Please wait a minute and try again.'
  const limit = { windowMs: MINUTE_MS, message }
  const byAddress = app.localLimit({
    ...limit,
    name: 'shared-source-address',
    max: MAX_BY_ADDRESS,
    key: (request) => addressKey(request.ip),
  })
  const byLink = app.localLimit({
    ...limit,
    name: 'shared-source-link',
    max: MAX_BY_LINK,
    key: (request) => linkParams.parse(request.params).token,
  })
  return allLimits([byAddress, byLink])
}

export function registerSharingRoutes(app: FastifyInstance, context: Context & { sources: SourceReader }): void {
  const { sources } = context
  const limit = sharedSourceLimit(app)
  addCall(app, sharingCalls.getShare, async ({ params, actor }) => ({
    share: await readShare(context, actor, params.id),
  }))
  addCall(app, sharingCalls.putShare, async ({ params, body, actor }) => shareSummary(context, actor, params.id, body))
  addCall(app, sharingCalls.deleteShare, async ({ params, actor }) => stopSharing(context, actor, params.id))
  addCall(app, sharingCalls.getSharedSummary, async ({ params }) => readShared(context, params.token))
  addLimitedCall(app, sharingCalls.getSharedSource, limit, async ({ params, query }) =>
    sources.page(await findSharedSource(context, params.token), query),
  )
  addLimitedCall(app, sharingCalls.mapSharedSource, limit, async ({ params }) =>
    sources.map(await findSharedSource(context, params.token)),
  )
  addLimitedCall(app, sharingCalls.findInSharedSource, limit, async ({ params, query }) =>
    sources.find(await findSharedSource(context, params.token), query.q),
  )
}
