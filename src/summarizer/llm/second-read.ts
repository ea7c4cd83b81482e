import type { Block } from '../../shared/document.ts'
import type { SourceKind } from '../../shared/summary-page.ts'
import { estimateTokens } from '../models/estimate-tokens.ts'
import { stopWordsOf } from '../text/languages.ts'
import { stem, words } from '../text/tokens.ts'
import type { SourceText } from '../verification/source-text.ts'
import { pickSupport } from '../verification/supporting-blocks.ts'
import { gistAnswer, schemaNames, secondReadAnswer } from './answers.ts'
import type { Budget } from './budget.ts'
import { failureOf } from './errors.ts'
import { gistInstructions, secondReadInstructions } from './instructions.ts'
import { PassageSet, passageOf } from './passages.ts'
import { type ShownStatement, statementsPrompt } from './prompts.ts'
import type { Run } from './run.ts'
import { type Line, type Statement, shownText } from './statements.ts'

/** A statement to check, and the line that it is part of. */
export interface Claim {
  statement: Statement
  line: Line
}

/** What the second read says of the statements that it objects to. */
export interface Verdicts {
  /** Correct wordings; empty where the source bears out nothing of the statement. */
  corrections: ReadonlyMap<Statement, string>
  /** Words of the source, as the model gives them, for statements that the rules flagged. */
  support: ReadonlyMap<Statement, string>
  /** Statements that obey a passage addressed to a machine. */
  obeying: ReadonlySet<Statement>
}

/** Blocks that mention what a statement says is missing. */
const MENTIONS = 2
const money = /\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}/u

/** The first blocks that share a content word with a statement of silence; of an offer also one with an amount. */
function mentionsOf({ blocks, language }: SourceText, text: string, kind: SourceKind): Block[] {
  const stops = stopWordsOf(language)
  const wanted = new Set(words(text).flatMap((word) => (stops.has(word) || word.length < 4 ? [] : [stem(word)])))
  const found = blocks.filter((block) => words(block.text).some((word) => wanted.has(stem(word)))).slice(0, MENTIONS)
  const priced = kind === 'offer' ? blocks.find((block) => money.test(block.text)) : undefined
  return priced === undefined ? found : [...found, priced]
}

/** Blocks that a claim rests on, and those that may bear it out or contradict it all the same. */
function evidenceFor(
  run: Run,
  source: SourceText,
  { statement: { text, missing }, line }: Claim,
  kind: SourceKind,
): Block[] {
  if (line.role === 'title') return []
  const cited = pickSupport(source, text, line.blocks, run.writing.tag)
  const elsewhere = missing.length > 0 || cited.length === 0 ? pickSupport(source, text, [], run.writing.tag) : []
  return [...new Set([...cited, ...elsewhere, ...(line.isSilence ? mentionsOf(source, text, kind) : [])])]
}

/** Claims and the passages for them as a prompt shows them, as many as fit: those at the top of the page first. */
function showClaims(run: Run, source: SourceText, claims: readonly Claim[], kind: SourceKind, mostTokens: number) {
  const passages = new PassageSet()
  let tokens = 0
  const statements: ShownStatement[] = []
  for (const claim of claims) {
    const { statement, line } = claim
    const blocks = evidenceFor(run, source, claim, kind)
    const text = shownText(line, statement)
    const added = blocks.filter((block) => passages.add(block, statement.text))
    tokens += estimateTokens([text, ...added.map((block) => passageOf(block, statement.text))].join(' ')).likely + 10
    if (tokens > mostTokens) break
    statements.push({ text, blocks: blocks.map(({ id }) => id), missing: statement.missing })
  }
  return { statements, passages: passages.inOrder(source.blocks) }
}

/**
 * Has every statement of a page read again beside its passages, in one call.
 *
 * @returns null if the call fails: the page is then verified by rules alone
 */
export async function readAgain(
  run: Run,
  source: SourceText,
  claims: readonly Claim[],
  kind: SourceKind,
  budget: Budget,
): Promise<Verdicts | null> {
  const { statements, passages } = showClaims(run, source, claims, kind, budget.statements)
  try {
    const { value } = await run.ask({
      instructions: secondReadInstructions(run.writing),
      prompt: (marker) => statementsPrompt(run.facts, statements, passages, marker),
      schema: secondReadAnswer,
      schemaName: schemaNames.secondRead,
      isCheck: true,
      maxOutputTokens: budget.answers.secondRead,
    })
    const statementAt = (number: number): Statement[] => {
      const claim = claims[number - 1]
      return claim === undefined ? [] : [claim.statement]
    }
    return {
      corrections: new Map(
        value.wrong.flatMap(({ statement, correction }) => statementAt(statement).map((each) => [each, correction])),
      ),
      support: new Map(
        value.supported.flatMap(({ statement, words: said }) => statementAt(statement).map((each) => [each, said])),
      ),
      obeying: new Set(value.orders.flatMap(statementAt)),
    }
  } catch (error) {
    failureOf(error)
    return null
  }
}

/**
 * Has the lead of a page written anew from the statements that were verified.
 *
 * @returns its text and the ids it cites; null if the call fails
 */
export async function askForGist(
  run: Run,
  source: SourceText,
  claims: readonly Claim[],
  kind: SourceKind,
  budget: Budget,
): Promise<{ text: string; blocks: string[] } | null> {
  const { statements, passages } = showClaims(run, source, claims, kind, budget.statements)
  try {
    const { value } = await run.ask({
      instructions: gistInstructions(budget.lengths.gist, run.writing),
      prompt: (marker) => statementsPrompt(run.facts, statements, passages, marker),
      schema: gistAnswer,
      schemaName: schemaNames.gist,
      maxOutputTokens: budget.answers.secondRead,
    })
    return value
  } catch (error) {
    failureOf(error)
    return null
  }
}
