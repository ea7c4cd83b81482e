import { formatCount, listOf } from '../../../shared/format.ts'
import type { Plan, PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { exportForms } from '../../lib/plan-facts.ts'

/** The way up from a plan, as the dashboard offers it. */
interface NextPlan {
  plan: Plan
  title: string
  text: string
}

/** Something that a plan has more of than another: a word of the title, and what the plan does. */
interface Gain {
  word: string | null
  deed: string | null
}

/** Rights that a plan adds to another's. */
function rightsGained(own: Plan, next: Plan): Gain[] {
  return [
    ...(next.ebooks && !own.ebooks ? [{ word: 'e\u2011books', deed: 'summarizes e\u2011books' }] : []),
    ...(next.exports && !own.exports ? [{ word: 'exports', deed: `exports to ${exportForms}` }] : []),
    ...(next.summariesPerMonth === null && own.summariesPerMonth !== null ? [{ word: 'no limits', deed: null }] : []),
    ...(next.advanced && !own.advanced
      ? [{ word: null, deed: 'writes summaries about five times longer, with notable quotes' }]
      : []),
  ]
}

/** What there is to say of a plan that only gives more of the same; null where it does not even that. */
function amountsGained(own: Plan, next: Plan): Omit<NextPlan, 'plan'> | null {
  const count = next.summariesPerMonth
  if (count !== null && own.summariesPerMonth !== null && count > own.summariesPerMonth) {
    return { title: 'More summaries', text: `${next.name} includes ${formatCount(count)} a month.` }
  }
  if (next.textLimitCharacters <= own.textLimitCharacters) return null
  const characters = formatCount(next.textLimitCharacters)
  return { title: 'Longer texts', text: `Paste up to ${characters} characters on ${next.name}.` }
}

function offerOf(own: Plan, next: Plan): NextPlan | null {
  const gains = rightsGained(own, next)
  if (gains.length === 0) {
    const more = amountsGained(own, next)
    return more && { plan: next, ...more }
  }
  const words = gains.flatMap(({ word }) => word ?? []).join(', ')
  const deeds = gains.flatMap(({ deed }) => deed ?? [])
  return {
    plan: next,
    title: words === '' ? 'The full argument' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    text: `${next.name} ${deeds.length === 0 ? 'has no monthly limit' : listOf(deeds)}.`,
  }
}

/** The recommended plan above a plan, else the next one up, and what it adds; null where nothing above adds anything. */
export function nextPlan({ plans }: PlanCatalogue, own: Plan): NextPlan | null {
  const above = plans.slice(plans.indexOf(own) + 1)
  const offers = above.flatMap((plan) => offerOf(own, plan) ?? [])
  return offers.find(({ plan }) => plan.highlighted) ?? offers[0] ?? null
}
