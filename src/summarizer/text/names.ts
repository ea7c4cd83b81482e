import { stopWordsOf } from './languages.ts'
import tables from './names.json' with { type: 'json' }

const sayingVerbs = tables.says.join(' ').split(' ')
const verbsExcept = (...excluded: string[]): string => sayingVerbs.filter((verb) => !excluded.includes(verb)).join('|')
const verbs = verbsExcept()
/** A capitalized word that is not all in capitals. */
const word = String.raw`\p{Lu}(?:[’']\p{Lu})?[\p{Ll}\p{M}][\p{L}\p{M}’'-]{0,30}(?<=\p{Ll})(?!['’]?\p{L})`
const fullName = new RegExp(
  String.raw`(?<![\p{L}\p{M}])${word}(?: (?:\p{Lu}\.|(?:de|da|di|van|von|der|den|el|al|bin|la|le)) ?)?(?: ${word}){1,3}(?!\p{L})`,
  'gu',
)
/** Verbs of speech before a speaker's name, without the two after which the addressee's name comes. */
const ownVerbs = verbsExcept('told', 'tells', 'asked', 'asks')
const speakerAfter = new RegExp(
  String.raw`(?<!\p{L})(?:${ownVerbs}),? (?:(?!(?:at|of|from|for|to|in|by|on|with|that|bei|von|de|du|di|da|van)\s)[\p{Ll}’'-]+ ){0,4}(${word}(?: \p{Lu}\.)?(?: ${word}){0,2})`,
  'u',
)
const speakerBefore = new RegExp(
  String.raw`(${word}(?: \p{Lu}\.)?(?: ${word}){0,2})(?:, [^,“"«„]{3,60},)? (?:(?:has|have|had|a|ha|hat|habe) )?(?:${verbs})(?!\p{L})`,
  'u',
)
const unspacedSpeaker = new RegExp(`([\\p{Script=Han}·]{2,8})(?:${tables.saysUnspaced})`, 'u')
const pronoun =
  /^(?:He|She|They|It|I|We|You|This|That|These|Those|The|A|An|But|And|So|As|In|Er|Sie|Es|Wir|Ich|Il|Elle|Nous|Je|Él|Ella|On|Un|Une|Le|La|Les|El|Los|Las|Der|Die|Das|Он|Она|Они)$/u

