import { isReadByModel } from '../../../shared/summary/location-label.ts'
import { countWords } from '../../../shared/text/words.ts'
import { blockOf, occurrences } from '../../verification/source-text.ts'
import { TextRow } from '../../verification/tokens.ts'
import { linesOf } from './statements.ts'
import type { Check, Verdict } from './verdicts.ts'

const quotation = /[“„"«「『]([^“”„"«»「」『』]{1,600})[”“"»」』]/gu
/** Quotation marks around fewer words set off a term. */
const MIN_WORDS = 3

/** Finds statements with words in quotation marks that the source doesn't have, to the letter, or that only a language model saw. */
export const checkQuotations: Check = (page, source) =>
  linesOf(page).flatMap(({ statements }) =>
    statements.flatMap((statement): Verdict[] => {
      const isVerbatim = Array.from(statement.text.matchAll(quotation), ([, words = '']) => words)
        .filter((words) => countWords(words) >= MIN_WORDS)
        .every((words) => {
          const { tokens } = new TextRow(words.replace(/[.,!?;:…]{1,4}$/u, ''))
          const forms = tokens.map(({ form }) => form)
          return occurrences(source, forms).some(({ from }) => {
            const block = source.blocks[blockOf(source, from)]
            return block !== undefined && !isReadByModel(block)
          })
        })
      return isVerbatim ? [] : [{ statement, verdict: 'wrong', evidence: '' }]
    }),
  )
