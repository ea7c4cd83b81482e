import type { PagePart } from '../../../shared/summary/summary-page.ts'
import { stopWordsOf } from '../../text/languages.ts'
import { words } from '../../text/tokens.ts'
import { negationOf } from '../../verification/quote-edges.ts'
import { type Line, type Page, type Statement, textOf } from './statements.ts'
import type { Check, Verdict } from './verdicts.ts'

/** Minimum content words: shorter lines match by chance. */
const MIN_WORDS = 3
/** Maximum Latin letters of stop words that carry little meaning: articles, "of", "was". Longer ones may decide: "before", "most". */
const LITTLE = /^\p{Script=Latin}{1,3}$/u
const shortButTelling: ReadonlySet<string> = new Set(
  'all any few off out up one two six ten dos dix elf vor ab bis'.split(' '),
)

/** A word with a capital that begins no sentence: "May" and "US" are more than stop words. */
const name = /(?<![.!?:;…]\s{1,9}["“„«]?)(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+/gu
const firstWord = /^\P{L}*\p{Lu}(?!\p{Lu})\S*/u
const figure = /\p{N}+(?:[.,:]\p{N}+)*/gu

interface Content {
  statements: readonly Statement[]
  /** All words, with spaces between them. */
  text: string
  words: ReadonlySet<string>
  denies: boolean
}

/**
 * Finds lines that add nothing to an earlier line of the same page: each of their words is in it, and both deny
 * something or neither does. One other word may be an owner or the opposite case: "Decrease the dose", "Increase the dose".
 */
export class Repeats {
  readonly #stops: ReadonlySet<string>
  readonly #denies: (word: string) => boolean
  readonly #earlier: Content[] = []

  /** @param language BCP 47 tag of the page; null if unknown */
  constructor(language: string | null) {
    const code = language?.toLowerCase().split('-')[0] ?? ''
    this.#denies = negationOf(code)
    const little = stopWordsOf(code)
      .values()
      .filter((word) => LITTLE.test(word) && !shortButTelling.has(word) && !this.#denies(word))
    this.#stops = new Set(little)
  }

  #read(line: string, statements: readonly Statement[] = []): Content {
    const all = words(line.replaceAll('’', "'"))
    const named = new Set(words((line.replace(firstWord, '').match(name) ?? []).join(' ')))
    const content = all.filter((word) => !this.#stops.has(word) || named.has(word))
    return {
      statements,
      text: ` ${all.join(' ')} `,
      // "The bridge's pillars", "a pillar". Figures also whole: 2.1 million is not 1.2.
      words: new Set([...content.map((word) => word.replace(/(?<=\p{L}{3})'?s$/u, '')), ...(line.match(figure) ?? [])]),
      denies: all.some((word) => this.#denies(word) || word.endsWith("n't")),
    }
  }

  /** Remembers a line, and its statements. */
  add(line: string, statements?: readonly Statement[]): void {
    this.#earlier.push(this.#read(line, statements))
  }

  /** The statements of each earlier line that a line repeats. */
  originalsOf(line: string): (readonly Statement[])[] {
    const own = this.#read(line)
    if (own.words.size < MIN_WORDS) return []
    return this.#earlier.flatMap(({ text, words: told, denies, statements }) =>
      // The denial may concern the rest of that line.
      text.includes(own.text) || (own.denies === denies && own.words.isSubsetOf(told)) ? [statements] : [],
    )
  }

  /** Whether a line repeats an earlier one. */
  has(line: string): boolean {
    return this.originalsOf(line).length > 0
  }
}

/** A line, or one of its sentences, that is compared with earlier ones. */
type Unit = Pick<Line, 'statements'>

const sentencesOf = (lines: readonly Line[]): Unit[] =>
  lines.flatMap(({ statements }) => statements.map((statement) => ({ statements: [statement] })))

const linesIn = ({ parts }: Page, wanted: PagePart['form']): Line[] =>
  parts.flatMap(({ form, lines }) => (form === wanted ? lines : []))

/** Verdicts on units that repeat earlier lines. */
const verdictsOn = (units: readonly Unit[], earlier: Repeats): Verdict[] =>
  units.flatMap(({ statements }) =>
    earlier
      .originalsOf(textOf({ statements }))
      .flatMap((evidence) => statements.map((statement): Verdict => ({ statement, verdict: 'repeated', evidence }))),
  )

/** Verdicts on units that repeat earlier lines or each other. */
function verdictsInOrder(units: readonly Unit[], earlier: Repeats): Verdict[] {
  return units.flatMap((unit) => {
    const found = verdictsOn([unit], earlier)
    earlier.add(textOf(unit), unit.statements)
    return found
  })
}

/**
 * Reads the lines of a page, and finds those that repeat earlier ones: takeaways the gist, the summary a takeaway. The
 * parts tell each topic whole, with what they need of the lines above: a sentence may repeat these, unless its bullet,
 * or its paragraph below a takeaway, adds nothing to them, but no other sentence of a part. A plot stays complete, as do tables, checklists and debates.
 */
export function readRepeats(page: Page): { told: Repeats; verdicts: Verdict[] } {
  const told = new Repeats(page.language)
  const decided = verdictsInOrder(
    page.keyParts.flatMap(({ lines }) => lines),
    told,
  )
  // The gist may repeat the first decision, whose list stays complete.
  told.add(textOf(page.gist), page.gist.statements)
  const above = verdictsInOrder([...page.takeaways, ...sentencesOf(page.summary)], told)
  const bullets = linesIn(page, 'bullets')
  const details = page.parts.filter(({ form, under }) => under !== undefined && form === 'text')
  const empty = [...bullets, ...details.flatMap(({ lines }) => lines)].flatMap((line) => {
    const found = verdictsOn(sentencesOf([line]), told)
    return new Set(found.map(({ statement }) => statement)).size === line.statements.length ? found : []
  })
  const themes = page.kind === 'story' ? [] : sentencesOf(linesIn(page, 'text'))
  const inParts = [sentencesOf(bullets), themes].flatMap((units) => verdictsInOrder(units, new Repeats(page.language)))
  for (const unit of [...sentencesOf(bullets), ...themes]) told.add(textOf(unit))
  return { told, verdicts: [...decided, ...above, ...empty, ...inParts] }
}

export const checkRepeats: Check = (page) => readRepeats(page).verdicts
