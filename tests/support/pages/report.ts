import { atPage, part, summaryOf } from './citations.ts'

const url = 'https://harbor-institute.example/reports/mill-street.pdf'
const page = atPage

export const report = summaryOf(
  {
    gist: [
      'Closing Mill Street to cars raised shop sales by a ninth within two years, but only after deliveries got their own hours.',
      page(2, 'Sales of the businesses that stayed rose by 11.4 percent in the second year.'),
    ],
    takeaways: [
      [
        'Deliveries first',
        'Sales fell 6 percent in the first five months; every shop that closed did so before deliveries were moved to 6–10 a.m.',
        page(9, 'All four closures fell in the five months before the delivery window.'),
      ],
      [
        'Longer visits',
        'Footfall rose 31 percent, and people stayed 14 minutes longer, which explains most of the gain in sales.',
        page(
          11,
          'Over the two years footfall on Mill Street rose by 31 percent, against 3 and 5 percent on the comparison streets.',
        ),
        page(12, 'We estimate that three quarters of the additional sales follow from the longer visits.'),
        page(14, 'Diaries of 640 people show the same pattern on weekdays and Saturdays.'),
      ],
      [
        'Rents',
        'Rents have begun to rise; the authors warn that the gain may pass from tenants to owners by 2028.',
        page(21, 'Without a cap, the whole of the gain will have passed to owners by 2028.'),
      ],
      [
        'Parking',
        'Parked cars moved to the side streets for one winter, until permits brought them below the old level.',
        page(12),
      ],
    ],
    quotes: [
      ['We had counted every bench and not a single pallet.', 'Tomas Veld, city engineer', page(9)],
      ['My customers used to stop. Now they stay.', 'Owner of a book shop', page(13)],
    ],
    page: {
      kind: 'report',
      parts: [
        part('How it was measured', 'bullets', [
          ['Till receipts of 112 businesses, checked against tax returns for 38 of them', page(4)],
          ['Two comparison streets of the same length and rent', page(4)],
          ['Counters at six doors, day and night', page(5), page(6)],
        ]),
        part(
          'Sales by trade',
          'table',
          [
            [['Cafés and restaurants', '31', '+24%', '+3%'], page(15)],
            [['Books, music, toys', '12', '+19%', '−1%'], page(15)],
            [['Clothing', '27', '+6%', '+2%'], page(15)],
            [['Groceries', '18', '+4%', ''], page(16)],
            [['Furniture', '2', '−38%', '0%'], page(16)],
          ],
          ['Trade', 'Businesses', 'Mill Street', 'Comparison streets'],
        ),
        part('What went wrong at first', 'text', [
          [
            'Deliveries were the one thing nobody had planned for. Vans were turned away from the first morning on, and the two lanes behind the street were too narrow for them. Four shops closed before the council gave suppliers four hours each morning.',
            page(8),
          ],
          ['When the window opened, losses stopped within a quarter.', page(9)],
        ]),
        part('What the authors propose', 'checklist', [
          ['Plan delivery hours before the first bollard is set', page(22)],
          ['Cap the rise of commercial rents for five years', page(22)],
          ['Introduce residents’ permits on side streets from the first day', page(23)],
        ]),
      ],
    },
  },
  {
    title: 'The street that gave up its cars',
    originalUrl: url,
    site: 'Harbor Institute',
    author: 'Ines Marlow',
    publishedAt: '2026-03-04',
    sourceInfo: { readAs: 'PDF text', pages: 24, language: 'en', note: 'The two maps on page 7 contain no text.' },
    coverage: { words: 8420, wordsRead: 8420, sections: 6, sectionsRead: 6 },
    basicSummary:
      'The institute followed 112 businesses on Mill Street from a year before its closure to two years after it. The first months were bad: suppliers could not reach the shops, and four of them closed. When the council gave deliveries their own hours, losses stopped within a quarter.\n\nFrom then on the street gained on every comparison street. Cafés and book shops gained most; the two furniture shops moved to the ring road. Residents of the side streets, who had opposed the plan, now favor it by two to one.',
  },
)
