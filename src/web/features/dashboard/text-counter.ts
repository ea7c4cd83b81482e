import { formatCount } from '../../../shared/format.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'

/** From how few characters left on the counter speaks up. */
const NEARLY_FULL = 500

/** Advice for a text over the limit of a plan: a plan that allows it, and a file, which no plan limits. */
export function overLimitLine(plans: readonly Plan[], own: Plan, length: number): string {
  const more = plans.find(({ textLimitCharacters }) => textLimitCharacters >= length)
  const advice =
    more === undefined
      ? 'Upload it as a PDF or Word file instead.'
      : `${more.name} allows ${formatCount(more.textLimitCharacters)}. Or upload it as a PDF or Word file.`
  return `This text is over the limit of ${formatCount(own.textLimitCharacters)} characters. ${advice}`
}

export interface TextCount {
  label: string
  tone: 'plain' | 'secondary' | 'bad'
  isOver: boolean
}

/** The counter beside a text: characters left or over the limit, and how loudly it says so. */
export function countText(length: number, limit: number): TextCount {
  const left = limit - length
  if (left < 0) return { label: `${formatCount(-left)} over limit`, tone: 'bad', isOver: true }
  return { label: `${formatCount(left)} chars left`, tone: left < NEARLY_FULL ? 'secondary' : 'plain', isOver: false }
}
