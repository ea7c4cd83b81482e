import { createContext, use, useSyncExternalStore } from 'react'
import { formatMoney } from '../../shared/format.ts'
import { showMoney } from './money.ts'

/** The locale that a page which came ready is written in; null where the browser writes it. */
export const WrittenIn = createContext<string | null>(null)

const nothingToLeave = () => undefined
const never = () => nothingToLeave

/** Minor units as money: as the page that came ready has it, and then as the person's browser writes it. */
export function useMoney(amount: number, currency: string): string {
  const locale = use(WrittenIn)
  return useSyncExternalStore(
    never,
    () => showMoney(amount, currency),
    () => (locale === null ? showMoney(amount, currency) : formatMoney(amount, currency, locale)),
  )
}
