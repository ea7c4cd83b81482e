import { monthAndDay, shortDay } from './dates.ts'
import { useWritten } from './written.ts'

/** A day as a list sets it: today, yesterday, Nov 3, or Nov 3, 2025 of another year. */
export const useShortDay = (iso: string): string =>
  useWritten(
    () => shortDay(iso),
    ({ at }) => (at === null ? shortDay(iso) : shortDay(iso, { now: new Date(at), timeZone: 'UTC' })),
  )

/** A day in words: December 3. Empty where the text is no date. */
export const useMonthAndDay = (iso: string): string =>
  useWritten(
    () => monthAndDay(iso) ?? '',
    () => monthAndDay(iso, 'UTC') ?? '',
  )
