/** A name without accents and without a possessive ending: what two texts that mean the same name share. */
export function bareName(form: string): string {
  return form
    .replace(/'(?:s|ın|in|un|ün|nın|nin|nun|nün|da|de|ta|te|dan|den|tan|ten|ya|ye|yı|yi|a|e|ı|i|u|ü)?$/u, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gu, 'l')
    .replace(/ø/gu, 'o')
    .replace(/đ/gu, 'd')
    .replace(/ß/gu, 'ss')
    .replace(/æ/gu, 'ae')
    .replace(/œ/gu, 'oe')
    .replace(/^(?:l|d|dell|all|nell|sull|dall|un|qu|o)'/u, '')
}

/** Endings of English, and of the Romance and Scandinavian languages, that make a name an adjective or a plural. */
const lightEndings = [
  'ians',
  'ian',
  'eans',
  'ean',
  'ese',
  'ish',
  'ans',
  'an',
  'ers',
  'er',
  'ic',
  'ia',
  'es',
  'ns',
  'n',
  's',
  'i',
  'a',
  'o',
  'y',
  'e',
]
/** Languages that decline names. */
const declining: ReadonlySet<string> = new Set(
  'pl cs sk ru uk bg sr hr sl lt lv et fi hu tr el ro de is be mk az kk uz'.split(' '),
)
/** Ways to attach a particle in front in Arabic and Hebrew. */
const prefixes = /^(?:وال|بال|كال|فال|لل|ال|[وبلكف]|[והבלמשכ])/u
const LEAST_STEM = 4

function lightStems(name: string): string[] {
  const stems = [name]
  // Englishman, Englishmen
  if (/m[ae]n$/u.test(name)) stems.push(`${name.slice(0, -2)}*n`)
  for (const ending of lightEndings) {
    if (name.endsWith(ending) && name.length - ending.length >= LEAST_STEM) stems.push(name.slice(0, -ending.length))
  }
  return stems
}

function commonPrefix(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

/**
 * Whether two bare names are forms of one name: equal, an adjective or plural of the other, or, in languages that
 * decline names, alike but for the ending.
 *
 * @param language primary subtag of the text that declines
 */
export function sameName(name: string, form: string, language: string): boolean {
  if (name === form) return true
  if (/[\u0590-\u06FF]/u.test(name)) return name.replace(prefixes, '') === form.replace(prefixes, '')
  const shared = commonPrefix(name, form)
  if (declining.has(language)) {
    const longest = language === 'tr' || language === 'fi' || language === 'hu' || language === 'et' ? 6 : 3
    return (
      shared >= Math.min(LEAST_STEM, form.length) &&
      shared >= 3 &&
      name.length - shared <= longest &&
      form.length - shared <= 2
    )
  }
  if (shared < LEAST_STEM) return false
  const stems = new Set(lightStems(form))
  return lightStems(name).some((stem) => stems.has(stem))
}
