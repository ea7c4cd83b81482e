/** A day as letters and answers write it: March 3, 2027. In UTC, as no browser says where it is. */
export const dayOf = (date: Date): string => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The same of seconds since 1970, as Stripe counts. */
export const dayOfSeconds = (seconds: number): string => dayOf(new Date(seconds * 1000))
