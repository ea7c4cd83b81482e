import { atParagraph, part, summaryOf } from './citations.ts'

const url = 'https://encyclopedia.example/wiki/Basking_shark'
const at = atParagraph

export const reference = summaryOf(
  {
    gist: [
      'The basking shark is the second-largest fish alive; it filters plankton near the surface and is harmless to people.',
      at(1),
    ],
    takeaways: [
      ['Size', 'Adults reach 7 to 9 meters; the longest one measured was 12.27 meters, caught in 1851.', at(3)],
      ['Food', 'It filters up to 2,000 tons of water an hour through its gill rakers.', at(7), at(8)],
      ['Range', 'It follows plankton through temperate seas and crosses the equator at depth.', at(11)],
      ['Status', 'Endangered since 2018; fishing is banned in most of its range.', at(19), at(20), at(21)],
    ],
    page: {
      kind: 'reference',
      parts: [
        part('At a glance', 'table', [
          [['Length', '7–9 m'], at(3)],
          [['Weight', '4–5 t'], at(3)],
          [['Age at maturity', '12–20 years'], at(14)],
          [['Litter', 'six, in the only one on record'], at(15)],
          [['Top speed', ''], at(12)],
        ]),
        part('Behavior', 'text', [
          [
            'It swims with its mouth open at about 3.7 kilometers an hour and closes it every minute or so to swallow. Groups of up to a hundred gather in spring, mostly of one sex. Some leap clear of the water, for reasons that are disputed.',
            at(9),
          ],
        ]),
      ],
    },
  },
  {
    title: 'Basking shark',
    originalUrl: url,
    site: 'Open Encyclopedia',
    coverage: { words: 3412, wordsRead: 3412, sections: 9, sectionsRead: 9 },
    basicSummary:
      'The basking shark lives in temperate oceans and is named for its habit of feeding at the surface, as if in the sun. It is one of three sharks that eat plankton, and unlike the other two it filters passively.\n\nIt grows slowly and has few young, which is why numbers have not recovered from the fisheries of the twentieth century. Its liver oil was burned in lamps; its fins are still traded.',
  },
)

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

export const offer = summaryOf(
  {
    gist: [
      'A used cargo bike for 2,150 dollars, three years old, with a new battery and a year of warranty; pickup only.',
      at(1),
    ],
    takeaways: [
      ['Battery', 'Replaced in August; the seller promises 80 kilometers on a charge.', at(3)],
      ['Claims', '“Practically new” and “unbeatable price” are the seller’s words, without evidence.', at(2), at(6)],
    ],
    page: {
      kind: 'offer',
      flags: ['advert'],
      keyParts: [
        part('Terms', 'table', [
          [['Price', '$2,150, not negotiable'], at(1)],
          [['Warranty', 'one year on the battery'], at(4)],
          [['Delivery', 'pickup in Eastfield'], at(5)],
          [['Returns', ''], at(5)],
        ]),
      ],
      parts: [
        part('Equipment', 'bullets', [
          ['Rain cover and two child seats with belts', at(7)],
          ['Hydraulic brakes, serviced in August', at(8)],
        ]),
      ],
    },
  },
  {
    title: 'Cargo bike Porter 2, with a new battery',
    originalUrl: 'https://market.example/ads/48813',
    site: 'Eastfield Market',
    publishedAt: '2026-11-18',
    coverage: { words: 742, wordsRead: 742, sections: 1, sectionsRead: 1 },
    basicSummary:
      'The seller offers a cargo bike with a wooden box, bought new in 2023 and ridden 4,200 kilometers. The battery is new, the tires are not. Photos show a dent on the left side of the box, which the text doesn’t mention.',
  },
)
