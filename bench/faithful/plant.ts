import { type Item, judgedSentences } from './items.ts'

/** A clean sentence of a summary with one error planted in it. */
interface PlantedError {
  item: Item
  kind: string
  /** The sentence before, and with the error. */
  before: string
  sentence: string
}

/** Changes a sentence into one that its source does not support; null where the sentence offers no place for it. */
type Planter = (sentence: string, source: string) => string | null

const strangers = ['Okonkwo', 'Lindqvist', 'Marchetti', 'Tanaka', 'Delacroix']
const auxiliary = /\b(is|are|was|were|has|have|had|will|would|can|could|may|should)\b(?! not)/
const name = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}\b/gu
const digits = /\b\d[\d,.]*\d\b|\b\d\b/gu

/** Lower-case words, each with another that turns the sentence into the opposite. */
const opposites =
  'rose/fell increased/decreased increase/decrease won/lost before/after first/last more/fewer higher/lower largest/smallest most/least north/south east/west upper/lower early/late joined/left opened/closed began/ended start/end accepted/rejected support/oppose despite/because improved/worsened gained/lost above/below inside/outside youngest/oldest successful/failed innocent/guilty denied/admitted buying/selling old/young male/female'
    .split(' ')
    .map((pair) => pair.split('/'))
    .flatMap(([one, other]) => [
      [one!, other!],
      [other!, one!],
    ])

const certainties: readonly (readonly [RegExp, string])[] = [
  [/\b(?:may|might|could) (?=have\b)/, 'definitely '],
  [/\b(?:may|might|could)\b/, 'will'],
  [/ ?\b(?:reportedly|allegedly|possibly|likely|potentially|apparently)\b/, ''],
  [
    /\b(?:is|are|was|were) (?:said|believed|thought|expected|feared|considered|reported) to (?:have|be)\b/,
    'certainly is',
  ],
  [/\b(?:claimed|claims|alleged|believes|believed|feared|suggested|suggests|hopes)\b/, 'proved'],
]

const quantities: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|several|many|most)\b/, 'all'],
  [
    /\b(?:nearly|almost|about|around|approximately|roughly|more than|over|less than|at least|up to) (?=\d|all)/,
    'exactly ',
  ],
  [/\bone of the\b/, 'the only one of the'],
  [/\b(?:sometimes|often|usually|occasionally)\b/, 'always'],
  [/\ball\b/, 'some'],
  [/\bonly\b/, 'not only'],
]

const units: readonly (readonly [RegExp, string])[] = [
  [/\bmillion\b/, 'billion'],
  [/(?<=\d )miles\b/, 'kilometers'],
  [/(?<=\d|two|three|four|five|six) years\b/, 'months'],
  [/(?<=\d|two|three|four|five|six) (?:months|weeks|days)\b/, 'years'],
  [/£(?=\d)/, '$'],
  [/(?<=\d )percent\b|(?<=\d)%/, ' dollars'],
]

function replaceFirst(rules: readonly (readonly [RegExp, string])[]): Planter {
  return (sentence) => {
    const rule = rules.find(([pattern]) => pattern.test(sentence))
    return rule === undefined ? null : sentence.replace(rule[0], rule[1])
  }
}

/** Another match of a pattern in the source that the sentence lacks; the same for the same sentence on every run. */
function otherIn(source: string, pattern: RegExp, sentence: string): string | null {
  const others = [...new Set(source.match(pattern) ?? [])].filter((other) => !sentence.includes(other))
  return others[sentence.length % Math.max(1, others.length)] ?? null
}

function replaceAt(sentence: string, match: RegExpMatchArray | undefined, other: string | null): string | null {
  if (match?.index === undefined || other === null) return null
  return sentence.slice(0, match.index) + other + sentence.slice(match.index + match[0].length)
}

const planters: Readonly<Record<string, Planter>> = {
  'new name': (sentence) => {
    const [match] = sentence.matchAll(name)
    return replaceAt(sentence, match, strangers[sentence.length % strangers.length]!)
  },
  'new number': (sentence, source) => {
    const [match] = sentence.matchAll(digits)
    const other = match === undefined ? null : String(Number(match[0].replace(/\D/gu, '')) + 17)
    return other !== null && source.includes(other) ? null : replaceAt(sentence, match, other)
  },
  'swapped names': (sentence, source) => {
    const [match] = sentence.matchAll(name)
    return replaceAt(sentence, match, otherIn(source, name, sentence))
  },
  'swapped numbers': (sentence, source) => {
    const [match] = sentence.matchAll(digits)
    return replaceAt(sentence, match, otherIn(source, digits, sentence))
  },
  'negation added': (sentence) => (auxiliary.test(sentence) ? sentence.replace(auxiliary, '$1 not') : null),
  'negation dropped': (sentence) => (/ not\b|n't\b/.test(sentence) ? sentence.replace(/ not\b|n't\b/, '') : null),
  opposite: (sentence) => {
    const pair = opposites.find(([word]) => new RegExp(`\\b${word}\\b`).test(sentence))
    return pair === undefined ? null : sentence.replace(new RegExp(`\\b${pair[0]}\\b`), pair[1]!)
  },
  'more certain': replaceFirst(certainties),
  'other quantity': replaceFirst(quantities),
  'other unit': replaceFirst(units),
}

/** Plants every kind of error alone in each clean sentence that has a place for it, once for equal sentences. */
export function plantErrors(items: readonly Item[]): PlantedError[] {
  const seen = new Set<string>()
  return items.flatMap((item) =>
    judgedSentences(item).flatMap(({ start, end, verdict }) => {
      const before = item.summary.slice(start, end)
      if (verdict !== 'clean' || seen.has(before)) return []
      seen.add(before)
      return Object.entries(planters).flatMap(([kind, plant]) => {
        const sentence = plant(before, item.source)
        return sentence === null || sentence === before ? [] : [{ item, kind, before, sentence }]
      })
    }),
  )
}
