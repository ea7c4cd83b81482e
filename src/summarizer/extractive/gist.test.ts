import { describe, expect, test } from 'vitest'
import { documentOf, paragraph, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

const filler = Array.from(
  { length: 12 },
  (_, at) => `In ${1950 + at} the yard built ${at + 3} ships for traders of the north, each from ${at + 20} oaks.`,
)

const gistOf = async (texts: readonly string[], title: string, language = 'en'): Promise<string> =>
  (await extract(documentOf(paragraphs(texts), { title, kind: 'article', language }))).page.gist.text

const point =
  'Researchers in Velm found that the ship worm is eating the oldest piles of the harbor twice as fast as before.'

describe('a gist', () => {
  test.each([
    [
      'comes after a scene',
      'Why the harbor of Velm is sinking',
      ['On 3 May 1998, a fisherman heard a crack under his boat.', 'The morning was cold and the quay empty.', point],
      'Researchers in Velm found',
    ],
    [
      'is the lead that another sentence beats by a word of the title',
      'One of the best harbors could grow after the crane of Velm',
      [
        'The builders of Orla in the north are rising fast, with nine ships in a single year.',
        'Two traders paid for a crane in the harbor, which nine ships could use after the first storms of May.',
      ],
      'The builders of Orla',
    ],
    [
      'is no notice about the reader’s browser',
      'Browsers and canvas',
      ['Your reading system does not support canvas and scripts of this kind.', point],
      'Researchers in Velm found',
    ],
    [
      'names what it is about',
      'The room in which piles are read',
      [
        'Hidden behind the door of an office in the old Velm customs house, it looks like a school for young bakers.',
        'The laboratory of Velm has opened its first nine rooms for the study of ship worms.',
      ],
      'The laboratory of Velm has',
    ],
    [
      'is the turn after a scene',
      'The harbor of Velm needs a smaller crane',
      [
        'If a ship sinks in an old song, the harbor of that song has a crane that lifts it at once.',
        'In the songs of the north, crews sleep under its arm for a hundred years.',
        'Now the yard has studied which crane would serve the harbor.',
        'Like the crane of Orla, the one of the harbor would rest in winter.',
      ],
      'Now the yard has studied',
    ],
    [
      'is the lead that shares most with the title, even a long one',
      'Velm closes the harbor for a year',
      [
        'After three years without a word from the council of Velm, the harbor will close for a year, according to two members who spoke to the paper, so that the piles of its oldest quay, which were sunk before the great war, can be replaced by piles of steel.',
        'The ferry to Orla was built in 1950.',
      ],
      'After three years',
    ],
    [
      'is the sentence that clearly beats the lead by the title',
      'The ship worm is eating the oldest piles of Velm',
      [
        'Wood in the sea is a meal for many animals, from the smallest shrimp to the limpet.',
        'Nobody knows how many quays stand on it.',
        point,
      ],
      'Researchers in Velm found',
    ],
    [
      'keeps the lead with the next sentence, which limits it',
      'A toll for the harbor of Velm may rise',
      [
        'The toll for the harbor of Velm was to be a small one that traders could pay at once.',
        'But it may become a large one if the council agrees to the demands of the builders.',
      ],
      'But it may become a large one',
    ],
    [
      'is a short lead where only a far sentence is clear',
      'The view of the paper: a harbor on the brink',
      [
        'The delay of the council has only fed the anger.',
        'It is up to them to act.',
        'Velm waits.',
        'When the gates opened, they found nobody.',
        'They had left at night.',
        'It was too late for them.',
        'They never came back to it.',
        'Among the hundreds of people on the quay of Orla were said to be pupils of the school.',
      ],
      'The delay of the council',
    ],
    [
      'is a lead whose name follows its pronoun',
      'Sailors of Velm return',
      [
        'Their ship lost and savings gone, ninety Velmers came home on Monday from the yard in Orla.',
        'Some had left in May.',
      ],
      'Their ship lost',
    ],
    [
      'is a lead whose pronoun means the name in it',
      'Velm closes its harbor',
      [
        'With a stroke of his pen Mayor Lev Brandt closed the oldest harbor of the north for a whole year.',
        'Nobody in the inns of Orla had believed a word of what was told there in spring.',
      ],
      'With a stroke of his pen Mayor Lev Brandt',
    ],
    [
      'is a lead with some words of the title before a quotation with all of them',
      'The harbor plan is a bad joke: mayor',
      [
        'Lev Brandt has lost his temper as the council of Velm spoke of the harbor for the third time this year.',
        '"The plan for the harbor is a bad joke, and it was a bad joke before," Lev Brandt said on Monday.',
      ],
      'Lev Brandt has lost his temper',
    ],
    [
      'is not only what another text says',
      'The court of Velm on the quay',
      [
        '“The town of Velm shall keep a quay for the ships of all nations …”.',
        'The court of Velm found that the quay of the town may be closed for a year if another one stays open.',
      ],
      'The court of Velm found',
    ],
    [
      'may point at the source that it opens',
      'Ten things of the week',
      ['Hello!', 'This is the harbor news that you need to know today.', 'Two ships of Orla were sold on Monday.'],
      'This is the harbor news',
    ],
    [
      'is what stands before the first turn of an interview',
      'Ana Reyes on the harbor of Velm',
      [
        'The harbor of Velm will close for a year, and its master Ana Reyes explains what the town loses by it.',
        ...Array.from({ length: 8 }, (_, at) => [
          `Paper: Which of the ${at + 3} berths of the harbor will be closed first?`,
          `Ana Reyes: Berth number ${at + 2} has the oldest piles of the harbor, and ships of Orla need it least.`,
        ]).flat(),
      ],
      'The harbor of Velm will close for a year',
    ],
    [
      'continues with the sentence that has the figures',
      'A toll for the harbor of Velm rises',
      [
        'The toll for the harbor of Velm will rise in May, the council decided on Monday after a debate with the traders. Each ship will pay 40 euros a day instead of 12, which covers two thirds of the cost of a new quay.',
        'The ferry to Orla was built in 1950.',
      ],
      'The toll for the harbor of Velm will rise in May, the council decided on Monday after a debate with the traders. Each ship will pay 40',
    ],
    [
      'keeps a long lead with the next sentence, which limits it',
      'What the harbor of Velm does after the vote of the council',
      [
        'The master of the harbor of Velm told the council of the town half a year ago that he would seek a new quay for the boats of the fishermen and a lower toll for the traders of Orla and the north.',
        'But the vote of Monday keeps in place a council that has said that it will resist him on both of these, which means two more years of hard talks between people who hardly hide how little they trust each other.',
        'Ana Reyes called the vote a clear answer to all who had asked for a lower toll in Velm.',
      ],
      'The master of the harbor of Velm told the council',
    ],
    [
      'says what its subject is',
      'Ship worm',
      [
        'Many harbors suffer from the ship worm in warm summers.',
        'The ship worm is a clam that eats the wood of ships and piles.',
      ],
      'The ship worm is',
    ],
    [
      'is the line under the title if it is a sentence that sums up the text',
      'What the worms of Velm tell us about warm summers, deep seas and old towns',
      [
        'The masters of the harbor of Velm fear that warm winters bring more worms into the old piles',
        'Ana Reyes was just seven years old when she saw a worm of Velm for the first time in her life.',
      ],
      'The masters of the harbor of Velm fear',
    ],
    [
      'is no line under the title that says less than the lead',
      'Velm closes the harbor for a year',
      [
        'Ships of many nations leave for the yards of Orla after a long wait on Monday',
        'Velm closes the harbor for a year, so that the piles of its oldest quay can be replaced.',
      ],
      'Velm closes the harbor for a year',
    ],
    [
      'comes from a paragraph about the title after an anecdote about something else',
      'The ship worm question',
      [
        'Lev Brandt left the town of Orla in May with nine men and a cow.',
        'A storm took the cow. The men came home in June.',
        'Nobody in the inns of Orla believed a word of what Lev Brandt told there that summer.',
        'The ship worm question is about money, not about worms. Steel piles cost nine million crowns.',
      ],
      'The ship worm question is about money',
    ],
    [
      'has the words of the title where the lead has none',
      'Harbor masters wanted in Velm',
      [
        'Applications from all countries of the north are accepted until May.',
        'The town of Velm has openings for two harbor masters from July.',
      ],
      'The town of Velm has openings',
    ],
    [
      'is no far sentence with one word of the title after a scene',
      'The best boats of the year',
      [
        'As the summer comes to an end, the yards grow quiet.',
        'Builders in Velm launched nine ferries and a floating school since May.',
        'Nobody needed more than a week for one of them.',
        'The best rope is made in Orla, where nine families spin hemp.',
      ],
      'Builders in Velm launched',
    ],
    [
      'says what a paper is about',
      'How the ship worm can be found',
      [
        'Harbors have been built on wooden piles for a thousand years and more in nearly all countries of the north and south.',
        'This paper proposes a method to find piles that the ship worm has eaten before they break.',
      ],
      'This paper proposes',
    ],
  ])('%s', async (_, title, texts, opening) => {
    expect(await gistOf([...texts, ...filler], title)).toContain(opening)
  })

  test.each([
    ['no German lead whose pronoun has only nouns beside it', 'im Hafen hat er', 'Die Stadt Velm schließt'],
    ['a German lead whose pronoun has a name beside it', 'hat Herr Brandt in seinem Boot', 'An einem kalten Morgen'],
  ])('is %s', async (_, words, opening) => {
    const texts = [
      `An einem kalten Morgen ${words} lange auf die Schiffe gewartet und nichts davon gesehen.`,
      'Die Stadt Velm schließt ihren Hafen im Mai für ein ganzes Jahr, weil die alten Pfähle brechen.',
      'Der Rat der Stadt hat neun Millionen Kronen für neue Pfähle bewilligt, die im Herbst kommen.',
      'Die Fischer von Velm liegen bis dahin im Hafen von Orla, der zwölf Meilen weiter im Norden liegt.',
    ]
    expect(await gistOf(texts, 'Das Geheimnis des Bootsbauers', 'de')).toContain(opening)
  })

  test.each([
    ['Okay. So our aim is to plan a cheap crane for the harbor of Velm.', 'Chair: Our aim is to plan a cheap crane'],
    ['Welcome to the ninth meeting of the harbor board of Velm. We begin.', 'Chair: Welcome to the ninth meeting'],
    ['Welcome to the Harbors, Quays and Piles Committee this morning. We begin.', 'Chair: Welcome to the Harbors'],
    ['We are moving on to the design of the crane. Please begin.', 'Chair: We are moving on to the design'],
    [
      `Item 2 is an evidence session for our inquiry on cranes with ${'Ana Reyes, head of a yard, '.repeat(11)}and Ben Berg. We begin.`,
      'Chair: Item 2 is an evidence session',
    ],
    [
      'Welcome to the detailed design meeting. The decision we need to make is which crane Velm buys.',
      'Chair: The decision',
    ],
    ['Thank you for coming to this third meeting of the board. Our aim is to plan a crane for Velm.', 'Chair: Our aim'],
    [
      'I remind everyone that the meeting of the board is public. Our topic today is the crane of the harbor.',
      'Chair: Our topic',
    ],
  ])('of a meeting says what it is about: %s', async (opening, expected) => {
    const turns = [
      'Ana: The crane needs nine new cables before winter.',
      'Ben: The cables cost nine thousand crowns each.',
      'Chair: Thank you both.',
    ]
    const gist = await gistOf(
      [
        `Chair: ${opening}`,
        ...['nine', 'four', 'two'].flatMap((count) => turns.map((turn) => turn.replace('nine', count))),
      ],
      'Minutes',
    )
    expect(gist.slice(0, expected.length)).toBe(expected)
  })
})

test.each(['Ana', 'Nun Maria', 'Nu'])('the gist goes on only until it is on the topic: %s', async (name) => {
  const lead =
    'The council of Velm will close the harbor for a year from May, since the piles of its oldest quay are rotten.'
  expect(await gistOf([`${lead} ${name} Reyes spoke for the builders.`, ...filler], 'Velm closes its harbor')).toBe(
    lead,
  )
})

test.each([
  [
    'for words of the title',
    'Velm to sell the island of Orla for nine crowns',
    'The council of Velm surprised its people this spring by announcing that it would sell the island of Orla to them.',
    'Each of its buyers will pay nine crowns at the gate from May.',
  ],
  [
    'for what is true now',
    'Salt in the harbor of Velm may save its oldest piles',
    'Builders have been told for many years to keep the salt of the harbor of Velm away from its oldest piles.',
    'Now tests show the opposite: salt kills the worm that eats them.',
  ],
  [
    'for what is true now in German',
    'Salz im Hafen von Velm rettet die ältesten Pfähle',
    'Viele Jahre lang sollten die Arbeiter der Stadt das Salz im Hafen von Velm von den ältesten Pfählen aus Holz fernhalten.',
    'Jetzt zeigen Versuche das Gegenteil: Salz tötet den Wurm, der sie frisst.',
  ],
])('the gist goes on %s', async (name, title, lead, next) => {
  const language = name.endsWith('German') ? 'de' : 'en'
  expect(await gistOf([`${lead} ${next}`, ...filler], title, language)).toBe(`${lead} ${next}`)
})

test('the gist is from the conclusion where the lead leaves the topic open', async () => {
  const lead = 'Wood is a good thing to build with in all towns, from the north to the south.'
  const end = 'Steel piles would serve the harbor of Velm for a hundred years.'
  const blocks = [lead, ...filler].map((text, at) => paragraph(at + 1, text, ['Background']))
  const document = documentOf([...blocks, paragraph(99, end, ['Conclusion'])], {
    title: 'New piles for the harbor of Velm',
  })
  expect((await extract(document)).page.gist.text).toBe(end)
})

test.each([
  ['en', 'Nine new cranes for the harbor of Velm arrive in spring and the town pays half of their price (9 million)'],
  ['ja', 'ヴェルム港の新しいクレーン九基が来年の春に届き市は費用の半分を負担すると発表した'],
])('the gist is a standfirst without a full stop: %s', async (language, standfirst) => {
  const next = language === 'ja' ? '港の局長は月曜日に記者会見を開いた。' : 'The head of the harbor spoke on Monday.'
  const title = language === 'ja' ? 'ヴェルム港の新しいクレーン' : 'New cranes for the harbor of Velm'
  expect(await gistOf([standfirst, ...Array.from({ length: 4 }, () => next)], title, language)).toBe(standfirst)
})

test('the gist says the same only once', async () => {
  const lead = (verb: string): string =>
    `The council of Velm ${verb} a contract for thirty cranes of the yard in Orla on Monday.`
  expect(await gistOf([lead('has signed'), lead('signed'), ...filler], 'Velm buys thirty cranes')).toBe(
    lead('has signed'),
  )
})
