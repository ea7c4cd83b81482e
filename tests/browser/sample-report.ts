import { pageOf, textPart } from '../support/pages/page-of.ts'
import { cited, stagedDocument, stagedResult } from '../support/staged-pipeline.ts'

/** An extracted annual report. */
export const harborReport = stagedDocument('Annual report 2025: a harbor that pays for itself', [
  [
    'Income',
    'Harbor dues rose to 4.1 million crowns, the most since the ferry line was closed in 1998.',
    'Almost all of the growth came from boats under twelve meters, which now fill nine berths in ten.',
  ],
  [
    'Dredging',
    'The channel silts up by thirty centimeters each winter, and a dredger must be hired from abroad.',
    'We have moved the same sand four times, and four times we have paid for it.',
  ],
  ['Plans', 'The board has decided to buy a dredger together with the two harbors to the north.'],
])

export const harborText = `Harbor dues rose to 4.1 million crowns in 2025, the most since the ferry line was closed in 1998. Almost all of the growth came from small boats, which now fill nine berths in ten.

What the dues brought in, the channel took away. It silts up by thirty centimeters each winter, and the dredger that clears it must be hired from abroad at a price that has doubled in five years.

The board has decided to buy a dredger together with the two harbors to the north. It expects the purchase to pay for itself in six winters, and asks the members to agree in April.`

const takeaways = [
  cited(harborReport, 'Dues rose to 4.1 million crowns, the most since 1998.', 'b1-1'),
  cited(
    harborReport,
    'Boats under twelve meters fill nine berths in ten and brought almost all of the growth.',
    'b1-2',
    'b1-1',
  ),
  cited(harborReport, 'The channel silts up by thirty centimeters a winter.', 'b2-1'),
  cited(harborReport, 'The same sand has been moved, and paid for, four times.', 'b2-2', 'b2-1', 'b3-1'),
  cited(harborReport, 'A dredger will be bought together with the two harbors to the north.', 'b3-1'),
]

const parts = [
  textPart(
    'Income',
    'Harbor dues rose to 4.1 million crowns, the most since the ferry line was closed in 1998. The report names one cause: boats under twelve meters, which now fill nine berths in ten and stay for longer than they did.',
    'It warns against taking the year for a rule. Two neighboring harbors were closed for repairs in June, and their guests may not return.',
  ),
  textPart(
    'Dredging',
    'The channel silts up by thirty centimeters each winter. No dredger is to be had in the country, so that one is hired from abroad, for a price that has doubled in five years.',
  ),
  textPart(
    'Plans',
    'The board has decided to buy a dredger together with the two harbors to the north. It would pay for itself in six winters.',
  ),
]

/** The report's summary with everything the top plan includes, and one unread section. */
export const harborSummary = stagedResult(harborReport, {
  page: pageOf({
    gist: cited(harborReport, 'The harbor pays for itself, as long as small boats keep coming.', 'b1-2'),
    takeaways,
    summary: harborText,
    parts,
    quotes: [
      cited(harborReport, 'We have moved the same sand four times, and four times we have paid for it.', 'b2-2'),
    ],
  }),
  coverage: { words: 31_204, wordsRead: 27_880, sections: 9, sectionsRead: 8, unread: ['Appendix C: Accounts'] },
})
