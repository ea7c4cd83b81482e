import { atParagraph, part, summaryOf } from './citations.ts'

const at = atParagraph

export const letter = summaryOf(
  {
    gist: [
      'The housing association raises the rent by 38 dollars from February and asks for objections by December 15.',
      at(1),
    ],
    takeaways: [
      ['Reason', 'Heating costs rose 22 percent; the reserve no longer covers them.', at(2)],
      ['Relief', 'Tenants with a city pass can apply to keep the old rent until July.', at(4), at(5)],
    ],
    page: {
      kind: 'letter',
      notices: ['short_source', 'instructions_in_source'],
      keyParts: [
        part('To do', 'checklist', [
          ['Object in writing by December 15', at(6)],
          ['Send the city pass number to apply for the old rent', at(5)],
        ]),
      ],
    },
  },
  {
    title: 'Your rent from February 2027',
    contentType: 'document',
    site: null,
    author: 'Alder Court Housing Association',
    publishedAt: '2026-11-12',
    sourceInfo: { readAs: 'Word document', pages: 1, fileName: 'rent-letter.docx', language: 'en' },
    coverage: { words: 318, wordsRead: 318, sections: 1, sectionsRead: 1 },
    basicSummary:
      'From February 1, 2027, the rent for the apartment rises from 940 to 978 dollars a month. The association explains the change with the price of gas and lists what it has saved elsewhere. Anyone who disagrees can write to the office or come on Tuesdays between four and six.',
  },
)
