import { createContext, use } from 'react'
import { formatMoney, formatSum } from '../../shared/format.ts'

const FALLBACK = 'en-US'

/** The browser's language; ours where the browser's is no valid tag. */
function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? FALLBACK
  } catch {
    // Some say "en-US@posix", which is no language tag (BCP 47).
    return FALLBACK
  }
}

/** Formats minor units as money in the browser's locale. */
export function showMoney(amount: number, currency: string): string {
  return formatMoney(amount, currency, browserLocale())
}

/** The same with all decimals, as on a bill. */
export function showSum(amount: number, currency: string): string {
  return formatSum(amount, currency, browserLocale())
}

/** Locale of prices in a page that the server renders; null in the browser, which knows its own. */
export const PriceLocale = createContext<string | null>(null)

/** Formats minor units as money in the reader's locale, also while a page is rendered on the server. */
export const useMoney = (amount: number, currency: string): string =>
  formatMoney(amount, currency, use(PriceLocale) ?? browserLocale())
