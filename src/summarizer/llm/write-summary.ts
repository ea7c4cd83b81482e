import { z } from 'zod'
import { countWords } from '../../shared/words.ts'
import { ModelFailure } from '../models/model.ts'
import { isInOtherLanguage } from '../text/languages.ts'
import {
  type AdvancedSourceAnswer,
  advancedSourceAnswer,
  type SourceAnswer,
  schemaNames,
  sourceAnswer,
} from './answers.ts'
import type { Budget, Lengths } from './budget.ts'
import { failureOf } from './errors.ts'
import { type Fault, summaryInstructions } from './instructions.ts'
import {
  boundWords,
  cutToWords,
  dropUnfinished,
  isFinished,
  keepSentences,
  toPlainLine,
  toPlainPartial,
  toPlainText,
} from './plain-text.ts'
import type { Marker } from './prompts.ts'
import type { Run } from './run.ts'

/** A model's summary as plain text, not yet verified: its block ids may not exist. */
export interface Draft {
  basic: string
  takeaways: { text: string; blocks: string[] }[]
  advanced: { title: string; text: string }[]
  quotes: { text: string; block: string }[]
}

const MOST_PARTS = 40
const MOST_BLOCKS = 8
const TITLE_CHARACTERS = 120
const TAKEAWAY_WORDS = 60
/** Fewer words are no sentence. */
const LEAST_TAKEAWAY_WORDS = 3
/** A length is wrong by far beyond these shares of what was asked for; in between it is cut, or left as it is. */
const FAR_TOO_LONG = 1.5
const FAR_TOO_SHORT = 0.45
/** A summary that stays within this share of its bound reads better whole than cut. */
const LENIENCE = 1.15

/** The answer as plain text, with no more lines than anyone asked for. */
function toDraft(run: Run, answer: SourceAnswer | AdvancedSourceAnswer, lengths: Lengths): Draft {
  const line = (text: string): string => toPlainLine(text, run.leaks)
  return {
    basic: toPlainText(answer.summary, run.leaks),
    takeaways: answer.takeaways.slice(0, lengths.takeaways.most * 2).flatMap(({ text, blocks }) => {
      const plain = cutToWords(line(text), TAKEAWAY_WORDS)
      return countWords(plain) < LEAST_TAKEAWAY_WORDS ? [] : [{ text: plain, blocks: blocks.slice(0, MOST_BLOCKS) }]
    }),
    advanced:
      'advanced' in answer
        ? answer.advanced.slice(0, MOST_PARTS).map(({ title, text }) => ({
            title: line(title).slice(0, TITLE_CHARACTERS),
            text: toPlainText(text, run.leaks),
          }))
        : [],
    quotes: 'quotes' in answer ? answer.quotes.slice(0, lengths.quotes.most * 2) : [],
  }
}

function advancedWords(draft: Draft): number {
  return draft.advanced.reduce((sum, { text }) => sum + countWords(text), 0)
}

/** Faults of a draft that show without the source; any of them is a reason to ask again. */
function faultsOf(draft: Draft, lengths: Lengths, run: Run): Fault[] {
  if (draft.basic === '' || draft.takeaways.length === 0) return ['empty']
  const faults: Fault[] = []
  const { tag } = run.writing
  const all = [
    draft.basic,
    ...[draft.takeaways, draft.advanced].map((lines) => lines.map(({ text }) => text).join(' ')),
  ]
  if (tag !== null && all.some((text) => isInOtherLanguage(text, tag))) faults.push('language')
  const words = countWords(draft.basic)
  const most = lengths.basic.most * (run.maxWords === undefined ? FAR_TOO_LONG : LENIENCE)
  const longAdvanced = advancedWords(draft) > lengths.advanced.most * FAR_TOO_LONG
  if (words > most || longAdvanced) faults.push('too_long')
  if (words < lengths.basic.least * FAR_TOO_SHORT) faults.push('too_short')
  const texts = [draft.basic, ...draft.advanced.map(({ text }) => text)]
  if (texts.some((text) => text !== '' && !isFinished(text))) faults.push('unfinished')
  return faults
}

