import type { z } from 'zod'
import type { Block } from '../../../shared/document.ts'
import type { SourceKind } from '../../../shared/summary/summary-page.ts'
import { countWords } from '../../../shared/text/words.ts'
import { estimateTokens } from '../../models/estimate-tokens.ts'
import { languageOf, stopWordsOf } from '../../text/languages.ts'
import { stem, words } from '../../text/tokens.ts'
import { findQuote } from '../../verification/find-quote.ts'
import { contentOf, PassageSet } from '../../verification/passages.ts'
import { perSource, type SourceText } from '../../verification/source-text.ts'
import { pickSupport } from '../../verification/supporting-blocks.ts'
import { abbreviates, MIN_ABBREVIATION, mayBeCommon, supports } from '../../verification/supports.ts'
import { gistAnswer, schemaNames, secondReadAnswer } from '../answers.ts'
import type { Budget } from '../budget.ts'
import { PART_TITLE_WORDS, withoutLabel } from '../draft.ts'
import { failureOf } from '../errors.ts'
import { gistInstructions, type StatementTraits, secondReadInstructions } from '../instructions.ts'
import { toPlainLine } from '../plain-text.ts'
import { type ShownStatement, statementsPrompt } from '../prompts.ts'
import type { Question, Run } from '../run.ts'
import { reportsAbsence } from './missing-facts.ts'
import { withoutFalseMarks } from './quotations.ts'
import { type Comparison, inSequence, missingInCells, together } from './rules.ts'
import { cellsOf, isStepNumber, type Line, rowOf, type Statement, shownText } from './statements.ts'
import type { Unsupported, Verdict } from './verdicts.ts'

/** A statement to check, the line that it is part of, and what the rules found. */
export interface Claim extends Unsupported {
  statement: Statement
  line: Line
  /** Whether the rules doubt it, also for words that no search can find, such as "all" and "because". */
  isDoubted: boolean
}

/**
 * The statements of some lines, with what the rules found about them. Words such as "must" and "because" are left out of
 * `missing`: a passage may say the same without them, so that the second read judges the statement by its meaning.
 *
 * @param language BCP 47 tag of the lines; null if unknown
 */
export function claimsOf(
  lines: readonly Line[],
  verdicts: readonly Verdict[] = [],
  language: string | null = null,
): Claim[] {
  const stops = stopWordsOf(languageOf(language, []))
  const isWord = (part: string): boolean => /\p{N}/u.test(part) || words(part).some((each) => !stops.has(each))
  const found = new Map<Statement, Unsupported>()
  for (const { statement, verdict, evidence } of verdicts)
    if (verdict === 'unsupported') found.set(statement, together(evidence))
  return lines.flatMap((line) =>
    line.statements.map((statement) => {
      const { missing, absent } = found.get(statement) ?? together([])
      return { statement, line, missing: missing.filter(isWord), absent, isDoubted: found.has(statement) }
    }),
  )
}

/** Maximum blocks shown that may mention a fact reported missing. */
const MENTIONS = 2
/** Maximum blocks shown around a word that the rules report missing. */
const MAX_AROUND = 4
const money = /\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}/u

/** The first blocks that share a content word with a report of a missing fact; for an offer also one with an amount. */
function mentionsOf({ blocks, language }: SourceText, text: string, kind: SourceKind | null): Block[] {
  const stops = stopWordsOf(language)
  const wanted = new Set(words(text).flatMap((word) => (stops.has(word) || word.length < 4 ? [] : [stem(word)])))
  const found = blocks.filter((block) => words(block.text).some((word) => wanted.has(stem(word)))).slice(0, MENTIONS)
  const priced = kind === 'offer' ? blocks.find((block) => money.test(block.text)) : undefined
  return priced === undefined ? found : [...found, priced]
}

/** A block to show, and words besides those of the statement by which its sentences are chosen. */
interface Evidence {
  block: Block
  words: string
}

/**
 * Blocks around the words of a statement that the rules report missing: those that have them in another form, such as
 * "Neb." for "Nebraska", the nearest to a cited block first.
 */
