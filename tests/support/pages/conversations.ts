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

export const interview = summaryOf(
  {
    gist: [
      'The clockmaker Ruta Banys closes her workshop after 41 years. No apprentice stayed, because repairs earn less than the rent.',
      at(2),
      at(18),
    ],
    takeaways: [
      ['Money', 'A tower clock pays 900 euros a year for its care; her rent is 1,350 euros a month.', at(18)],
      ['Apprentices', 'Of seven apprentices two finished, and both now repair medical pumps.', at(21)],
      ['What remains', 'She gives her 300 drawings to the city archive, which will scan them.', at(30)],
    ],
    quotes: [['A clock forgives you once.', 'Ruta Banys', at(11)]],
    page: {
      kind: 'interview',
      parts: [
        part('Learning the trade', 'text', [
          [
            'She began at sixteen with her uncle, who let her sort screws for a year. Her first own clock ran backward, and he made her keep it on the wall.',
            at(5),
          ],
        ]),
        part('Left open', 'bullets', [['Who will wind the clock of St. Anne from June on.', at(33)]]),
      ],
    },
  },
  {
    title: '“A clock forgives you once”',
    site: 'Vilnius Weekly',
    author: 'Jonas Petrauskas',
    publishedAt: '2026-04-02',
    coverage: { words: 2950, wordsRead: 2950, sections: 1, sectionsRead: 1 },
    basicSummary:
      'The clockmaker Ruta Banys closes her workshop after 41 years. No apprentice stayed, because repairs earn less than the rent.',
  },
)

export const column = summaryOf(
  {
    gist: [
      'Cities should charge for parking on every street, argues Mina Okoro: free parking is the largest subsidy that nobody voted for.',
      at(1),
    ],
    takeaways: [
      ['Reason', 'A parking space takes 12 square meters that rent for 180 euros a month next door.', at(3)],
      ['Evidence', 'In Harlund, where all streets have cost money since 2021, trips by car fell by 11 percent.', at(6)],
      ['Concession', 'Okoro grants that nurses on night shifts have no bus, and wants permits for them.', at(9)],
      ['Unanswered', 'She does not answer shop owners who say that customers drive to the mall instead.', at(10)],
    ],
    page: {
      kind: 'opinion',
      flags: ['opinion'],
      parts: [
        part('Free parking isn’t free', 'text', [
          [
            'Okoro begins with rents: whoever parks for nothing uses land that others pay for. The city builds and cleans it from taxes, so people without cars pay too.',
            at(2),
            at(3),
          ],
        ]),
        part('Does paid parking drive customers away?', 'debate', [
          [['Shop owners', 'Say that a third of their customers come by car and will go to the mall.'], at(10)],
          [
            [
              'Mina Okoro',
              'Says that shoppers stay shorter where parking costs money, so that more of them find a space.',
            ],
            at(11),
          ],
        ]),
      ],
    },
  },
  {
    title: 'The largest subsidy nobody voted for',
    site: 'The Harlund Post',
    author: 'Mina Okoro',
    publishedAt: '2026-05-20',
    coverage: { words: 1240, wordsRead: 1240, sections: 1, sectionsRead: 1 },
    basicSummary:
      'Cities should charge for parking on every street, argues Mina Okoro: free parking is the largest subsidy that nobody voted for.',
  },
)
