import { formatCount } from '../format.ts'
import type { Plan } from './catalogue.ts'

/** The longest text that any plan takes, in characters. */
export const longestTextLimit = (plans: readonly Plan[]): number =>
  Math.max(...plans.map(({ textLimitCharacters }) => textLimitCharacters))

/** Whose limit it is: the top plan's is named, since no other takes more. */
function whoseLimit(plans: readonly Plan[], plan: Plan): string {
  if (plan.price.amount === 0) return 'free users'
  const isLongest = plan.textLimitCharacters === longestTextLimit(plans)
  return isLongest && plan.id === plans.at(-1)?.id ? plan.name : 'your current plan'
}

/** What is said, by the screens and by the server alike, about a text that is too long for a plan. */
export function tooLongMessage(plans: readonly Plan[], plan: Plan): string {
  return `Content exceeds the ${formatCount(plan.textLimitCharacters)} character limit for ${whoseLimit(plans, plan)}.`
}
