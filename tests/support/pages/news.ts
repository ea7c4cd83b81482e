import { atParagraph, part, summaryOf } from './citations.ts'

const url = 'https://www.coast-courier.example/2026/11/ferry-strike-ends'
const at = atParagraph

export const news = summaryOf(
  {
    gist: [
      'Ferries run again from Monday: crews accepted a raise of 7 percent over two years and a guaranteed day off a week.',
      at(1),
    ],
    takeaways: [
      ['Vote', '62 percent of 1,840 crew members voted for the offer, on a turnout of 91 percent.', at(3)],
      ['Day off', 'From March no one may be called in on more than six days in a row.', at(5), at(6)],
      [
        'Cost',
        'The company expects 14 million dollars a year in wages and plans no higher fares before summer.',
        at(8),
      ],
      [
        'Dispute',
        'The mediator blames both sides; the union says the company waited for the storm season to end.',
        at(11),
        at(13),
      ],
    ],
    quotes: [
      ['Nobody won nineteen days of empty piers.', 'Helen Aguirre, mediator', at(11)],
      ['We signed because our members were tired, not because we were wrong.', null, at(13)],
    ],
    page: {
      kind: 'news',
      parts: [
        part('What was agreed', 'bullets', [
          ['4 percent from January 2027, 3 percent a year later', at(4)],
          ['At most six working days in a row, from March', at(5)],
          ['No penalties for those who went on strike', at(7)],
        ]),
        part('What happens next', 'text', [
          [
            'Six of eleven routes open on Monday at five in the morning. The night boats follow on Thursday, once their safety checks are done.',
            at(15),
          ],
        ]),
      ],
    },
  },
  {
    title: 'Ferry crews vote to end nineteen-day strike',
    originalUrl: url,
    site: 'Coast Courier',
    author: 'Amara Lindgren',
    publishedAt: '2026-11-19T21:40:00Z',
    coverage: { words: 1184, wordsRead: 1184, sections: 1, sectionsRead: 1 },
    basicSummary:
      'The strike that emptied eleven routes for nineteen days is over. Crews accepted the mediator’s third proposal on Thursday night, four points below their first demand.\n\nThe company calls the result affordable; the union calls it a beginning. Islands that had been supplied by air since November 3 will receive their first freight on Tuesday.',
  },
)

export const opinion = summaryOf(
  {
    gist: [
      'Cities should stop building new museums for ten years, the author argues, and open the ones they have at night.',
      at(2),
    ],
    takeaways: [
      ['Empty evenings', 'Most museums close at the hour at which most people leave work.', at(4)],
      ['Running costs', 'A new wing costs a city about a tenth of its price every year, forever.', at(6)],
    ],
    page: { kind: 'news', flags: ['opinion'], notices: ['short_source'], check: 'rules' },
  },
  {
    title: 'Leave the lights on',
    originalUrl: 'https://www.coast-courier.example/opinion/leave-the-lights-on',
    site: 'Coast Courier',
    author: 'Jonas Feld',
    publishedAt: '2026-10-02',
    coverage: { words: 612, wordsRead: 612, sections: 1, sectionsRead: 1 },
    basicSummary:
      'Cities should stop building new museums for ten years, the author argues, and open the ones they have at night.',
  },
)
