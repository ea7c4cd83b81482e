type Detector = typeof import('eld/small')['eld']

let detector: Detector | undefined

/**
 * Loads the language detector. Loading its tables takes a fifth of a second, so it happens with the first source rather
 * than with the module.
 */
export async function loadDetector(): Promise<void> {
  detector ??= (await import('eld/small')).eld
}

/** The detector reads no more of a text than this. */
const SAMPLE_CHARACTERS = 1000

/** Number of samples of a longer text: an abstract, a quotation or a notice may be in another language. */
const SAMPLES = 3

/** Only the beginning of very long texts is sampled. */
const MAX_CHARACTERS = 200_000

function samplesOf(text: string): string[] {
  if (text.length <= SAMPLE_CHARACTERS * 2) return [text.slice(0, SAMPLE_CHARACTERS)]
  const step = (text.length - SAMPLE_CHARACTERS) / (SAMPLES - 1)
  return Array.from({ length: SAMPLES }, (_, at) => text.slice(at * step, at * step + SAMPLE_CHARACTERS))
}

const withoutUrls = (text: string): string => text.replace(/\bhttps?:\/\/\S+/gu, ' ')

interface DetectedLanguage {
  /** ISO 639-1 code, or null. */
  language: string | null
  /** Whether the evidence is enough to overrule the source's declaration. */
  reliable: boolean
  /** 0 to 1. */
  confidence: number
}

/**
 * Detects the language of a text (eld, n-grams of 60 languages), or the main one of several. The detector must have been
 * loaded.
 */
export function detectLanguage(text: string): DetectedLanguage {
  if (detector === undefined) throw new Error('The language detector is not loaded.')
  const votes = new Map<string, { confidence: number; reliable: boolean }>()
  const samples = samplesOf(withoutUrls(text.slice(0, MAX_CHARACTERS)))
  for (const sample of samples) {
    const result = detector.detect(sample)
    if (result.language === '') continue
    const vote = votes.getOrInsert(result.language, { confidence: 0, reliable: false })
    vote.confidence += result.getScores()[result.language] ?? 0
    vote.reliable ||= result.isReliable()
  }
  const [first] = [...votes].toSorted(([, one], [, other]) => other.confidence - one.confidence)
  if (first === undefined) return { language: null, reliable: false, confidence: 0 }
  const [language, { confidence, reliable }] = first
  return { language, reliable: reliable && text.length >= 200, confidence: confidence / samples.length }
}

/** A language tag in its canonical form ("EN_us" is "en-US"), or null if it is invalid. */
export function canonicalLanguage(tag: string | null): string | null {
  if (tag === null) return null
  const [first = ''] = tag.split(/[,;\s]/u)
  try {
    const [canonical] = Intl.getCanonicalLocales(first.replaceAll('_', '-').replace(/\.[\w-]+$/u, ''))
    return canonical === undefined || /^(?:und|mul|zxx|x)\b/u.test(canonical) ? null : canonical
  } catch {
    return null
  }
}

/** Languages for which the detector has another code, or that it can't distinguish. */
const equivalent: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  iw: 'he',
  in: 'ms',
  id: 'ms',
  fil: 'tl',
  cmn: 'zh',
  yue: 'zh',
  bs: 'hr',
  sr: 'hr',
  sk: 'cs',
  gl: 'pt',
}

const family = (language: string): string => equivalent[language] ?? language

/**
 * The language of a text: the one that its source declares, unless the text is clearly in another. Page templates declare
 * the language of their author, not of the articles published with them.
 */
export function settleLanguage(declared: string | null, text: string): string | null {
  const tag = canonicalLanguage(declared)
  if (tag === null) return detectLanguage(text).language
  const [primary = tag] = tag.split('-')
  const middle = Math.floor(Math.max(0, text.length - SAMPLE_CHARACTERS) / 2)
  const glance = detectLanguage(text.slice(middle, middle + SAMPLE_CHARACTERS))
  if (glance.language !== null && family(glance.language) === family(primary)) return tag
  const detected = detectLanguage(text)
  if (!detected.reliable || detected.language === null || family(primary) === family(detected.language)) return tag
  return detected.language
}
