import { countWords } from '../../../shared/words.ts'
import type { AdvancedSourceAnswer, SourceAnswer } from './answers.ts'
import { isInOtherLanguage } from './check-language.ts'
import type { Fault } from './instructions.ts'
import type { Lengths } from './lengths.ts'
import { toPlainLine, toPlainText } from './plain-text.ts'
import type { Run } from './run.ts'
import { boundWords, cutToWords, dropUnfinished, isFinished, keepSentences } from './shorten.ts'

/** A summary as a model wrote it, as plain text, before it is proved. Blocks are named, not yet known. */
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
export function toDraft(run: Run, answer: SourceAnswer | AdvancedSourceAnswer, lengths: Lengths): Draft {
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

/** What is wrong with a draft, as far as can be told without the source: reason enough to ask once more. */
export function faultsOf(draft: Draft, lengths: Lengths, run: Run): Fault[] {
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
export function fitDraft(draft: Draft, lengths: Lengths, run: Run): Draft {
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
