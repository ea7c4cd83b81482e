import { truncate } from '../../shared/format.ts'
import { countWords } from '../../shared/words.ts'
import { estimateTokens } from '../models/estimate-tokens.ts'
import { ModelFailure } from '../models/model.ts'
import { findQuote } from '../verification/find-quote.ts'
import { knownBlocks } from '../verification/source-index.ts'
import type { SourceText } from '../verification/source-text.ts'
import { type Notes, type SectionAnswer, schemaNames, sectionAnswer } from './answers.ts'
import type { Budget, NotesSize } from './budget.ts'
import { failureOf } from './errors.ts'
import { notesInstructions } from './instructions.ts'
import { cutToWords, toPlainLine } from './plain-text.ts'
import { notesPrompt } from './prompts.ts'
import type { Run } from './run.ts'

/** Blocks that one point may name. */
const MOST_BLOCKS = 4
const POINT_WORDS = 50
const QUOTE_WORDS = 80
/** Answers longer than asked for are cut only when they are much longer. */
const LENIENCE = 1.4

/**
 * An answer as notes: plain text, quotes as the source has them, points that rest on blocks of the source, and no
 * more of each than was asked for. Null where nothing is left.
 *
 * @param within ids of the blocks that were sent
 */
export function verifyNotes(
  answer: SectionAnswer,
  title: string,
  size: NotesSize,
  source: SourceText,
  within: ReadonlySet<string>,
  leaks: (sentence: string) => boolean,
): Notes | null {
  const summary = cutToWords(toPlainLine(answer.summary, leaks), Math.ceil(size.summaryWords * LENIENCE))
  const points = answer.points.slice(0, size.points * 2).flatMap((point) => {
    const text = cutToWords(toPlainLine(point.text, leaks), POINT_WORDS)
    const blocks = knownBlocks(source, point.blocks)
      .filter(({ id }) => within.has(id))
      .slice(0, MOST_BLOCKS)
    return text === '' || blocks.length === 0 ? [] : [{ text, blocks: blocks.map((block) => block.id) }]
  })
  const quotes = answer.quotes.slice(0, size.quotes * 2).flatMap((quote) => {
    const found = findQuote(source, quote.text, [quote.block])
    if (found === null || !found.blocks.every((block) => within.has(block.id))) return []
    const text = cutToWords(found.text, QUOTE_WORDS)
    const speaker = toPlainLine(quote.speaker, leaks)
    return text === '' ? [] : [{ text, speaker, block: found.blocks[0].id }]
  })
  if (summary === '' && points.length === 0) return null
  return { title, summary, points: points.slice(0, size.points), quotes: quotes.slice(0, size.quotes) }
}

/** Whether a model answered that there is nothing to note, as of an index or a list of contents. */
export function saysNothing({ summary, points, quotes }: SectionAnswer): boolean {
  return summary.trim() === '' && points.length === 0 && quotes.length === 0
}

/** Words of notes. */
export function wordsOfNotes({ summary, points, quotes }: Notes): number {
  return [summary, ...points.map(({ text }) => text), ...quotes.map(({ text }) => text)].reduce(
    (sum, text) => sum + countWords(text),
    0,
  )
}

/** Tokens that notes take in a prompt. */
export function tokensOfNotes(notes: Notes): number {
  const lines = [
    notes.title,
    notes.summary,
    ...notes.points.map(({ text }) => text),
    ...notes.quotes.map(({ text }) => text),
  ]
  const ids = notes.points.reduce((count, point) => count + point.blocks.length, notes.quotes.length)
  return lines.reduce((sum, line) => sum + estimateTokens(line).likely + 8, 0) + ids * 4
}

/** Each level leaves half as many notes or fewer, so this is enough for any source there is. */
const MOST_LEVELS = 14
const MOST_TITLE_CHARACTERS = 160

function tokensOf(notes: readonly Notes[]): number {
  return notes.reduce((sum, each) => sum + tokensOfNotes(each), 0)
}

