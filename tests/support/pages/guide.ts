import { atParagraph, part, summaryOf } from './citations.ts'

const url = 'https://www.hearth-and-rye.example/sourdough-in-a-cold-kitchen'
const at = atParagraph

export const guide = summaryOf(
  {
    gist: [
      'In a cold kitchen, bread needs time rather than tricks: let the dough rise for 14 to 18 hours and judge it by volume.',
      at(2),
    ],
    takeaways: [
      ['Volume', 'The dough is ready when it has grown by two thirds, whatever the clock shows.', at(6)],
      ['Water', 'Below 18 °C use 5 percent less water, or the dough spreads in the oven.', at(8), at(9)],
      ['Steam', 'A covered pot replaces steam; take the lid off after 25 minutes.', at(15)],
    ],
    page: {
      kind: 'guide',
      parts: [
        part('You need', 'checklist', [
          ['500 g of bread flour, 50 g of whole rye', at(3)],
          ['365 g of water at 30 °C', at(3)],
          ['100 g of active starter', at(4)],
          ['11 g of salt', at(3)],
          ['A pot with a lid that can be heated to 250 °C', at(14)],
        ]),
        part(
          'Steps',
          'table',
          [
            [['1', 'Mix flour and water, rest', '1 hour'], at(5)],
            [['2', 'Add starter and salt, fold four times', '2 hours'], at(5), at(6)],
            [['3', 'Leave to rise at 15 to 18 °C', '14–18 hours'], at(6)],
            [['4', 'Shape, and rest in a floured cloth', '1 hour'], at(11)],
            [['5', 'Bake covered at 250 °C, then open', '25 + 20 min'], at(15)],
          ],
          ['', 'Step', 'Time'],
        ),
        part('If it goes wrong', 'bullets', [
          ['Flat loaf: it rose too long, or the starter was tired', at(18)],
          ['Pale crust: the lid stayed on too long', at(19)],
        ]),
      ],
      check: 'rules',
    },
  },
  {
    title: 'Sourdough in a cold kitchen',
    originalUrl: url,
    site: 'Hearth & Rye',
    author: 'Nora Svensson',
    publishedAt: '2025-12-08',
    coverage: { words: 1930, wordsRead: 1930, sections: 5, sectionsRead: 5 },
    basicSummary:
      'Most recipes assume a kitchen of 24 °C. This one is for kitchens of 15 to 18 °C, in which the same dough takes three times as long. Warming the dough in the oven is possible, but it dries out and tastes of little.\n\nThe method is a long, cold rise with a little more starter and a little less water than usual. The author weighs everything and ignores the clock: a straight-sided jar with a rubber band shows when the dough has grown enough.',
  },
)
