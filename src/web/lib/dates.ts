const LOCALE = 'en-US'

/** A date as a page sets it: November 19, 2026. Null where the text is no date. */
export function longDate(iso: string): string | null {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' }).format(date)
}

/** A day in words: December 3. Null where the text is no date. */
export function monthAndDay(iso: string): string | null {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  return new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric' }).format(date)
}

function dayStart(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** A day as a list sets it, seen from `now`: today, yesterday, Nov 3, or Nov 3, 2025 of another year. */
export function shortDay(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  const days = Math.round((dayStart(now) - dayStart(date)) / 86_400_000)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year }).format(date)
}

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

/**
 * How long ago something was, seen from `now`: just now, 25 minutes ago, 3 hours ago, yesterday, 12 days ago; the day
 * itself where it is longer than a month.
 */
export function timeAgo(iso: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000)
  if (minutes < 10) return 'just now'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour')
  const days = Math.floor(minutes / (24 * 60))
  return days <= 30 ? relative.format(-days, 'day') : shortDay(iso, now)
}

/** A recording's length in words: 47 min, 1 h 12 min. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
