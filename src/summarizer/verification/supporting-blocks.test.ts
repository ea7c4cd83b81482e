import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import type { Block } from '../../shared/document.ts'
import { inSourceOrder } from './source-text.ts'
import { citationsBySentence, pickSupport } from './supporting-blocks.ts'

/** The same as `pickSupport`, in source order. */
const orderedSupport = (...of: Parameters<typeof pickSupport>): Block[] => inSourceOrder(of[0], pickSupport(...of))

/** Cites each block by itself. */
const singly = (blocks: readonly Block[]): Block[][] => blocks.map((block) => [block])

const paragraphs = [
  'The bridge over the Alder was closed on Monday after engineers found cracks in two of its pillars.',
  'Mayor Joan Reed said that the repair would cost 1.2 million dollars and take until October.',
  'Shopkeepers on the far bank fear for the summer; some have already lost half of their customers.',
  'The council meets again on Monday to talk about a ferry for the people of the far bank.',
  'Engineers of the railway use another bridge, farther down the Alder.',
]

function supportOf(text: string, claimed: string[], language = 'en'): string[] {
  const source = sourceOf(paragraphs)
  const blocks = claimed.flatMap((id) => source.blocks.filter((block) => block.id === id))
  return orderedSupport(source, text, singly(blocks), language).map(({ id }) => id)
}

test('keeps the claimed block that supports the takeaway and drops those that add nothing', () => {
  expect(supportOf('Repairing it costs 1.2 million dollars, says Mayor Reed.', ['b1', 'b2', 'b3'])).toEqual(['b2'])
})

test('keeps the only block that supports a clause', () => {
  const text =
    'Engineers found cracks in two pillars of the bridge over the Alder, so that it was closed, and the council will talk about a ferry.'
  expect(supportOf(text, ['b1', 'b2', 'b4'])).toEqual(['b1', 'b4'])
  expect(supportOf('Repairs take until October, while shopkeepers lose customers.', ['b3', 'b2'])).toEqual(['b2', 'b3'])
})

test('drops a block whose words others cover as well if more than four are claimed', () => {
  const text = 'Engineers found cracks in the pillars of the bridge over the Alder.'
  expect(supportOf(text, ['b5', 'b4', 'b3', 'b2', 'b1'])).toEqual(['b1'])
  expect(supportOf(text, ['b5', 'b4', 'b3', 'b1'])).toEqual(['b1', 'b5'])
  expect(supportOf(text, ['b5', 'b4', 'b1'])).toEqual(['b1', 'b5'])
})

test('keeps an answer that shares no word with the takeaway', () => {
  const source = sourceOf([
    'Ada: Can we agree that the charges exceed the gains?',
    'Bo: Yes, that is fair.',
    'Ada: Next.',
  ])
  const claimed = source.blocks.slice(0, 2)
  expect(orderedSupport(source, 'Ada and Bo agree that the charges exceed the gains.', singly(claimed), 'en')).toEqual(
    claimed,
  )
})

test('keeps a question beside an answer that says nothing alone', () => {
  const source = sourceOf([
    'Ada: Is our new ticket also for the trams?',
    'Bo: Okay.',
    'Ada: Old buses take it only with a stamp from the inspector.',
  ])
  const text = 'A ticket for trams was proposed, which old buses take only with a stamp from the inspector.'
  const claimed = source.blocks.filter((_, at) => at !== 1)
  expect(orderedSupport(source, text, singly(claimed), 'en')).toEqual(source.blocks)
})

test('keeps a claimed block that adds only a name', () => {
  const source = sourceOf([
    'The silver kettle of 1906 costs 199 coins this week.',
    'Get it from Amara.',
    'Get it from Amara soon.',
  ])
  const claimed = source.blocks.slice(0, 2)
  expect(orderedSupport(source, 'The silver kettle of 1906 costs 199 coins at Amara.', singly(claimed), 'en')).toEqual(
    claimed,
  )
})

test('cites three blocks at most, in source order', () => {
  const text = 'The bridge over the Alder, the repair, the shopkeepers, the council, the engineers of the railway.'
  const places = supportOf(text, ['b5', 'b4', 'b3', 'b2', 'b1'])
  expect(places).toHaveLength(3)
  expect(places).toEqual(places.toSorted())
})

test('finds the block that clearly supports a takeaway whose claim is wrong', () => {
  expect(supportOf('Shopkeepers on the far bank have lost half of their customers.', ['b2'])).toEqual(['b3'])
})

test('finds the digits of a takeaway where they are spelled out', () => {
  const spoken = [
    'Ada: So twenty five for a remote.',
    'Bo: Yes, that is the price we want, in euros.',
    'Ada: Then let us look at the drawings of the case that Carl has made.',
  ]
  const source = sourceOf(spoken)
  expect(orderedSupport(source, 'The price is 25 euros.', singly(source.blocks), 'en').map(({ id }) => id)).toEqual([
    'b1',
    'b2',
  ])
})

