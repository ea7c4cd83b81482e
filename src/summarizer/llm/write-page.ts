import { z } from 'zod'
import type { ExtractedDocument } from '../../shared/document.ts'
import type { PartialPage } from '../../shared/summary/partial-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { isDeclaredOpinion } from '../kind.ts'
import type { Lengths } from '../lengths.ts'
import { ModelFailure } from '../models/model.ts'
import { isFinished } from '../text/cut-text.ts'
import { isInOtherLanguage } from '../text/languages.ts'
import {
  type FocusedAnswer,
  type FullPageAnswer,
  focusedFullPageAnswer,
  focusedPageAnswer,
  fullPageAnswer,
  type PageAnswer,
  pageAnswer,
  schemaNames,
} from './answers.ts'
import type { Budget } from './budget.ts'
import { type Draft, type DraftPart, fitDraft, isTooLongLine, placeDetails, readDraft, textsOf } from './draft.ts'
import { failureOf } from './errors.ts'
import { type Fault, pageInstructions, rankOf } from './instructions.ts'
import { dropOpenLinks } from './plain-text.ts'
import type { Marker } from './prompts.ts'
import type { Run } from './run.ts'

/** Lengths beyond these shares of the requested one are faults; others are cut or kept. */
const FAR_TOO_LONG = 1.5
const FAR_TOO_SHORT = 0.45
const SHORT_PARTS = 0.4
/** Parts of fewer times the words of the summary can't be kept, even if the summary is cut. */
const SHORT_PARTS_FACTOR = 3
/** The same if the user chose the length. */
const REQUESTED_TOO_LONG = 1.15
/** A summary of less than this share of the least words counts as empty. */
const NOTHING = 0.2

/** Faults of a draft that need no source; any of them is a reason to ask again. */
function faultsOf(draft: Draft, lengths: Lengths, run: Run): Fault[] {
  const { gist, takeaways, summary } = draft
  // How much a source has on a focus shows only when it is read.
  const mayBeShort = run.facts.focus !== undefined
  const texts = textsOf(draft)
  const summaryWords = countWords(texts.summary)
  const partsWords = countWords(texts.parts)
  const { least, most } = lengths.summary ?? { least: 0, most: 0 }
  if (
    gist.text === '' ||
    takeaways.length < Math.min(1, lengths.takeaways.least) ||
    (!mayBeShort && summaryWords < least * NOTHING)
  )
    return ['empty']
  const { tag } = run.writing
  const isLanguageWrong = tag !== null && Object.values(texts).some((text) => isInOtherLanguage(text, tag))
  const isTooLong =
    countWords(texts.firstScreen) > lengths.firstScreen * FAR_TOO_LONG ||
    summaryWords > most * (run.options.maxWords === undefined ? FAR_TOO_LONG : REQUESTED_TOO_LONG) ||
    partsWords > (lengths.parts?.most ?? 0) * FAR_TOO_LONG
  const faults: Fault[] = []
  if (isLanguageWrong) faults.push('language')
  if (isTooLong) faults.push('too_long')
  if (!mayBeShort && summaryWords < least * FAR_TOO_SHORT) faults.push('too_short')
  const isFitted = lengths.parts !== null && run.options.maxWords === undefined && summaryWords > 0
  const leastParts = isFitted ? summaryWords * SHORT_PARTS_FACTOR : (lengths.parts?.least ?? 0) * SHORT_PARTS
  if (!mayBeShort && partsWords < leastParts) faults.push('short_parts')
  if (!summary.every(({ text }) => isFinished(text))) faults.push('unfinished')
  // A single long takeaway is not worth another call.
  const long = takeaways.filter(({ text }) => isTooLongLine(text, lengths.takeawayWords))
  if (isTooLongLine(gist.text, lengths.gist) || long.length * 2 > takeaways.length) faults.push('long_lines')
  return faults
}

/** Input of a page. */
export interface Material {
  from: 'source' | 'notes'
  prompt: (marker: Marker) => string
}

const partialAnswer = z.object({
  ...fullPageAnswer.shape,
  takeaways: fullPageAnswer.shape.takeaways.catch([]),
})

