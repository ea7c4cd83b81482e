import type { Plan, PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { formatCount, listOf } from '../../../shared/text/format.ts'
import { exportForms } from '../../lib/plans/plan-facts.ts'

/** Describes the features that a plan adds to another, or else the higher limits; null if it adds nothing. */
function offerOf(own: Plan, next: Plan, hasModels: boolean) {
  const isUnlimited = next.summariesPerMonth === null && own.summariesPerMonth !== null
  const features = [
    { isAdded: next.ebooks && !own.ebooks, word: 'e-books', verb: 'summarizes e\u2011books' },
    { isAdded: next.exports && !own.exports, word: 'exports', verb: `exports to ${exportForms}` },
    { isAdded: isUnlimited, word: 'no limits' },
    { isAdded: next.advanced && !own.advanced, verb: 'writes summaries about five times longer, with notable quotes' },
  ].filter(({ isAdded }) => isAdded)
  if (features.length > 0) {
    const words = features.flatMap(({ word }) => word ?? []).join(', ')
    const verbs = features.flatMap(({ verb }) => verb ?? [])
    return {
      plan: next,
      title: words === '' ? 'The full argument' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
      text: `${next.name} ${verbs.length === 0 ? 'has no monthly limit' : listOf(verbs)}.`,
    }
  }
  const count = next.summariesPerMonth
  if (count !== null && own.summariesPerMonth !== null && count > own.summariesPerMonth)
    return { plan: next, title: 'More summaries', text: `${next.name} includes ${formatCount(count)} a month.` }
  const questions = next.questionsPerMonth
  if (hasModels && own.questionsPerMonth !== null && (questions === null || questions > own.questionsPerMonth)) {
    const text = `Ask your sources ${questions === null ? 'without a monthly limit' : `${formatCount(questions)} questions a month`}`
    return { plan: next, title: 'More questions', text: `${text} on ${next.name}.` }
  }
  const minutes = next.audioMinutesPerMonth
  if (own.audioMinutesPerMonth !== null && (minutes === null || minutes > own.audioMinutesPerMonth)) {
    const length =
      minutes === null ? 'Recordings without a monthly limit' : `${formatCount(minutes)} recording minutes a month`
    return { plan: next, title: 'More recordings', text: `${length} on ${next.name}.` }
  }
  if (next.textLimitCharacters <= own.textLimitCharacters) return null
  const characters = formatCount(next.textLimitCharacters)
  return { plan: next, title: 'Longer texts', text: `Paste up to ${characters} characters on ${next.name}.` }
}

/**
 * The recommended plan above a plan, else the next one up, with what it adds; null if no plan above adds anything.
 * Without a language model, questions are unlimited on every plan.
 */
export function nextPlan({ plans }: PlanCatalogue, own: Plan, hasModels: boolean) {
  const above = plans.slice(plans.indexOf(own) + 1)
  const offers = above.flatMap((plan) => offerOf(own, plan, hasModels) ?? [])
  return offers.find(({ plan }) => plan.highlighted) ?? offers[0] ?? null
}