test('finds the numbers of a takeaway in tables that fill them with zeros', () => {
  const source = sourceOf([
    '1 | 16 | 2 | 26.5 | 3',
    'Group | Median\nPlacebo | 16.0000',
    'Group | Median\nDrug | 26.5000',
  ])
  const claimed = source.blocks.slice(1)
  expect(orderedSupport(source, 'At 16 and 26.5 months.', singly(claimed), 'en').map(({ id }) => id)).toEqual([
    'b2',
    'b3',
  ])
})

test('cites nothing for a takeaway that shares nothing with its blocks', () => {
  expect(supportOf('The town has a problem.', ['b4', 'b2'])).toEqual([])
  expect(supportOf('Something else entirely.', [])).toEqual([])
})

test('keeps the first three blocks of a takeaway in another language', () => {
  expect(supportOf('Händler fürchten um ihr Geschäft.', ['b3', 'b4', 'b1', 'b2'], 'de')).toEqual(['b1', 'b3', 'b4'])
})

test('prefers blocks with names and numbers of a takeaway in another language', () => {
  expect(supportOf('Die Reparatur kostet 1.2 Mio.', ['b1', 'b3', 'b4', 'b2'], 'de')).toContain('b2')
})

test('adds the short block that follows a claimed one and supports the rest of the takeaway', () => {
  const text = 'Engineers found cracks in the pillars; Mayor Joan Reed expects the repair to take until October.'
  expect(supportOf(text, ['b1'])).toEqual(['b1', 'b2'])
  expect(supportOf('The bridge over the Alder was closed.', ['b1'])).toEqual(['b1'])
})

test('finds a rounded figure of a takeaway in the table that has all its decimals', () => {
  const source = sourceOf([
    'The mean was underestimated.',
    'Mean | Error\n18.2899 | 2.1377',
    'Mean | Error\n23.5565 | 2.7247',
  ])
  const text = 'Means of 18.29 and 23.56 are underestimated.'
  expect(orderedSupport(source, text, singly(source.blocks), 'en').map(({ id }) => id)).toEqual(['b1', 'b2', 'b3'])
})

const talk = [
  'Project Manager: Next, the material of the case.',
  'Marketing: Titanium is what people like.',
  'Project Manager: Hm.',
  'Industrial Designer: Well, that is too expensive for us.',
  'Marketing: Maybe it is not that expensive for the case alone.',
  'Project Manager: Then let us take plastic for the case.',
  'Marketing: Yes.',
  'Industrial Designer: Good.',
]

test('takes the best turn of each run, and others that add something', () => {
  const source = sourceOf(talk)
  const [b1, b2, b3, b4, b5, b6] = source.blocks
  const runs = [
    [b1, b2, b3],
    [b4, b5, b6],
  ].map((run) => run.filter((block) => block !== undefined))
  const idsOf = (text: string) => orderedSupport(source, text, runs, 'en').map(({ id }) => id)
  expect(idsOf('Marketing praised titanium, and the team will take plastic.')).toEqual(['b2', 'b6'])
  // The turn of the speaker who is named, though another one has as many of the words.
  expect(idsOf('The industrial designer found titanium too expensive.')).toEqual(['b2', 'b4'])
  // Not a turn of which only the label recurs.
  expect(idsOf('The project manager asked about titanium.')).toEqual(['b2'])
})

test('keeps a place for each of three citations, however long the first one is', () => {
  const source = sourceOf([
    'The bridge is old.',
    'The old bridge over the Alder is narrow.',
    'The bridge over the Alder has two lanes, and one is for bicycles.',
    'A ferry costs less.',
    'The council votes in May.',
  ])
  const [b1, b2, b3, b4, b5] = source.blocks
  const citations = [[b1, b2, b3], [b4], [b5]].map((run) => run.filter((block) => block !== undefined))
  const text =
    'The bridge over the Alder has two lanes, one for bicycles; a ferry costs less, and the council votes in May.'
  expect(orderedSupport(source, text, citations, 'en').map(({ id }) => id)).toEqual(['b3', 'b4', 'b5'])
})

test('ranks the block with most of the takeaway first', () => {
  const source = sourceOf(paragraphs)
  const text = 'Engineers found cracks in two pillars of the bridge; the council meets again.'
  expect(pickSupport(source, text, singly(source.blocks.slice(0, 4).toReversed()), 'en')[0]?.id).toBe('b1')
})

test('gives citations in other words than a paragraph to each of its sentences that has citations', () => {
  const texts = [
    'Holm hat achtzig Plätze auf der Fähre.',
    'Fischer beklagen den Lärm der Motoren.',
    'Berg verspricht einen leiseren Rumpf.',
    'Die Robben am Riff sind geschützt.',
  ]
  const source = sourceOf(texts, { language: 'de' })
  const cited = source.blocks.map((block) => [block])
  const told = ['The ferry of Holm takes eighty cars, to the anger of anglers.', 'Berg promises a quieter hull.']
  const ids = citationsBySentence(source, told, cited).map((each) =>
    each.flatMap((blocks) => blocks.map(({ id }) => id)),
  )
  expect(ids).toEqual([
    ['b1', 'b2', 'b4'],
    ['b3', 'b2', 'b4'],
  ])
})
