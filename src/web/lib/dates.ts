const LOCALE = 'en-US'

/** A formatter of ISO 8601 dates, which returns null for an invalid date. It starts slowly, so only when used. */
function dateFormatter(options: Intl.DateTimeFormatOptions): (iso: string) => string | null {
  let format: Intl.DateTimeFormat | undefined
  return (iso) => {
    const date = new Date(iso)
    if (Number.isNaN(date.getTime())) return null
    format ??= new Intl.DateTimeFormat(LOCALE, options)
    return format.format(date)
  }
}

/** A date in words: November 19, 2026. Null for an invalid date. */
export const longDate = dateFormatter({ dateStyle: 'long' })

/** A day in words: December 3. Null for an invalid date. */
export const monthAndDay = dateFormatter({ month: 'long', day: 'numeric' })

/** A moment in words: November 19, 2026 at 3:07 PM. Null for an invalid date. */
export const dayAndTime = dateFormatter({ dateStyle: 'long', timeStyle: 'short' })

const formatDay = dateFormatter({ month: 'short', day: 'numeric' })
const formatDayOfYear = dateFormatter({ month: 'short', day: 'numeric', year: 'numeric' })
const formatPublication = dateFormatter({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000

interface DayOptions {
  now?: Date
  alwaysYear?: boolean
}

/** A day relative to `now`: today, yesterday, Nov 3, or Nov 3, 2025 in another year. */
export function shortDay(iso: string, { now = new Date(), alwaysYear = false }: DayOptions = {}): string {
  const date = new Date(iso)
  const days = dayNumber(now) - dayNumber(date)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  const isThisYear = date.getFullYear() === now.getFullYear()
  return (isThisYear && !alwaysYear ? formatDay(iso) : formatDayOfYear(iso)) ?? iso
}

/** A day in a sentence: today, or on Nov 3. */
export const onDay = (day: string): string => (/^\p{Ll}/u.test(day) ? day : `on ${day}`)

/** A publication date: Nov 8, 2019. It ignores the user's time zone. Incomplete dates ("1851") are returned unchanged. */
export function publicationDay(iso: string): string {
  return (/^\d{4}-\d\d-\d\d/u.test(iso) ? formatPublication(iso.slice(0, 10)) : null) ?? iso
}

let relative: Intl.RelativeTimeFormat | undefined

/** Time relative to `now`: just now, 25 minutes ago, 3 hours ago, yesterday, 12 days ago; after a month, the day itself. */
export function timeAgo(iso: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000)
  if (minutes < 10) return 'just now'
  relative ??= new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour')
  const days = Math.floor(minutes / (24 * 60))
  return days <= 30 ? relative.format(-days, 'day') : shortDay(iso, { now })
}

/** Duration in words: 47 min, 1 h 12 min. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
