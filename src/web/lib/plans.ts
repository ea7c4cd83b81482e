import { fieldsOf } from './fields-of.ts'

/** State of a history entry that leads to a plan's card. */
export const forPlan = (id: string) => ({ plan: id })

/** Id of the plan that the user came for, or null. */
export function askedPlan(): string | null {
  const { plan } = fieldsOf(history.state)
  return typeof plan === 'string' ? plan : null
}
