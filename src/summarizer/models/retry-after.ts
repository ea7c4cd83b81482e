/**
 * How long a server asks to be left alone, in milliseconds: `retry-after-ms`, else `Retry-After` as seconds or as a
 * date (RFC 9110, section 10.2.3). Null where it says nothing that can be read.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const precise = headers['retry-after-ms']?.trim()
  if (precise !== undefined && /^\d{1,12}(?:\.\d{1,6})?$/.test(precise)) return Math.ceil(Number(precise))
  const value = headers['retry-after']?.trim()
  if (value === undefined) return null
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(value)) return Math.ceil(Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