/** The texts of a draft, and the blocks that it cites, if they exist. Its quotes are shown once they are found in the source. */
export function pageOf(
  { kind, flags, gist, takeaways, keyParts, summary, parts }: Draft,
  { blocks }: Pick<ExtractedDocument, 'blocks'>,
): PartialPage {
  const ids = new Set(blocks.map(({ id }) => id))
  const existing = (cited: readonly string[]): string[] => cited.filter((id) => ids.has(id))
  const keyLines = keyParts.flatMap(({ lines }) => lines)
  const shown = ({ lines, ...part }: DraftPart) => ({ ...part, lines: lines.map(({ cells }) => cells) })
  return {
    kind,
    flags,
    gist: gist.text,
    takeaways: takeaways.map(({ label, text, blocks: cited }) => ({ label, text, blocks: existing(cited) })),
    keyParts: keyParts.map(shown),
    summary: summary.map(({ text }) => text),
    parts: placeDetails(parts, takeaways).map(shown),
    quotes: [],
    cited: existing([gist, ...keyLines, ...takeaways, ...summary].flatMap((line) => line.blocks)),
  }
}

/** An answer with the kind and the flag that the source declares, if it has none. */
const withKind = <T extends PageAnswer>({ facts }: Run, answer: T): T => ({
  ...answer,
  kind: answer.kind ?? facts.kinds[0],
  flags: isDeclaredOpinion(facts) ? [...answer.flags, 'opinion' as const] : answer.flags,
})

/** Emits the page so far. */
function streamTo(run: Run, lengths: Lengths): (partial: unknown) => void {
  return (partial) => {
    const { data } = partialAnswer.safeParse(dropOpenLinks(partial))
    if (data === undefined) return
    const page = pageOf(readDraft(withKind(run, data), lengths, run.leaks), run.document)
    if (page.gist !== '') run.emit({ type: 'partial', page })
  }
}

/** The schema of a page. */
function formOf(isAdvanced: boolean, isFocused: boolean) {
  if (!isFocused)
    return isAdvanced
      ? { schema: fullPageAnswer, schemaName: schemaNames.fullPage }
      : { schema: pageAnswer, schemaName: schemaNames.page }
  return isAdvanced
    ? { schema: focusedFullPageAnswer, schemaName: schemaNames.focusedFullPage }
    : { schema: focusedPageAnswer, schemaName: schemaNames.focusedPage }
}

async function ask(
  run: Run,
  material: Material,
  { lengths, answers }: Budget,
  faults: readonly Fault[],
): Promise<Draft> {
  const { writing, options } = run
  const { kinds, isUntitled = false, focus } = run.facts
  const { value } = await run.ask<PageAnswer | FullPageAnswer | FocusedAnswer>({
    instructions: pageInstructions(material.from, {
      writing,
      lengths,
      advanced: options.advanced,
      kinds,
      isUntitled,
      isFocused: focus !== undefined,
      faults,
    }),
    prompt: material.prompt,
    ...formOf(options.advanced, focus !== undefined),
    maxOutputTokens: answers.page,
    onPartial: streamTo(run, lengths),
  })
  return readDraft(withKind(run, value), lengths, run.leaks)
}

/**
 * Has the page written, and a second time if the first has faults.
 *
 * @param earlier faults of a draft that was rejected before
 * @returns a draft within its bounds, not yet verified
 * @throws ModelFailure when no model writes it, `invalid` when no answer is usable
 */
export async function writePage(
  run: Run,
  material: Material,
  budget: Budget,
  earlier: readonly Fault[] = [],
): Promise<Draft> {
  const { lengths } = budget
  let draft = await ask(run, material, budget, earlier)
  let faults = faultsOf(draft, lengths, run)
  if (faults.length > 0) {
    const second = await ask(run, material, budget, faults).catch((error: unknown) => {
      failureOf(error)
      return draft
    })
    const secondFaults = faultsOf(second, lengths, run)
    if (rankOf(secondFaults) >= rankOf(faults)) {
      draft = second
      faults = secondFaults
    }
  }
  if (faults.includes('empty'))
    throw new ModelFailure('invalid', 'The gist, the takeaways or the summary were missing.')
  return fitDraft(draft, lengths, run.document.words, run.options.maxWords)
}
