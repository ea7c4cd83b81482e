import { z } from 'zod'
import { countWords } from '../../shared/words.ts'
import { ModelFailure } from '../models/model.ts'
import { isInOtherLanguage } from '../text/languages.ts'
import { type FullPageAnswer, fullPageAnswer, type PageAnswer, pageAnswer, schemaNames } from './answers.ts'
import type { Budget } from './budget.ts'
import { type Draft, fitDraft, isTooLongLine, readDraft, TAKEAWAY_WORDS, textsOf } from './draft.ts'
import { failureOf } from './errors.ts'
import { type Fault, pageInstructions, rankOf } from './instructions.ts'
import type { Lengths } from './lengths.ts'
import { isFinished, toPlainPartial } from './plain-text.ts'
import type { Marker } from './prompts.ts'
import type { Run } from './run.ts'

/** Lengths beyond these shares of the requested one are faults; others are cut or kept. */
const FAR_TOO_LONG = 1.5
const FAR_TOO_SHORT = 0.45
const SHORT_PARTS = 0.6
/** The same if the user chose the length. */
const REQUESTED_TOO_LONG = 1.15
/** A summary of less than this share of the least words counts as empty. */
const NOTHING = 0.2

/** Faults of a draft that need no source; any of them is a reason to ask again. */
function faultsOf(draft: Draft, lengths: Lengths, run: Run): Fault[] {
  const { gist, takeaways, summary } = draft
  const texts = textsOf(draft)
  const summaryWords = countWords(texts.summary)
  const partsWords = countWords(texts.parts)
  const { least, most } = lengths.summary ?? { least: 0, most: 0 }
  if (gist.text === '' || takeaways.length < Math.min(1, lengths.takeaways.least) || summaryWords < least * NOTHING)
    return ['empty']
  const { tag } = run.writing
  const isLanguageWrong = tag !== null && Object.values(texts).some((text) => isInOtherLanguage(text, tag))
  const isTooLong =
    countWords(texts.firstScreen) > lengths.firstScreen.most * FAR_TOO_LONG ||
    summaryWords > most * (run.options.maxWords === undefined ? FAR_TOO_LONG : REQUESTED_TOO_LONG) ||
    partsWords > (lengths.parts?.most ?? 0) * FAR_TOO_LONG
  const faults: Fault[] = []
  if (isLanguageWrong) faults.push('language')
  if (isTooLong) faults.push('too_long')
  if (summaryWords < least * FAR_TOO_SHORT) faults.push('too_short')
  if (partsWords < (lengths.parts?.least ?? 0) * SHORT_PARTS) faults.push('short_parts')
  if (!summary.every(({ text }) => isFinished(text))) faults.push('unfinished')
  if (isTooLongLine(gist.text, lengths.gist) || takeaways.some(({ text }) => isTooLongLine(text, TAKEAWAY_WORDS)))
    faults.push('long_lines')
  return faults
}

/** Input of a page. */
export interface Material {
  from: 'source' | 'notes'
  prompt: (marker: Marker) => string
}

const text = z.string().catch('')
const partialSchema = z.object({
  gist: z.object({ text }),
  takeaways: z.array(z.object({ label: text, text })).catch([]),
  summary: z.array(z.object({ text })).catch([]),
})
type PartialPage = z.infer<typeof partialSchema>

/** The page so far as text: the gist, a line for each takeaway, the summary. */
export function partialText({ gist, takeaways, summary }: PartialPage): string {
  const lines = takeaways.flatMap((each) => {
    return each.text === '' ? [] : [`- ${each.label === '' ? '' : `${each.label}: `}${each.text}`]
  })
  return [gist.text, lines.join('\n'), ...summary.map((paragraph) => paragraph.text)].filter(Boolean).join('\n\n')
}

/** Emits the page so far. */
function streamTo(run: Run): (partial: unknown) => void {
  let shown = ''
  const plain = (line: string): string => toPlainPartial(line, run.leaks)
  return (partial) => {
    const parsed = partialSchema.safeParse(partial)
    if (!parsed.success) return
    const { gist, takeaways, summary } = parsed.data
    const page = partialText({
      gist: { text: plain(gist.text) },
      takeaways: takeaways.map((line) => ({ label: plain(line.label), text: plain(line.text) })),
      summary: summary.map((line) => ({ text: plain(line.text) })),
    })
    if (page === '' || page === shown) return
    shown = page
    run.emit({ type: 'partial', text: page })
  }
}

async function ask(
  run: Run,
  material: Material,
  { lengths, answers }: Budget,
  faults: readonly Fault[],
): Promise<Draft> {
  const { writing, options } = run
  const { value } = await run.ask<PageAnswer | FullPageAnswer>({
    instructions: pageInstructions(material.from, { writing, lengths, advanced: options.advanced, faults }),
    prompt: material.prompt,
    schema: options.advanced ? fullPageAnswer : pageAnswer,
    schemaName: options.advanced ? schemaNames.fullPage : schemaNames.page,
    maxOutputTokens: answers.page,
    onPartial: streamTo(run),
  })
  const kind = value.kind ?? run.facts.detectedKind ?? undefined
  return readDraft({ ...value, kind }, lengths, run.leaks)
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
