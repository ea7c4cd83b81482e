import type { FastifyInstance } from 'fastify'
import { sharingCalls } from '../../../shared/api/sharing-calls.ts'
import { matchesIn, sourcePageOf } from '../../../shared/source-pages.ts'
import { addCall, answer, noContent } from '../../platform/http/call-routes.ts'
import { readShare, readShared, readSharedSource, type SharingContext, shareSummary, stopSharing } from './share.ts'

export function registerSharingRoutes(app: FastifyInstance, context: SharingContext): void {
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
  addCall(app, sharingCalls.getSharedSource, async ({ params, query }) =>
    answer(200, sourcePageOf(await readSharedSource(context, params.token), query)),
  )

  addCall(app, sharingCalls.findInSharedSource, async ({ params, query }) =>
    answer(200, matchesIn(await readSharedSource(context, params.token), query.q)),
  )
}
