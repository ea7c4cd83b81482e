import { atParagraph as at, part, summaryOf, under } from './citations.ts'

/** A column on reading rooms, with details below its takeaways. */
export const column = summaryOf(
  {
    gist: [
      'Libraries that closed their reading rooms to save money lost more visitors than rooms, argues a former librarian, who wants them reopened without staff in the evening.',
      at(2),
      at(31),
    ],
    takeaways: [
      [
        'Closures',
        'Since 2014, 61 of 140 branch libraries in the region have turned their reading rooms into offices or storage, mostly to save on heating and guards.',
        at(4),
      ],
      [
        'What was lost',
        'Visits fell by a third where the room went and by a tenth where it stayed, which the column takes as proof that people came for the chairs as much as for the books.',
        at(9),
        at(10),
      ],
      [
        'Open rooms',
        'Two towns let card holders in until midnight without staff; both report little damage, though neither counts what is stolen.',
        at(16),
        at(18),
      ],
      ['Objection', 'The union of librarians calls it a way to cut jobs in small steps.', at(23)],
      [
        'Proposal',
        'One room in each district should open from six to midnight for a year, and then be judged.',
        at(31),
      ],
    ],
    page: {
      kind: 'opinion',
      parts: [
        ...under(
          0,
          'Closures',
          part('', 'text', [
            [
              'The first rooms went in the winter of 2014, when the county halved its heating budget. What began as a measure for one season was never taken back: the radiators came off the walls, and the rooms were let to the registry office, the tax advisers and, in Hollen, a dentist.',
              at(5),
              at(6),
            ],
            [
              'Mireille Adeyemi, who ran the branch in Hollen for nineteen years, says that no council ever voted on it. The rooms were “rededicated” by memo, one after the other, because a memo needs no hearing.',
              at(7),
            ],
          ]),
        ),
        ...under(
          1,
          'What was lost',
          part('', 'text', [
            [
              'She compares the yearly counts at the doors, which the county publishes, for the ten branches that she knows best. They differ in size, and three moved to other buildings in those years, which she mentions and does not correct for.',
              at(8),
              at(11),
            ],
          ]),
          part(
            '',
            'table',
            [
              [['Hollen', 'closed 2015', '48,200', '29,900'], at(10)],
              [['Marsk', 'closed 2017', '31,500', '22,400'], at(10)],
              [['Upper Tarn', 'kept', '40,100', '37,000'], at(10), at(12)],
              [['Lisker Quay', 'kept', '22,700', ''], at(12)],
            ],
            ['Branch', 'Room', 'Visits 2013', 'Visits 2024'],
          ),
        ),
        ...under(
          2,
          'Open rooms',
          part('', 'bullets', [
            [
              'Upper Tarn: a card opens the door, a camera watches it, and a neighbor with a key is paid 300 a month to look in at ten.',
              at(16),
            ],
            ['Sennick: no camera; the room has only periodicals and books that the library was to give away.', at(17)],
            ['Both have had one broken window in three years. Nobody has counted the books.', at(18), at(19), at(20)],
          ]),
        ),
        ...under(
          3,
          'Objection',
          part('', 'debate', [
            [
              [
                'Librarians’ union',
                'A room without staff shows the treasurer that it works without staff. The next budget has no evening shift, and the one after that no librarian.',
              ],
              at(23),
              at(24),
            ],
            [
              [
                'Mireille Adeyemi',
                'There has been no evening shift since 2009. What is not there can’t be cut; what is open may be missed if it closes.',
              ],
              at(25),
            ],
          ]),
          part('', 'text', [
            [
              'She concedes that she retired on a full pension, and that it is easier to be calm about other people’s jobs from there.',
              at(27),
            ],
          ]),
        ),
        part('Points to weigh', 'bullets', [
          ['All figures are from ten branches of the author’s choice; three of them moved.', at(11)],
          ['It isn’t said what the trial would cost, nor by what it would be judged.', at(31), at(32)],
        ]),
      ],
    },
    quotes: [['We did not close the library. We only took away the part where you could stay.', null, at(28)]],
  },
  {
    title: 'Give us back the chairs',
    originalUrl: 'https://www.coast-courier.example/opinion/give-us-back-the-chairs',
    site: 'Coast Courier',
    author: 'Mireille Adeyemi',
    publishedAt: '2026-09-12',
    coverage: { words: 2140, wordsRead: 2140, sections: 1, sectionsRead: 1 },
    basicSummary:
      'Libraries that closed their reading rooms to save money lost more visitors than rooms, argues a former librarian, who wants them reopened without staff in the evening.',
  },
)
