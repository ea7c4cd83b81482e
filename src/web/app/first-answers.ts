import type { z } from 'zod'
import { calls } from '../../shared/api/calls.ts'
import type { CallContract } from '../../shared/api/contract.ts'
import type { Ask, OwnScreen } from '../../shared/own-screens.ts'
import { planState } from '../../shared/plans/catalogue.ts'
import { listKey, pageQuery, recentKey, recentQuery } from '../features/summaries/api/list-summaries.ts'
import { parseListView } from '../features/summaries/list/list-address.ts'
import { type CallInput, callPath } from '../lib/api/client.ts'
import { nextCursor } from '../lib/api/link-header.ts'
import { queryKeys } from '../lib/keys.ts'
import type { Answers } from '../lib/query-client.ts'

type Known = Answers[number]

async function answerTo<C extends CallContract & { responses: Record<200, z.ZodType> }>(
  ask: Ask,
  call: C,
  input: CallInput<C> = {},
): Promise<{ data: z.output<C['responses'][200]>; link: string | null } | null> {
  const { status, body, link } = await ask(callPath(call, input))
  const schema: C['responses'][200] = call.responses[200]
  return status === 200 ? { data: schema.parse(body), link } : null
}

/** What is not to be had is left out: the app asks for it, and says why it does not come. */
async function known(key: Known[0], answer: Promise<{ data: unknown } | null>): Promise<Known[]> {
  const found = await answer
  return found === null ? [] : [[key, found.data]]
}

async function firstPageOf(ask: Ask, search: string): Promise<Known[]> {
  const { q, type } = parseListView(new URLSearchParams(search))
  const page = await answerTo(ask, calls.listSummaries, { query: pageQuery({ q, type, cursor: null }) })
  if (page === null) return []
  const pages = [{ summaries: page.data, cursor: nextCursor(page.link) }]
  return [[listKey({ q, type }), { pages, pageParams: [null] }]]
}

/**
 * Asks what a screen asks for when it is first shown to somebody who is signed in.
 *
 * @param search query of the address
 * @returns null where nobody is signed in
 */
export async function firstAnswers(screen: OwnScreen, search: string, ask: Ask): Promise<Answers | null> {
  const [user, plans, ...others] = await Promise.all([
    answerTo(ask, calls.currentUser),
    answerTo(ask, calls.plans),
    ...(screen === 'summaries'
      ? [firstPageOf(ask, search)]
      : [
          known(queryKeys.stats, answerTo(ask, calls.stats)),
          known(queryKeys.summarizer, answerTo(ask, calls.summarizer)),
          known(recentKey('all'), answerTo(ask, calls.listSummaries, { query: recentQuery('all') })),
        ]),
  ])
  if (user === null) return null
  const answers: Known[] = [[queryKeys.user, user.data], ...others.flat()]
  if (plans === null) return answers
  answers.push([queryKeys.plans, plans.data])
  if (screen === 'dashboard' && planState(plans.data, user.data.subscriptionPlan) === 'paid')
    answers.push(...(await known(queryKeys.subscriptionStatus, answerTo(ask, calls.subscriptionStatus))))
  return answers
}