/** Places: "in Wales", but not "in Hansen’s view". */
const place = /\b(?:in|across|throughout|near|outside) (\p{Lu}[\p{L}\p{M}]+)(?![\p{L}\p{M}’'-]| \p{Lu})/gu
/** Words in lower case, and those after an article. */
const commonWord =
  /(?:(?<![\p{L}\p{M}'’-])|\b(?:the|many|most|million|la|el|il|der|die|das|le) )(\p{Ll}[\p{L}\p{M}]*|(?<=\b(?:the|many|most|million|la|el|il|der|die|das|le) )\p{Lu}[\p{L}\p{M}]*(?! \p{Lu}))/gu
/** Days, months and directions: "Late Tuesday", "North Korea". */
const notNames: ReadonlySet<string> = new Set(tables.notNames.split(' '))
/** End of a sentence; the stop of a title before a name is none. */
const sentenceEnd =
  /(?<!\b(?:Mr|Mrs|Ms|Mx|Dr|Dra|Drs|Prof|Profs|Sen|Rep|Gov|Hon|Rev|Gen|Col|Capt|Lt|Maj|Sgt|Sr|Sra|Hr|Fr))[.!?]["”]? $/u
/** UTF-16 units before a name in which a title and a stop fit. */
const MAX_TITLE = 8
/** UTF-16 units before a name in which "from " fits. */
const PLACE_BEFORE = 6
/** Maximum number of names, since each is searched for in the whole text. */
const MAX_PERSONS = 100

/** Full names of the persons whom a source later calls by their last name. */
export class Persons {
  readonly #byLast = new Map<string, string>()
  readonly #bare: RegExp | null

  /** @param texts the source's paragraphs, in order */
  constructor(texts: readonly string[], language: string) {
    const stops = stopWordsOf(language)
    const speaking = new Set<string>()
    for (const text of texts) {
      for (const match of text.matchAll(sayingName)) speaking.add(match[1] ?? match[2] ?? '')
    }
    const whole = texts.join('\n')
    // "the Congress", "republican": no names of persons.
    const common = new Set(
      [commonWord, place].flatMap((pattern) =>
        Array.from(whole.matchAll(pattern), ([, word = '']) => word.toLowerCase()),
      ),
    )
    const ambiguous = new Set<string>()
    for (const text of texts) {
      for (const match of text.matchAll(fullName)) {
        const tokens = match[0].split(' ')
        // "Yesterday Jane Smith" at the beginning of a sentence: the first word may be no name.
        const opens =
          match.index === 0 || sentenceEnd.test(text.slice(Math.max(0, match.index - MAX_TITLE), match.index))
        const isName = (part: string): boolean =>
          !common.has(part.toLowerCase()) &&
          !notNames.has(part.toLowerCase()) &&
          !stops.has(part.toLowerCase()) &&
          !pronoun.test(part) &&
          // "Sacramento-based", "Wi-Fi", "Apple's", "WeWork"
          !/-(?:\p{Ll}|.{1,2}$)|['’]s$|^(?!M[ac]{1,2}|D[aei]|L[ae]|Van|O['’])\p{L}+\p{Ll}\p{Lu}/u.test(part)
        // "Secretary of State Mike Pompeo": an office before the name.
        // "the ambassador to Velm Anna Berg": a place before it.
        const follows =
          opens ||
          /\b(?:to|of|in|from|at|for) $/u.test(text.slice(Math.max(0, match.index - PLACE_BEFORE), match.index))
        const start = tokens.findIndex((part, at) => isName(part) && !(follows && at === 0 && tokens.length > 2))
        const name = tokens.slice(start).join(' ')
        const last = tokens.at(-1) ?? ''
        if (start === -1 || start === tokens.length - 1 || !isName(last) || !speaking.has(last)) continue
        const known = this.#byLast.get(last)
        if (known === undefined) this.#byLast.set(last, name)
        else if (!known.endsWith(name) && !name.endsWith(known)) ambiguous.add(last)
      }
    }
    for (const last of ambiguous) this.#byLast.delete(last)
    const lasts = Array.from(this.#byLast.keys(), (last) => RegExp.escape(last)).slice(0, MAX_PERSONS)
    this.#bare =
      lasts.length === 0
        ? null
        : new RegExp(
            String.raw`(?<![\p{L}\p{M}.’'-]|\p{Lu}[\p{L}\p{M}.'’-]{0,30} |\b(?:an?|the) )(?:${lasts.join('|')})(?![\p{L}\p{M}-]| \p{Lu}\p{Ll})`,
            'gu',
          )
  }

  /** The full name of a person whom a text names by the last name alone. */
  fullNameOf(name: string): string {
    return this.#byLast.get(name) ?? name
  }

  /**
   * A text in which the first names of persons stand in brackets before their last names, where nothing shown before
   * gives them: "[Jane] Smith said …".
   */
  complete(text: string, shownBefore: string): string {
    if (this.#bare === null) return text
    // What stands in brackets is known too.
    let shown = shownBefore.replace(/[[\]]/gu, '')
    return text.replace(this.#bare, (last, offset: number) => {
      const name = this.fullNameOf(last)
      const isKnown = shown.includes(name) || text.slice(0, offset).includes(name)
      shown += ` ${name}`
      // "von Moltke": the brackets would repeat what the text has.
      const isParted = particle.test(text.slice(Math.max(0, offset - 8), offset))
      return isKnown || isParted ? last : `[${name.slice(0, -last.length - 1)}] ${last}`
    })
  }
}
/** A particle before a last name that is a part of it. */
const particle = /(?<!\p{L})(?:von|van|der|den|ter|ten|zu|de|del|della|di|da|dos|du|le|la|bin|ibn|al|el|af|av)[ -]$/iu

const sayingName = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${verbs}|Mr\.?|Mrs\.?|Ms\.?|Dr\.?) (${word})|(${word})(?: (?:${verbs}|${tables.does})|, who|['’]s)(?!\p{L}))`,
  'gu',
)

/** A full name right after the quotation, for languages without a list of verbs. */
const nameBeside = new RegExp(String.raw`…\s*[,،–—-]+\s*(?:[\p{Ll}]+ ){0,3}(${word}(?: ${word}){1,2})`, 'u')

/** The person to whom the words around a quotation attribute it, by full name; null if they name none or several. */
export function speakerIn(around: string, persons: Persons): string | null {
  // "Berg said Tuesday": a day is no speaker.
  const found = [speakerAfter, speakerBefore, nameBeside]
    .map((pattern) => pattern.exec(around)?.[1])
    .find((one) => one !== undefined && !notNames.has(one.toLowerCase()))
  if (found === undefined) return unspacedSpeaker.exec(around)?.[1] ?? null
  const name = persons.fullNameOf(found)
  if (pronoun.test(name.split(' ')[0] ?? '')) return null
  if (name.includes(' ')) return name
  // "…, Dylan Nelson of the institute in Garching, Germany, said": a place is no speaker.
  const names = new Set(Array.from(around.matchAll(fullName), ([full]) => full))
  const [only] = names
  return names.size === 1 && only !== undefined && !pronoun.test(only.split(' ')[0] ?? '') ? only : null
}

/** "In general, states …", "notes and warnings": nouns, unless "that" follows. */
const nounsToo = ['states', 'notes', 'claims']
const saying = new RegExp(
  String.raw`(?<!\p{L})(?:${verbsExcept(...nounsToo)}|(?:${nounsToo.join('|')}) that)(?!\p{L})|${tables.saysUnspaced}`,
  'u',
)
const quotation = /["“”„«»「」『』]/u
/** Up to three words in quotation marks are a term, or a word that its writer doubts. */
const term = /(["“„«])(?:[^\s"“”„«»]+ ){0,2}[^\s"“”„«»]+["“”»]/gu
const shortName = /(?<!\p{L})\p{Lu}{2,6}(?!\p{L})/u
const capitalized = new RegExp(String.raw`(?<=\p{L}[,’']{0,2} )${word}`, 'gu')

/** Whether a sentence reports a statement without the name of its speaker: "An insider said on Monday …". */
export function lacksSpeaker(text: string, persons: Persons): boolean {
  if (quotation.test(text.replace(term, ''))) return speakerIn(text, persons) === null
  if (!saying.test(text) || shortName.test(text)) return false
  const names = text.match(capitalized) ?? []
  return names.every((name) => notNames.has(name.toLowerCase())) && speakerIn(text, persons) === null
}