function around({ blocks, blockAt, vocabulary, forms, ids, first }: SourceText, { missing, line }: Claim): Evidence[] {
  const wanted = words(missing.join(' ')).filter((word) => !/\p{N}/u.test(word) && word.length >= MIN_ABBREVIATION)
  const starts = new Set(wanted.map((word) => word.slice(0, MIN_ABBREVIATION)))
  const others = [...vocabulary].flatMap(([form, id]): [number, string][] => {
    if (!starts.has(form.slice(0, MIN_ABBREVIATION))) return []
    const isForm = wanted.some(
      (word) => stem(word) === stem(form) || abbreviates(form, word) || abbreviates(word, form),
    )
    return isForm ? [[id, forms[id] ?? '']] : []
  })
  if (others.length === 0) return []
  const known = new Map(others)
  const cited = line.blocks.flatMap(({ id }) => blockAt.get(id) ?? [])
  const distance = (at: number): number => Math.min(...cited.map((position) => Math.abs(position - at)), blocks.length)
  return blocks
    .flatMap((block, at) => {
      const own = Array.from(ids.subarray(first[at] ?? 0, first[at + 1] ?? 0), (id) => known.get(id) ?? '')
      const said = [...new Set(own)].join(' ').trim()
      return said === '' ? [] : [{ block, words: said, at }]
    })
    .toSorted((one, other) => distance(one.at) - distance(other.at))
    .slice(0, MAX_AROUND)
}

/**
 * Blocks up to this long are shown whole, and even if they share no word with a claim: turns of speech, items of a
 * list. For advanced summaries, which cost more anyway and retell more in words of their own, most blocks are.
 */
const SHORT_CHARACTERS = { basic: 240, advanced: 1200 }
const MAX_CITED = 40
/** Maximum blocks shown of a claim that shares no word with its citations. */
const MAX_UNRELATED = 3

/** The content of the blocks of a source, which many claims cite. */
const contentsOf = perSource(({ language }) => {
  const known = new Map<Block, Set<string>>()
  return (block: Block): Set<string> => {
    const content = known.get(block) ?? contentOf(block.text, language)
    known.set(block, content)
    return content
  }
})

/** Whether a statement reports a missing fact, also one that cites a passage: "Order chairs: none assigned". */
const isGap = ({ isMissingFact }: Line, text: string): boolean => isMissingFact || reportsAbsence([text])

/**
 * Blocks that a claim cites, and others that may support or contradict it. Those that the page doesn't cite because
 * others have all their words are shown as well: they may support a clause in other words.
 */
function evidenceFor(run: Run, source: SourceText, claim: Claim, kind: SourceKind | null): Evidence[] {
  const { line, missing } = claim
  const { text, evidence } = claim.statement
  if (line.role === 'title') return []
  const picked = pickSupport(source, text, line.citations, run.writing.tag)
  const content = contentOf(text, source.language)
  const related = line.blocks.filter((block) => !content.isDisjointFrom(contentsOf(source)(block)))
  const short = line.blocks.filter((block) => block.text.length <= shortFor(run))
  const found = [...evidence, ...picked, ...[...new Set([...related, ...short])].slice(0, MAX_CITED)]
  const cited = found.length > 0 ? found : line.blocks.slice(0, MAX_UNRELATED)
  const elsewhere = missing.length > 0 || cited.length === 0 ? pickSupport(source, text, [], run.writing.tag) : []
  const shown = new Set([...cited, ...elsewhere, ...(isGap(line, text) ? mentionsOf(source, text, kind) : [])])
  return [...Array.from(shown, (block) => ({ block, words: '' })), ...(missing.length > 0 ? around(source, claim) : [])]
}

const shortFor = ({ options }: Run): number => SHORT_CHARACTERS[options.advanced ? 'advanced' : 'basic']

