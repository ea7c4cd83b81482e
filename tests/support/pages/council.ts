import { atSecond, part, summaryOf, under } from './citations.ts'

const at = (minute: number) => atSecond(minute * 60 + 7)

/** A council meeting, with details below its takeaways and a part of its own. */
export const council = summaryOf(
  {
    gist: [
      'The council keeps the night bus for one more winter, paid for with parking fees, and lets the bridge toll wait for a second count.',
      at(71),
      at(88),
    ],
    takeaways: [
      [
        'Night bus',
        'Line 9 runs until April on Fridays and Saturdays; the vote was eight to five, after the mayor had asked for an end of the line.',
        at(41),
        at(71),
      ],
      [
        'Parking',
        'Fees in the old town rise from 1.80 to 2.40 an hour in December, which should bring in 310,000 a year.',
        at(52),
      ],
      ['Bridge toll', 'The toll is put off, because the two counts of trucks differ by almost half.', at(88), at(90)],
    ],
    page: {
      kind: 'meeting',
      keyParts: [
        part('Decisions', 'bullets', [
          ['Line 9 runs until April 30, Fridays and Saturdays only.', at(71)],
          ['Parking in the old town costs 2.40 an hour from December 1.', at(74)],
        ]),
        part(
          'Next steps',
          'table',
          [
            [['Count trucks on the bridge again', 'Works department', 'January 31'], at(91)],
            [['Report riders of line 9 by stop', 'Ilse Brandt', ''], at(72)],
          ],
          ['Task', 'Who', 'By'],
        ),
      ],
      parts: [
        ...under(
          0,
          'Night bus',
          part('', 'text', [
            [
              'The mayor’s motion rested on 11 riders a night. Ilse Brandt, who drives the line, told the council that the counter at the rear door had been broken since May, and that she carries thirty on a Saturday. The works department confirmed the defect, though not the thirty.',
              at(33),
              at(36),
              at(39),
            ],
          ]),
          part('', 'debate', [
            [['Mayor Osei', 'Each ride costs the town 19 euros; a taxi voucher would cost 12.'], at(30)],
            [['Ilse Brandt', 'Drivers of taxis are home by one. The bakery’s shift starts at three.'], at(37)],
          ]),
        ),
        ...under(
          1,
          'Parking',
          part('', 'bullets', [
            ['Residents: their yearly card stays at 60 euros, for one car in each household.', at(53)],
            ['Shops: the first half hour stays free, which the traders had made a condition.', at(55)],
          ]),
        ),
        ...under(
          2,
          'Bridge toll',
          part(
            '',
            'table',
            [
              [['Works department', '412', 'March, by camera'], at(84)],
              [['Carriers’ association', '228', 'June, by log book'], at(84)],
            ],
            ['Count', 'Trucks a day', 'How'],
          ),
          part('', 'text', [
            [
              'Neither counted on Mondays, when the quarry delivers. The council wants both to stand at the bridge for the same two weeks.',
              at(90),
            ],
          ]),
        ),
        part(
          'Who is who',
          'table',
          [
            [['Kwame Osei', 'Mayor, independent'], at(1)],
            [['Ilse Brandt', 'Driver of line 9, speaks for the staff council'], at(33)],
          ],
          ['Name', 'Role'],
        ),
      ],
    },
  },
  {
    title: 'Town council of Hollen, November 3',
    sourceInfo: { readAs: 'subtitles', language: 'en', durationSeconds: 5980 },
    contentType: 'youtube',
    coverage: { words: 9120, wordsRead: 9120, sections: 2, sectionsRead: 2 },
    basicSummary:
      'The council keeps the night bus for one more winter, paid for with parking fees, and lets the bridge toll wait for a second count.',
  },
)
