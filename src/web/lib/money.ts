import { formatMoney, formatSum } from '../../shared/format.ts'

const FALLBACK = 'en-US'

/** The language of the person's browser; of our own texts where the browser names none that anybody knows. */
function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? FALLBACK
  } catch {
    // Some say "en-US@posix", which is no language tag (BCP 47).
    return FALLBACK
  }
}

/** Minor units as money, as the person's browser writes it. */
export function showMoney(amount: number, currency: string): string {
  return formatMoney(amount, currency, browserLocale())
}

/** The same with all its decimals, as a bill writes it. */
export function showSum(amount: number, currency: string): string {
  return formatSum(amount, currency, browserLocale())
}
