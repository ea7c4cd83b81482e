import type { Paper } from '../../../shared/api/calls.ts'
import { acceptedLanguages } from '../../platform/accepted-languages.ts'

/** Countries that print on letter (CLDR 48, supplemental data, `paperSize`). */
const letterCountries: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/**
 * The paper of a browser's country: the first one that its languages name. A language without a country says nothing of paper; A4 where none does.
 */
export function paperFor(acceptLanguage: string | undefined): Paper {
  const region = acceptedLanguages(acceptLanguage).find((language) => language?.region !== undefined)?.region
  return region !== undefined && letterCountries.has(region) ? 'letter' : 'a4'
}
