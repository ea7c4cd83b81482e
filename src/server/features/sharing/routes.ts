import type { FastifyInstance } from 'fastify'
import { sharingCalls } from '../../../shared/api/sharing-calls.ts'
import { matchesIn, sourcePageOf } from '../../../shared/source-pages.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { requireActor } from '../../platform/request-context.ts'
import { readShare, readShared, readSharedSource, type SharingContext, shareSummary, stopSharing } from './share.ts'

/** Routes of public links to summaries. */
export function registerSharingRoutes(app: FastifyInstance, context: SharingContext): void {
  addCall(app, sharingCalls.getShare, async ({ params, request }) =>
    answer(200, { share: await readShare(context, requireActor(request), params.id) }),
  )

  addCall(app, sharingCalls.putShare, async ({ params, body, request }) =>
    answer(200, await shareSummary(context, requireActor(request), params.id, body)),
  )

  addCall(app, sharingCalls.deleteShare, async ({ params, request }) => {
    await stopSharing(context, requireActor(request), params.id)
    return answer(204, undefined)
  })

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
