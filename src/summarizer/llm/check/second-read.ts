import type { Block } from '../../../shared/document.ts'
import type { SourceKind } from '../../../shared/summary/summary-page.ts'
import { estimateTokens } from '../../models/estimate-tokens.ts'
import { stopWordsOf } from '../../text/languages.ts'
import { stem, words } from '../../text/tokens.ts'
import { perSource, type SourceText } from '../../verification/source-text.ts'
import { pickSupport } from '../../verification/supporting-blocks.ts'
import { gistAnswer, schemaNames, secondReadAnswer } from '../answers.ts'
import type { Budget } from '../budget.ts'
import { failureOf } from '../errors.ts'
import { gistInstructions, type StatementTraits, secondReadInstructions } from '../instructions.ts'
import { type ShownStatement, statementsPrompt } from '../prompts.ts'
import type { Question, Run } from '../run.ts'
import { reportsAbsence } from './missing-facts.ts'
import { contentOf, PassageSet } from './passages.ts'
import { type Line, type Statement, shownText } from './statements.ts'

/** A statement to check, and the line that it is part of. */
export interface Claim {
  statement: Statement
  line: Line
}

/** Results of the second read. */
export interface Verdicts {
  /** The first statements, which fit the prompt. */
  read: number
  /** Correct wordings; empty if the source supports nothing of the statement. */
  corrections: ReadonlyMap<Statement, string>
  /** Claimed quotes of the source that support statements that the rules flagged. */
  support: ReadonlyMap<Statement, readonly string[]>
  /** Statements that obey a passage addressed to a machine. */
  obeying: ReadonlySet<Statement>
}

/** Most blocks that may mention a fact that a statement reports missing. */
const MENTIONS = 2
const money = /\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}/u

/** The first blocks that share a content word with a report of a missing fact; for an offer also one with an amount. */
function mentionsOf({ blocks, language }: SourceText, text: string, kind: SourceKind | null): Block[] {
  const stops = stopWordsOf(language)
  const wanted = new Set(words(text).flatMap((word) => (stops.has(word) || word.length < 4 ? [] : [stem(word)])))
  const found = blocks.filter((block) => words(block.text).some((word) => wanted.has(stem(word)))).slice(0, MENTIONS)
  const priced = kind === 'offer' ? blocks.find((block) => money.test(block.text)) : undefined
  return priced === undefined ? found : [...found, priced]
}

/**
 * Blocks up to this long are shown whole, and even if they share no word with a claim: turns of speech, items of a
 * list. For advanced summaries, which cost more anyway and retell more in words of their own, most blocks are.
 */
const SHORT_CHARACTERS = { basic: 240, advanced: 1200 }
const MAX_CITED = 40
/** Blocks of a claim that shares no word with those that it cites. */
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
const isGap = ({ isSilence }: Line, text: string): boolean => isSilence || reportsAbsence([text])

/**
 * Blocks that a claim cites, and others that may support or contradict it. Those that the page doesn't cite because
 * others have all their words are shown as well: they may bear out a clause in words of their own.
 */
function evidenceFor(
  run: Run,
  source: SourceText,
  { statement: { text, missing }, line }: Claim,
  kind: SourceKind | null,
): Block[] {
  if (line.role === 'title') return []
  const picked = pickSupport(source, text, line.citations, run.writing.tag)
  const content = contentOf(text, source.language)
  const related = line.blocks.filter((block) => !content.isDisjointFrom(contentsOf(source)(block)))
  const short = line.blocks.filter((block) => block.text.length <= shortFor(run))
  const found = [...picked, ...[...new Set([...related, ...short])].slice(0, MAX_CITED)]
  const cited = found.length > 0 ? found : line.blocks.slice(0, MAX_UNRELATED)
  const elsewhere = missing.length > 0 || cited.length === 0 ? pickSupport(source, text, [], run.writing.tag) : []
  return [...new Set([...cited, ...elsewhere, ...(isGap(line, text) ? mentionsOf(source, text, kind) : [])])]
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
  for (const claim of claims) {
    const { statement, line } = claim
    const blocks = evidenceFor(run, source, claim, kind)
    const text = shownText(line, statement)
    const added = blocks.map((block) => passages.add(block, statement.text))
    tokens += estimateTokens([text, ...added].join(' ')).likely + 10
    if (tokens > budget.statements) break
    statements.push({ text, blocks: idsOf(source, blocks), missing: statement.missing })
  }
  return { statements, passages: passages.inOrder(source.blocks) }
}

const traitsOf = ({ claims, kind }: Inquiry): StatementTraits => ({
  hasSilence: claims.some(({ line, statement }) => isGap(line, statement.text)),
  hasMissing: claims.some(({ statement }) => statement.missing.length > 0),
  isMeeting: kind === 'meeting',
})

/** Asks about claims; returns the answer and the number of claims that fit the prompt. Null if none does or the call fails. */
async function askAbout<T>(
  run: Run,
  inquiry: Inquiry,
  question: Pick<Question<T>, 'instructions' | 'schema' | 'schemaName' | 'isCheck'>,
): Promise<{ value: T; shown: number } | null> {
  const { statements, passages } = showClaims(run, inquiry)
  if (statements.length === 0) return null
  try {
    const { value } = await run.ask({
      ...question,
      prompt: (marker) => statementsPrompt(run.facts, statements, passages, marker),
      maxOutputTokens: inquiry.budget.answers.secondRead,
    })
    return { value, shown: statements.length }
  } catch (error) {
    failureOf(error)
    return null
  }
}

/**
 * Has every statement of a page read again beside its passages, in one call.
 *
 * @returns null if the call fails: the page is then verified by rules alone
 */
export async function readAgain(run: Run, inquiry: Inquiry): Promise<Verdicts | null> {
  const answer = await askAbout(run, inquiry, {
    instructions: secondReadInstructions(run.writing, traitsOf(inquiry)),
    schema: secondReadAnswer,
    schemaName: schemaNames.secondRead,
    isCheck: true,
  })
  if (answer === null) return null
  const { value, shown } = answer
  const statementAt = (number: number): Statement[] => {
    const claim = number <= shown ? inquiry.claims[number - 1] : undefined
    return claim === undefined ? [] : [claim.statement]
  }
  const support = new Map<Statement, string[]>()
  for (const { statement, words: quoted } of value.supported)
    for (const each of statementAt(statement)) support.set(each, [...(support.get(each) ?? []), quoted])
  return {
    read: shown,
    corrections: new Map(
      value.wrong.flatMap(({ statement, correction }) => statementAt(statement).map((each) => [each, correction])),
    ),
    support,
    obeying: new Set(value.orders.flatMap(statementAt)),
  }
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
