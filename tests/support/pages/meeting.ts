import { atParagraph, part, summaryOf } from './citations.ts'

const line = atParagraph

export const meeting = summaryOf(
  {
    gist: [
      'The launch moves to May 12 because the payment review isn’t finished; the price stays at 18 euros a month.',
      line(14, 'Then we go on the twelfth. I would rather be late than refund everyone.'),
    ],
    takeaways: [
      [
        'Payment review',
        'The bank still needs two weeks; without its approval no card can be charged.',
        line(9),
        line(11),
      ],
      [
        'Price',
        'A discount for the first month was rejected: it would cost 40,000 euros and win few customers.',
        line(17),
      ],
      ['Support', 'Three people will answer the chat on launch day, from seven in the morning to midnight.', line(25)],
    ],
    quotes: [['I would rather be late than refund everyone.', 'Dana Okafor', line(14)]],
    page: {
      kind: 'meeting',
      keyParts: [
        part('Decisions', 'bullets', [
          ['The launch moves from April 28 to May 12.', line(14), line(15)],
          ['The price stays at 18 euros, without a discount.', line(18)],
        ]),
        part(
          'Next steps',
          'table',
          [
            [['Send the missing forms', 'Dana', 'April 17'], line(12)],
            [['Rewrite the announcement', 'Luis', 'April 20'], line(16)],
            [['Plan shifts for launch day', 'Mirjam', ''], line(26)],
          ],
          ['Task', 'Who', 'By'],
        ),
        part('Open questions', 'bullets', [['Can beta users keep their accounts after the launch?', line(30)]]),
      ],
      parts: [
        part('Why the date moved', 'text', [
          [
            'The bank asked for proof of identity of both owners, which nobody had sent. Dana found the request in a mailbox that no one reads. Luis argued for a launch without payments and an invoice later; Mirjam pointed out that invoices would take a person a day.',
            line(10),
          ],
        ]),
        part('Numbers mentioned', 'bullets', [
          ['1,140 people are on the waiting list', line(3)],
          ['Two in five of them opened the last letter', line(4)],
        ]),
      ],
    },
  },
  {
    title: 'Launch planning, April 14',
    sourceInfo: { readAs: 'pasted text', language: 'en' },
    coverage: { words: 3120, wordsRead: 3120, sections: 1, sectionsRead: 1 },
    basicSummary:
      'Dana reported that the bank has not approved card payments, because two forms were never sent. After weighing a launch without payments, the team agreed to wait two weeks.\n\nLuis proposed a discount for the first month to make up for the delay. Mirjam calculated what it would cost, and the proposal was dropped. The rest of the hour went to launch day: who answers, for how long, and what is said if something breaks.',
  },
)
