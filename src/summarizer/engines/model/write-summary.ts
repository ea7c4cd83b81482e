import { z } from 'zod'
import { countWords } from '../../../shared/words.ts'
import { ModelFailure } from '../../models/model.ts'
import {
  type AdvancedSourceAnswer,
  advancedSourceAnswer,
  type SourceAnswer,
  schemaNames,
  sourceAnswer,
} from './answers.ts'
import type { Budget } from './budget.ts'
import { type Draft, faultsOf, fitDraft, toDraft } from './draft.ts'
import { failureOf } from './failures.ts'
import { type Fault, summaryInstructions } from './instructions.ts'
import type { Lengths } from './lengths.ts'
import { toPlainPartial } from './plain-text.ts'
import type { Marker } from './prompts.ts'
import type { Run } from './run.ts'

/** What a summary is written from. */
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

/** How much is wrong: of two drafts, the one with less of it is taken. */
function weigh(faults: readonly Fault[]): number {
  const weights: Record<Fault, number> = {
    empty: 100,
    language: 50,
    unproved: 20,
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
 * @returns a draft within its bounds, not yet proved
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
