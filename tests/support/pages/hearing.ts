import { atParagraph, part, summaryOf } from './citations.ts'

const at = atParagraph

export const hearing = summaryOf(
  {
    gist: [
      'The ferry company asks for 4.2 million a year to keep the night boat to Skarn; the county council offers half and decides in March.',
      at(4),
      at(61),
    ],
    takeaways: [
      [
        'Company',
        'Helga Brandt says that the night boat loses 3.9 million a year and ends in May without a subsidy.',
        at(9),
      ],
      ['County', 'Councilor Adeyemi offers 2.1 million and wants the fuel contract put out to tender first.', at(22)],
      ['Hospital', 'Dr. Lien warns that 140 patients a year reach the mainland at night by boat alone.', at(35)],
      ['Promise', 'The company will publish its passenger figures for the winter before February 10.', at(47)],
    ],
    quotes: [['A helicopter that can’t fly in fog is not a substitute.', 'Dr. Lien', at(36)]],
    page: {
      kind: 'hearing',
      parts: [
        part('Who pays for the night boat?', 'debate', [
          [
            [
              'Helga Brandt, ferry company',
              'Wants the full loss covered: ticket prices rose 30 percent in two years, and a further rise would empty the boat.',
            ],
            at(9),
            at(12),
          ],
          [
            [
              'Councilor Adeyemi',
              'Against it: the company bought its fuel from its own parent at 14 percent above the market, so half of the loss is of its own making.',
            ],
            at(22),
            at(24),
          ],
          [
            [
              'Dr. Lien, hospital',
              'Sides with the company on the service and with the council on the fuel, because patients need the boat whoever pays.',
            ],
            at(35),
          ],
        ]),
        part('How the loss came about', 'text', [
          [
            'The boat carries 61 passengers a night on average, 20 fewer than before the bridge to Holm opened. The crew is fixed by law, so costs don’t fall with the passengers. Fuel is now the largest item.',
            at(14),
          ],
        ]),
        part('Questions left open', 'bullets', [
          ['What a smaller boat would cost: nobody at the hearing had figures.', at(52)],
          ['Whether the state pays for transports of patients.', at(55)],
        ]),
      ],
    },
  },
  {
    title: 'Night boat to Skarn: hearing of the transport committee',
    site: 'County council',
    publishedAt: '2026-01-14',
    coverage: { words: 8420, wordsRead: 8420, sections: 1, sectionsRead: 1 },
    basicSummary:
      'The ferry company asks for 4.2 million a year to keep the night boat to Skarn; the county council offers half and decides in March.',
  },
)