/**
 * Neighbors in groups that fit one call, about equally large, none of a single note unless nothing fits beside it.
 *
 * @param wanted number of groups, where that many can be made of at least two notes each and fit
 */
export function groupNotes(notes: readonly Notes[], mostTokens: number, wanted = 1): Notes[][] {
  const needed = Math.ceil(tokensOf(notes) / mostTokens)
  const count = Math.max(1, needed, Math.min(wanted, Math.floor(notes.length / 2)))
  const target = Math.min(mostTokens, (tokensOf(notes) / count) * 1.05)
  const groups: Notes[][] = []
  let held = 0
  for (const [at, each] of notes.entries()) {
    const tokens = tokensOfNotes(each)
    const last = groups.at(-1)
    const alone = last?.length === 1 && held + tokens <= mostTokens
    const remainder = at === notes.length - 1 && held + tokens <= mostTokens
    if (last !== undefined && (held + tokens <= target || alone || remainder)) {
      last.push(each)
      held += tokens
    } else {
      groups.push([each])
      held = tokens
    }
  }
  return groups
}

function titleOf(notes: readonly Notes[]): string {
  const first = notes[0]?.title ?? ''
  const last = notes.at(-1)?.title ?? ''
  return truncate(first === last ? first : `${first} … ${last}`, MOST_TITLE_CHARACTERS)
}

/** Notes without what matters least in them: the last of their lines. */
function trim(notes: Notes): Notes {
  return {
    ...notes,
    points: notes.points.slice(0, Math.ceil(notes.points.length / 2)),
    quotes: notes.quotes.slice(0, Math.floor(notes.quotes.length / 2)),
  }
}

async function askToMerge(run: Run, group: readonly Notes[], budget: Budget): Promise<Notes> {
  const { value } = await run.ask({
    instructions: notesInstructions('group', run.writing, budget.notes),
    prompt: (marker) => notesPrompt(run.facts, group, marker),
    schema: sectionAnswer,
    schemaName: schemaNames.section,
    maxOutputTokens: budget.answers.notes,
  })
  const within = new Set(
    group.flatMap(({ points, quotes }) => [
      ...points.flatMap((point) => point.blocks),
      ...quotes.map((quote) => quote.block),
    ]),
  )
  const merged = verifyNotes(value, titleOf(group), budget.notes, await run.source(), within, run.leaks)
  if (merged === null) throw new ModelFailure('invalid', 'The merged notes were empty.')
  return merged
}

/** One note of several, or of each half of them where they are too long together. A failure is tried once more. */
async function mergeGroup(run: Run, group: readonly Notes[], budget: Budget, tries = 0): Promise<Notes[]> {
  const [only] = group
  if (only !== undefined && group.length === 1) return [trim(only)]
  try {
    return [await askToMerge(run, group, budget)]
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'too_long') {
      const middle = Math.ceil(group.length / 2)
      const halves = [group.slice(0, middle), group.slice(middle)]
      return (await Promise.all(halves.map((half) => mergeGroup(run, half, budget)))).flat()
    }
    if (tries === 0) return mergeGroup(run, group, budget, 1)
    throw failure
  }
}

/**
 * Merges notes, in as many levels as it takes, until they fit the call that makes the summary of them: into as many as
 * that call holds, because what is merged away is lost to the summary.
 *
 * @throws ModelFailure when a group can't be merged, `too_long` when the notes can't be made to fit
 */
export async function mergeNotes(run: Run, notes: readonly Notes[], budget: Budget): Promise<readonly Notes[]> {
  let current = notes
  // As little is merged as need be: each merging loses something.
  const wanted = Math.floor(budget.allNotes / budget.oneNote)
  for (let level = 0; tokensOf(current) > budget.allNotes; level += 1) {
    if (level === MOST_LEVELS) throw new ModelFailure('too_long', 'The notes do not fit one call.')
    const groups = groupNotes(current, budget.group, wanted)
    current = (await Promise.all(groups.map((group) => mergeGroup(run, group, budget)))).flat()
  }
  return current
}
