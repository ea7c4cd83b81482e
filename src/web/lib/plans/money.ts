import { createContext, use } from 'react'
import { formatMoney, formatSum } from '../../../shared/text/format.ts'

const FALLBACK = 'en-US'

/** The browser's language, or the fallback if that is not a valid tag. */
function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? FALLBACK
  } catch {
    // Some browsers report "en-US@posix", which is not a BCP 47 tag.
    return FALLBACK
  }
}

/** Formats minor units as money in the browser's locale, with all decimals. */
export function showSum(amount: number, currency: string): string {
  return formatSum(amount, currency, browserLocale())
}

/** Locale of prices in a page that the server renders; null in the browser. */
export const PriceLocale = createContext<string | null>(null)

/** Formats minor units as money in the user's locale, also while the server renders a page. */
export const useMoney = (amount: number, currency: string): string =>
  formatMoney(amount, currency, use(PriceLocale) ?? browserLocale())
