import { InvalidArgumentError } from 'commander'

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const DAY_MS = 24 * 60 * 60_000

/** February 30th is no day, though some would take it for March 2nd. */
function isRealDay(typed: string): boolean {
  const date = new Date(typed)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(typed)
}

function parse(typed: string): Date {
  const date = new Date(typed)
  if ((day.test(typed) || moment.test(typed)) && isRealDay(typed.slice(0, 10)) && !Number.isNaN(date.getTime()))
    return date
  throw new InvalidArgumentError('A day such as 2026-12-31 is needed, or a moment such as 2026-12-31T18:00Z.')
}

/** The first moment of a day (UTC), or the moment itself, as ISO 8601. */
export const firstMoment = (typed: string): string => parse(typed).toISOString()

/** The end of a day (UTC): that day still counts. Or the moment itself. ISO 8601. */
export function lastMoment(typed: string): string {
  const date = parse(typed)
  return new Date(date.getTime() + (day.test(typed) ? DAY_MS : 0)).toISOString()
}

/** A moment for people: to the minute, in UTC. */
export function shownMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
