import { chaptersOf, part, summaryOf } from './citations.ts'

const at = chaptersOf([
  'Chapter 1. The Lamp',
  'Chapter 2. Fog',
  'Chapter 3. Letters',
  'Chapter 4. The Boat',
  'Epilogue',
])

export const story = summaryOf(
  {
    gist: [
      'A lighthouse keeper keeps the lamp burning for a ship that was lost years ago, and learns who has been sending her its letters.',
      at(1),
    ],
    takeaways: [
      ['The lamp', 'Orla refuses to let the light be automated, because a promise was made on it.', at(1), at(2)],
      ['The letters', 'Letters from the lost ship arrive each spring in a hand she doesn’t know.', at(3)],
      ['The boat', 'The boy who writes them is the son of the only sailor who survived.', at(4)],
    ],
    quotes: [['A light is only a question that nobody has answered yet.', 'Orla', at(2)]],
    page: {
      kind: 'story',
      flags: ['fiction'],
      parts: [
        part('Characters', 'bullets', [
          ['Orla Finn, keeper of the light for thirty-one years', at(1)],
          ['Teo, a boy from the mainland who brings the mail', at(3)],
          ['Captain Ashe, whose ship never arrived', at(1)],
        ]),
        part('What happens', 'text', [
          [
            'In the first winter the fog stays for forty days. Orla sleeps by the lamp and talks to the ship over a radio that nobody answers. When the authority writes that the light will be run by a switch on the mainland, she hides the letter.',
            at(2),
          ],
          [
            'The letters give her a reason to stay. She answers them, and Teo, who has written them, doesn’t know how to stop. In the end he takes her out to where the ship went down, and she puts out the lamp herself.',
            at(4),
            at(5),
          ],
        ]),
      ],
    },
  },
  {
    title: 'The Keeper of Low Point',
    contentType: 'epub',
    author: 'Maeve Callan',
    sourceInfo: { readAs: 'e-book', fileName: 'keeper-of-low-point.epub', language: 'en' },
    coverage: { words: 61_240, wordsRead: 61_240, sections: 5, sectionsRead: 5 },
    basicSummary:
      'Orla Finn has kept the light at Low Point since the winter in which a ship failed to arrive. Each spring she receives a letter from its captain, and each autumn she refuses to let the lamp be automated.\n\nThe novel follows her through one year, from the fog of the first chapter to the morning on which she rows out with the boy who carries the mail.',
  },
)
