import { parseTag } from '../../shared/text-direction.ts'

/** More than any browser sends. */
const MAX_LENGTH = 1000

/**
 * The languages that a browser names, in its order, which is that of its person's wishes (`Accept-Language`, RFC 9110,
 * section 12.5.4); null for what is no language tag.
 */
export const acceptedLanguages = (acceptLanguage: string | undefined): (Intl.Locale | null)[] =>
  (acceptLanguage ?? '')
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((range) => parseTag(range.split(';')[0]?.trim() ?? ''))
