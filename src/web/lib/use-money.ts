import { formatMoney } from '../../shared/format.ts'
import { showMoney } from './money.ts'
import { useWritten } from './written.ts'

/** Minor units as money. */
export const useMoney = (amount: number, currency: string): string =>
  useWritten(
    () => showMoney(amount, currency),
    ({ locale }) => formatMoney(amount, currency, locale),
  )