/** The draft within its bounds: cut at the ends of sentences, each part of the advanced summary by the same share. */
function fitDraft(draft: Draft, lengths: Lengths, run: Run): Draft {
  const basic = dropUnfinished(draft.basic)
  const share = Math.min(1, (lengths.advanced.most * LENIENCE) / Math.max(1, advancedWords(draft)))
  return {
    ...draft,
    basic:
      run.maxWords === undefined
        ? keepSentences(basic, Math.ceil(lengths.basic.most * LENIENCE))
        : boundWords(basic, run.maxWords),
    advanced: draft.advanced.map(({ title, text }) => {
      const finished = dropUnfinished(text)
      return { title, text: share < 1 ? keepSentences(finished, Math.ceil(countWords(text) * share)) : finished }
    }),
  }
}

/** Input of a summary. */
export interface Material {
  from: 'source' | 'notes'
  prompt: (marker: Marker) => string
}

const partialSchema = z.object({ summary: z.string() })

/** Hands on the basic summary as far as it has come. */
function streamTo(run: Run): (partial: unknown) => void {
  let shown = ''
  return (partial) => {
    const parsed = partialSchema.safeParse(partial)
    if (!parsed.success) return
    const text = toPlainPartial(parsed.data.summary, run.leaks)
    if (text === '' || text === shown) return
    shown = text
    run.emit({ type: 'partial', text })
  }
}

async function ask(
  run: Run,
  material: Material,
  budget: Budget,
  lengths: Lengths,
  faults: readonly Fault[],
): Promise<SourceAnswer | AdvancedSourceAnswer> {
  const { value } = await run.ask<SourceAnswer | AdvancedSourceAnswer>({
    instructions: summaryInstructions(material.from, { writing: run.writing, lengths, advanced: run.advanced, faults }),
    prompt: material.prompt,
    schema: run.advanced ? advancedSourceAnswer : sourceAnswer,
    schemaName: run.advanced ? schemaNames.advancedSource : schemaNames.source,
    maxOutputTokens: budget.answers.summary,
    onPartial: streamTo(run),
  })
  return value
}

/** Lengths for an answer that was cut off: two thirds of them. */
function shorter(lengths: Lengths): Lengths {
  const two = ({ least, most }: { least: number; most: number }) => ({
    least: Math.floor((least * 2) / 3),
    most: Math.ceil((most * 2) / 3),
  })
  return {
    basic: lengths.basic,
    advanced: two(lengths.advanced),
    takeaways: two(lengths.takeaways),
    quotes: two(lengths.quotes),
  }
}

/** Severity of a draft's faults: of two drafts, the one with less is used. */
function weigh(faults: readonly Fault[]): number {
  const weights: Record<Fault, number> = {
    empty: 100,
    language: 50,
    unsupported: 20,
    too_long: 4,
    too_short: 3,
    unfinished: 2,
  }
  return faults.reduce((sum, fault) => sum + weights[fault], 0)
}

/**
 * Has the summary written, and written once more where the first is plainly not what was asked for.
 *
 * @param earlier what was wrong with a draft that was thrown away before
 * @returns a draft within its bounds, not yet verified
 * @throws ModelFailure when no model writes it, `invalid` when nothing that they write can be shown
 */
export async function writeSummary(
  run: Run,
  material: Material,
  budget: Budget,
  earlier: readonly Fault[] = [],
): Promise<Draft> {
  const { lengths } = budget
  const first = await attempt(run, material, budget, lengths, earlier)
  const faults = faultsOf(first, lengths, run)
  if (faults.length === 0) return fitDraft(first, lengths, run)
  const second = await attempt(run, material, budget, lengths, faults).catch((error: unknown) => {
    failureOf(error)
    return first
  })
  const better = weigh(faultsOf(second, lengths, run)) <= weigh(faults) ? second : first
  if (isNothing(better, lengths))
    throw new ModelFailure('invalid', 'The summary or its takeaways were as good as empty.')
  return fitDraft(better, lengths, run)
}

/** A summary of less than this share of the least words says nothing of its source. */
const LEAST_SHARE = 0.2

function isNothing({ basic, takeaways }: Draft, lengths: Lengths): boolean {
  return takeaways.length === 0 || basic === '' || countWords(basic) < lengths.basic.least * LEAST_SHARE
}

/** One draft; asked for less where the answer was cut off. */
async function attempt(
  run: Run,
  material: Material,
  budget: Budget,
  lengths: Lengths,
  faults: readonly Fault[],
): Promise<Draft> {
  try {
    return toDraft(run, await ask(run, material, budget, lengths, faults), lengths)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== 'cut') throw failure
    return toDraft(run, await ask(run, material, budget, shorter(lengths), [...faults, 'too_long']), lengths)
  }
}
