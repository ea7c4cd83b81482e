import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { inSourceOrder } from './source-text.ts'
import { pickSupport } from './supporting-blocks.ts'

/** Ids of the blocks that are cited for a statement for which a model cites one block. */
function citedFor(blocks: string[], text: string, cited: string, language = 'en'): string[] {
  const source = sourceOf(blocks)
  const claimed = source.blocks.filter(({ id }) => id === cited)
  return inSourceOrder(source, pickSupport(source, text, [claimed], language)).map(({ id }) => id)
}

const lantern = [
  'The lantern works of Oslund has made storm lamps since the days of sail.',
  'Its owner, Petra Oslund, took over the works from her uncle.',
  'She is 34 and learned the trade in Bergen.',
  'Last year the works sold lamps to eleven countries.',
  'Sales came to 2,480 lamps, a tenth more than in the year before.',
  'The works has no plans to move.',
  'Clean the glass with vinegar once a week.',
  'Trim the wick to 4 millimeters before every night.',
  'Never fill a lamp that is still warm, because the oil may catch fire.',
  'Visitors may see the works on Saturdays, and children enter free of charge.',
  'The baker next door, Petra Lund, sells them bread.',
]

test.each([
  ['moves a figure cited one paragraph off', 'Sales came to 2,480 lamps.', 'b4', ['b5']],
  ['moves a figure cited one paragraph too late', 'The works sold lamps to eleven countries.', 'b5', ['b4']],
  ['adds an age in the next block', 'Petra Oslund, 34, took over the works from her uncle.', 'b2', ['b2', 'b3']],
  ['moves advice cited to its neighbor', 'Trim the wick to 4 millimeters before every night.', 'b7', ['b8']],
  ['moves advice without a figure', 'Never fill a warm lamp: its oil may catch fire.', 'b8', ['b9']],
  [
    'adds a clause from elsewhere',
    'The works sold lamps to eleven countries, and children of visitors enter free of charge on Saturdays.',
    'b4',
    ['b4', 'b10'],
  ],
  ['adds a name from elsewhere', 'The works sold lamps; its owner learned the trade in Bergen.', 'b4', ['b3', 'b4']],
  ['adds no namesake', 'Since her uncle left, Petra Oslund leads the works.', 'b2', ['b2']],
  ['leaves a complete citation', 'Petra Oslund took over the works from her uncle.', 'b2', ['b2']],
  ['leaves a citation that other words retell', 'The works will stay where it is, without plans.', 'b6', ['b6']],
  ['adds nothing for the first word of a cell', 'Warm lamps | Night fills may catch fire', 'b9', ['b9']],
  ['adds nothing for the name of the topic', 'The works of Oslund has no plans to move.', 'b6', ['b6']],
])('%s', (_, text, cited, expected) => {
  expect(citedFor(lantern, text, cited)).toEqual(expected)
})

const talk = [
  'Host: So where did you grow up?',
  'Nadia: In Trondheim, with four sisters.',
  'Host: And did the school close?',
  'Nadia: Yes.',
  'Host: How long did the repair of the roof take?',
  'Nadia: The roof took nine weeks, and we paid for half of it.',
  'Host: Thank you. What comes next for the choir?',
  'Nadia: A tour.',
  'Host: The choir has nine sisters. Should they not sing first, as the nine sisters of the choir are the best?',
  'Nadia: All of us will sing in the order of our age.',
]

test.each([
  ['moves from a question to its answer', 'She grew up in Trondheim with four sisters.', 'b1', ['b2']],
  ['keeps the question of a bare answer', 'The school did close.', 'b3', ['b3', 'b4']],
  ['moves to an answer that repeats the question', 'The repair of the roof took nine weeks.', 'b5', ['b6']],
  ['keeps a question that the page asks as well', 'How long does the repair of the roof take?', 'b5', ['b5']],
  ['keeps the question of whoever asks', 'Nine sisters of the choir should sing first.', 'b9', ['b9']],
  ['keeps an answer as it is', 'The roof took nine weeks.', 'b6', ['b6']],
])('%s', (_, text, cited, expected) => {
  expect(citedFor(talk, text, cited)).toEqual(expected)
})

test('completes figures of a statement in another language than the source', () => {
  expect(citedFor(lantern, 'Der Umsatz lag bei 2.480 Lampen.', 'b4', 'de')).toContain('b5')
})

test('keeps a citation whose words other cited blocks have as well, though a neighbor adds a clause', () => {
  const source = sourceOf([
    'The guild of lamp makers keeps its rules in a book.',
    'In a trial with 40 keepers, brightness and price were found to shape the choice of a lamp directly.',
    'Thus weight was dropped from the rules, since brightness and price shape the choice directly.',
    'With the last version in print, the guild went on to test lamps on boats.',
  ])
  const text =
    'Weight was dropped in the last version in print, because brightness and price shape the choice directly.'
  const cited = source.blocks.slice(1, 3).map((block) => [block])
  expect(inSourceOrder(source, pickSupport(source, text, cited, 'en')).map(({ id }) => id)).toEqual(['b2', 'b3', 'b4'])
})