/** Ids of blocks in source order, adjacent ones as a run: b4, b7-b9. */
function idsOf({ blocks, blockAt }: SourceText, some: readonly Block[]): string[] {
  const runs: { from: number; to: number }[] = []
  for (const at of some.flatMap(({ id }) => blockAt.get(id) ?? []).toSorted((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last?.to === at - 1) last.to = at
    else runs.push({ from: at, to: at })
  }
  return runs.map(({ from, to }) => [...new Set([blocks[from]?.id, blocks[to]?.id])].join('-'))
}

/** Claims to ask about, and their context. */
interface Inquiry {
  source: SourceText
  claims: readonly Claim[]
  kind: SourceKind | null
  budget: Budget
}

/** The claims, with their passages, that fit a prompt, those at the top of the page first. */
function showClaims(run: Run, { source, claims, kind, budget }: Inquiry) {
  const passages = new PassageSet(source.language, shortFor(run))
  let tokens = 0
  const statements: ShownStatement[] = []
  /** Blocks of each statement; of a paragraph, those of all its sentences, with the first one. */
  const blocksOf: Set<Block>[] = []
  /** Numbers of the first statements of takeaways. */
  const takeawayAt = new Map<number, number>()
  for (const { statement, line, ...claim } of claims) {
    const evidence = evidenceFor(run, source, { statement, line, ...claim }, kind)
    const text = shownText(line, statement)
    const added = evidence.map(({ block, words }) => passages.add(block, words === '' ? statement.text : words))
    tokens += estimateTokens([text, ...added].join(' ')).likely + 10
    if (tokens > budget.statements) break
    const goesOn = line.role === 'prose' && line.statements.indexOf(statement) > 0
    const blocks = goesOn ? (blocksOf.at(-1) ?? new Set()) : new Set<Block>()
    for (const { block } of evidence) blocks.add(block)
    blocksOf.push(blocks)
    const under = goesOn || line.under === undefined ? null : (takeawayAt.get(line.under) ?? null)
    statements.push({ text, blocks: [], missing: claim.missing, goesOn, under })
    if (line.id !== undefined && !goesOn) takeawayAt.set(line.id, statements.length)
  }
  return {
    statements: statements.map((shown, at) =>
      shown.goesOn ? shown : Object.assign(shown, { blocks: idsOf(source, [...(blocksOf[at] ?? [])]) }),
    ),
    passages: passages.inOrder(source.blocks),
  }
}

const traitsOf = ({ claims }: Inquiry): StatementTraits => ({
  hasMissingFacts: claims.some(({ line, statement }) => isGap(line, statement.text)),
  hasMissing: claims.some(({ missing }) => missing.length > 0),
  hasTitles: claims.some(({ line }) => line.role === 'title'),
  hasDetails: claims.some(({ line }) => line.under !== undefined),
})

/** An answer about the first claims, which fit the prompt. */
interface Answer<T> {
  value: T
  /** How many claims fit. */
  read: number
}

/** Asks about claims. Null if none fits the prompt, or if the call fails. */
async function askAbout<T>(
  run: Run,
  inquiry: Inquiry,
  question: Pick<Question<T>, 'instructions' | 'schema' | 'schemaName' | 'isCheck'>,
): Promise<Answer<T> | null> {
  const { statements, passages } = showClaims(run, inquiry)
  if (statements.length === 0) return null
  try {
    const { value } = await run.ask({
      ...question,
      prompt: (marker) => statementsPrompt(run.facts, statements, passages, marker),
      maxOutputTokens: inquiry.budget.answers.secondRead,
    })
    return { value, read: statements.length }
  } catch (error) {
    failureOf(error)
    return null
  }
}

/** The answer of a second read: numbers of claims, from 1, and what is wrong with them or supports them. */
export type SecondRead = Answer<z.infer<typeof secondReadAnswer>>

/**
 * Has every statement of a page read again beside its passages, in one call.
 *
 * @returns null if the call fails: the page is then verified by rules alone
 */
export const readAgain = async (run: Run, inquiry: Inquiry): Promise<SecondRead | null> =>
  askAbout(run, inquiry, {
    instructions: secondReadInstructions(run.writing, traitsOf(inquiry)),
    schema: secondReadAnswer,
    schemaName: schemaNames.secondRead,
    isCheck: true,
  })

/** Longest correction of a statement, as a share of its words. */
const CORRECTION_SHARE = 1.5
const MIN_CORRECTION_WORDS = 30

const labeled = /^[^\s:：]+(?:\s[^\s:：]+){0,2}[:：]\s+(?=\S)/u

/**
 * A correction as displayed, empty if unusable, and whether the label of its line was wrong. What it has before a colon
 * stays in the text, in place of the label: it may be a claimant.
 */
function readCorrection(comparison: Comparison, { statement, line }: Claim, correction: string, leaks: Run['leaks']) {
  const whole = withoutFalseMarks(comparison.source, toPlainLine(correction, leaks), comparison.language)
  const plain = withoutLabel(whole, line.label.text)
  const text = line.role === 'row' ? rowOf(cellsOf(line.header, plain) ?? []) : plain
  const mostWords =
    line.role === 'title'
      ? PART_TITLE_WORDS
      : Math.max(MIN_CORRECTION_WORDS, countWords(statement.text) * CORRECTION_SHARE)
  const isUsable =
    // A fact that turns out not to be missing has no citation.
    !line.isMissingFact &&
    countWords(text) <= mostWords &&
    together(missingInCells(comparison, line, text)).absent.length === 0
  // The sentence is right, or has a new label: the label was wrong. The number of a step is its source's.
  const isRelabeled = !isStepNumber(line.label.text) && plain === whole
  const isLabelWrong = isRelabeled && (text === statement.text || labeled.test(text))
  return { text: isUsable ? text : '', isLabelWrong: isUsable && isLabelWrong && line.statements[0] === statement }
}

/**
 * The blocks with words that the second read quotes for a claim; null if the source lacks these words, or if they lack
 * the numbers and names that the claim's citations seemed to lack. Facts about the source are in no block.
 */
function supportFor({ source, language }: Comparison, { statement, line, absent }: Claim, quoted: readonly string[]) {
  const ids = line.blocks.map(({ id }) => id)
  const { title, author, site } = source.document
  const facts = [title, author ?? '', site ?? ''].map(inSequence)
  const found = quoted.flatMap((words) => findQuote(source, words, ids, true) ?? [])
  const inFacts = quoted.filter((words) => facts.some((fact) => fact.includes(inSequence(words))))
  const said = [...found.map(({ text }) => text), ...inFacts].join(' … ')
  const texts = cellsOf(line.header, statement.text) ?? [statement.text]
  const others = absent.filter((part) => !texts.some((text) => mayBeCommon(text, part, language)))
  const isSupported = said !== '' && others.every((part) => supports(said, part, language, source.language))
  return isSupported ? found.flatMap(({ blocks }) => blocks) : null
}

/**
 * The verdicts of a second read on its claims, as far as the source confirms them.
 *
 * @param leaks whether a sentence reveals the instructions
 */
export function verdictsOf(
  { value: { wrong, supported, orders }, read }: SecondRead,
  claims: readonly Claim[],
  comparison: Comparison,
  leaks: Run['leaks'],
): Verdict[] {
  const corrections = new Map(wrong.map(({ statement, correction }) => [statement, correction]))
  return claims.slice(0, read).flatMap((claim, at): Verdict[] => {
    const { statement, line, missing, isDoubted } = claim
    const number = at + 1
    if (orders.includes(number)) return [{ statement, verdict: 'injected', evidence: [] }]
    const correction = corrections.get(number)
    if (correction !== undefined) {
      const { text, isLabelWrong } = readCorrection(comparison, claim, correction, leaks)
      const corrected: Verdict = { statement, verdict: 'wrong', evidence: text }
      return isLabelWrong ? [corrected, { statement: line.label, verdict: 'wrong', evidence: '' }] : [corrected]
    }
    const quoted = supported.flatMap((each) => (each.statement === number ? [each.words] : []))
    const evidence = missing.length > 0 ? supportFor(comparison, claim, quoted) : isDoubted ? [] : null
    return evidence === null ? [] : [{ statement, verdict: 'supported', evidence }]
  })
}

/** Has a new lead written from verified statements. Null if the call fails. */
export async function askForGist(run: Run, inquiry: Inquiry): Promise<{ text: string; blocks: string[] } | null> {
  const answer = await askAbout(run, inquiry, {
    instructions: gistInstructions(inquiry.budget.lengths.gist, run.writing, traitsOf(inquiry)),
    schema: gistAnswer,
    schemaName: schemaNames.gist,
  })
  return answer?.value ?? null
}
