import type { Paper } from '../../../shared/api/calls.ts'
import { parseTag } from '../../../shared/text-direction.ts'

/** Countries that print on letter (CLDR 48, supplemental data, `paperSize`). */
const letterCountries: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/**
 * The paper of a browser's country: the first one that its languages name (`Accept-Language`, RFC 9110, section
 * 12.5.4). A language without a country says nothing of paper; A4 where none does.
 */
export function paperFor(acceptLanguage: string | undefined): Paper {
  for (const range of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const region = parseTag(range.split(';')[0]?.trim() ?? '')?.region
    if (region !== undefined) return letterCountries.has(region) ? 'letter' : 'a4'
  }
  return 'a4'
}
