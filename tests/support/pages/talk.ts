import { atSecond, part, summaryOf } from './citations.ts'

const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const at = atSecond

export const talk = summaryOf(
  {
    gist: [
      'Old software survives because of its tests, not its design: teams that delete tests to move faster slow down within a year.',
      at(72),
    ],
    takeaways: [
      [
        'Tests outlive code',
        'Of the code in the six systems she studied, a third was replaced; nine tests in ten stayed.',
        at(341),
        at(402),
      ],
      ['Slow tests', 'Suites that take more than ten minutes are skipped first, deleted later.', at(761)],
      [
        'One rule',
        'Each bug is first written down as a test that fails; everything else is taste.',
        at(1290),
        at(1338),
        at(1402),
      ],
      [
        'Rewrites',
        'Both rewrites in the study failed for the same reason: nobody knew what the old system did.',
        at(1985),
      ],
    ],
    quotes: [
      ['A test is a letter to someone who will never meet you.', 'Priya Raman', at(655)],
      [
        'We did not have a rewrite. We had two systems and half a team for each.',
        'Priya Raman, quoting an engineer',
        at(2011),
      ],
    ],
    page: {
      kind: 'talk',
      check: 'second_read',
      parts: [
        part(
          'The six systems',
          'table',
          [
            [['Payroll', '1994', '2,400', '96%'], at(318)],
            [['Ticketing', '2003', '11,900', '91%'], at(330)],
            [['Hospital records', '1999', '7,350', '88%'], at(352)],
          ],
          ['System', 'Begun', 'Tests', 'Tests kept'],
        ),
        part('What she recommends', 'bullets', [
          ['Measure the suite’s time every week, and make the slowest test someone’s task', at(812)],
          ['Name tests after behavior, so that they can be read as a manual', at(1120)],
          ['Delete a test only together with what it describes', at(1466)],
        ]),
        part('Questions from the audience', 'text', [
          [
            'Asked whether language models make tests cheap enough to throw away, she answers that cheap tests repeat what the code does, and that the expensive part is knowing what it should do.',
            at(2412),
          ],
        ]),
      ],
    },
  },
  {
    title: 'What thirty years of tests remember',
    originalUrl: url,
    contentType: 'youtube',
    site: 'YouTube',
    author: 'Slow Software Conference',
    publishedAt: '2026-05-17',
    sourceInfo: { readAs: 'captions by the author', durationSeconds: 2640, language: 'en' },
    coverage: { words: 6105, wordsRead: 6105, sections: 5, sectionsRead: 5 },
    basicSummary:
      'Raman looked at six systems that have run for more than twenty years, and asked what was left of their first version. Almost none of the code was, and almost all of the tests were. She takes that as a definition: the tests are the system, and the code is its current implementation.\n\nHer second point is about speed. Slow suites are not run; what is not run is not trusted; what is not trusted is deleted. The teams that deleted most had the longest time between releases twelve months later.',
  },
)
