import { expect, it } from 'vitest'
import { readTitle } from './document.ts'

const paragraph = (text: string) => ({ type: 'paragraph' as const, text })

it.each([
  ['The harbor paid for itself in 1962. Nobody had expected that.', 'The harbor paid for itself in 1962'],
  ['Who counts the pools of Carrow? Volunteers do.', 'Who counts the pools of Carrow?'],
  ['岬の灯台の下にある潮だまりが調査された。一覧には四十一種が載っていた。', '岬の灯台の下にある潮だまりが調査された'],
  [
    '監視員は「足を入れないでください。」と言った。子どもたちは笑った。',
    '監視員は「足を入れないでください。」と言った',
  ],
  ['اکتوبر میں بندرگاہ نے اپنا خرچ نکال لیا۔ کسی کو امید نہ تھی۔', 'اکتوبر میں بندرگاہ نے اپنا خرچ نکال لیا'],
  ['समुद्र के कुंड पहली बार गिने गए। सूची छोटी थी।', 'समुद्र के कुंड पहली बार गिने गए'],
  ['LONDON, Jan. 5 (Reuters) - The harbor paid for itself. Nobody had.', 'The harbor paid for itself'],
  ['Feb. 23, 2015 -- The pools were counted. Volunteers did it.', 'The pools were counted'],
  ['BEIJING, China -- The pools were counted. Volunteers did it.', 'The pools were counted'],
  ['May 4, 2026 - Board Meeting Minutes', 'May 4, 2026 - Board Meeting Minutes'],
  ['Team meeting, March 3 – Notes', 'Team meeting, March 3 – Notes'],
  ['UKRAINE — What comes next', 'UKRAINE — What comes next'],
  ['The events of May 4 — A history of the pools', 'The events of May 4 — A history of the pools'],
  ['New York (CNN) The pools were counted. Volunteers did it.', 'The pools were counted'],
  ['NATO — What the harbor costs every year', 'NATO — What the harbor costs every year'],
  ['I quit my job -- Here is what I learned.', 'I quit my job -- Here is what I learned'],
  ['Dune, Part 2 — The review of the year', 'Dune, Part 2 — The review of the year'],
  ['World Health Organization (WHO) Director Ada Lind left.', 'World Health Organization (WHO) Director Ada Lind left'],
  [
    'The mayor thanked Dr. Lind of the U.N. Ocean Agency. She bowed.',
    'The mayor thanked Dr. Lind of the U.N. Ocean Agency',
  ],
  ['Gezählt wurden z. B. die Becken am Kap. Es waren 41.', 'Gezählt wurden z. B. die Becken am Kap'],
  ['La fuente de la Avda. del Puerto se secó. Nadie sabe por qué.', 'La fuente de la Avda. del Puerto se secó'],
  ['Protokoll vom 3. Mai. Anwesend waren alle.', 'Protokoll vom 3. Mai'],
  ['Färgen går igen den 17. Juni. Vi väntar.', 'Färgen går igen den 17. Juni'],
  ['The quay cost 1,250. Nobody had expected that.', 'The quay cost 1,250'],
  ['Le port coûte cher selon M. Roy. Il a tort.', 'Le port coûte cher selon M. Roy'],
  ['The quay opens in May. Tolls follow.', 'The quay opens in May'],
  ['The quay is finished. iPhone users saw it first.', 'The quay is finished. iPhone users saw it first'],
  ['Is it the U.S.? Nobody knows.', 'Is it the U.S.?'],
  ['Version 2.0 is here and it counts all pools', 'Version 2.0 is here and it counts all pools'],
])('titles a text without a title by its first sentence: %s', (text, title) => {
  expect(readTitle([paragraph(text)]).title).toBe(title)
})

it('uses a caption as the title only if there is no other text', () => {
  const caption = { type: 'caption' as const, text: 'The coat of arms of the county.' }
  expect(readTitle([caption, paragraph('The pools were counted.')]).title).toBe('The pools were counted')
  expect(readTitle([caption]).title).toBe('The coat of arms of the county')
})

it('uses a heading near the beginning as the title', () => {
  expect(readTitle([paragraph('By A. Vance'), { type: 'heading', level: 1, text: 'The pools' }]).title).toBe(
    'The pools',
  )
  expect(readTitle([]).title).toBe('')
})

it('uses the first full turn of a conversation as the title, which is none of its own', () => {
  const lines = [
    'Project Manager: Oh.',
    'Designer: Yeah?',
    'Marketing: Okay, so.',
    'Project Manager: {vocalsound} Right, let us begin with the new pools. Who counted them?',
  ]
  const talk = [...lines, ...lines, ...lines].map(paragraph)
  expect(readTitle(talk)).toEqual({ title: 'Right, let us begin with the new pools', isUntitled: true })
})
