import { parseTag } from '../../../shared/text/text-direction.ts'

/** Longer than any browser's header. */
const MAX_LENGTH = 1000

/** The languages of an `Accept-Language` header in order (RFC 9110, section 12.5.4); null for invalid tags. */
export const acceptedLanguages = (acceptLanguage: string | undefined): (Intl.Locale | null)[] =>
  (acceptLanguage ?? '')
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((range) => parseTag(range.split(';')[0]?.trim() ?? ''))
