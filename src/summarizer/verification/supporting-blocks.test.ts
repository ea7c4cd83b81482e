import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { pickSupport } from './supporting-blocks.ts'

const paragraphs = [
  'The bridge over the Alder was closed on Monday after engineers found cracks in two of its pillars.',
  'Mayor Joan Reed said that the repair would cost 1.2 million dollars and take until October.',
  'Shopkeepers on the far bank fear for the summer; some have already lost half of their customers.',
  'The council meets again on Monday to talk about a ferry for the people of the far bank.',
  'Engineers of the railway use another bridge, farther down the Alder.',
]

async function supportOf(text: string, claimed: string[]): Promise<string[]> {
  const source = sourceOf(paragraphs)
  const blocks = claimed.flatMap((id) => source.blocks.filter((block) => block.id === id))
  return pickSupport(source, text, blocks).map(({ id }) => id)
}

test('keeps the claimed block that carries the takeaway and drops those that do not', async () => {
  expect(await supportOf('Repairing it costs 1.2 million dollars, says Mayor Reed.', ['b1', 'b2', 'b3'])).toEqual([
    'b2',
  ])
})

test('puts the best of several first, three at most', async () => {
  const places = await supportOf('Engineers found cracks in the pillars of the bridge over the Alder.', [
    'b5',
    'b4',
    'b1',
  ])
  expect(places[0]).toBe('b1')
  expect(places).not.toContain('b4')
  expect(
    (
      await supportOf('The bridge over the Alder, the repair, the shopkeepers, the council, the engineers.', [
        'b1',
        'b2',
        'b3',
        'b4',
        'b5',
      ])
    ).length,
  ).toBeLessThanOrEqual(3)
})

test('finds the block that clearly carries a takeaway whose claim is wrong', async () => {
  expect(await supportOf('Shopkeepers on the far bank have lost half of their customers.', ['b2'])).toEqual(['b3'])
})

test('keeps the claim where no block is clearly better', async () => {
  expect(await supportOf('The town has a problem.', ['b4', 'b2'])).toEqual(['b4', 'b2'])
})

test('keeps the first three of a claim in another language', async () => {
  expect(await supportOf('Händler fürchten um ihr Geschäft.', ['b3', 'b4', 'b1', 'b2'])).toEqual(['b3', 'b4', 'b1'])
})

test('goes by numbers where the words are in another language', async () => {
  expect(await supportOf('Die Reparatur kostet 1.2 Mio.', ['b1', 'b2'])).toEqual(['b2'])
})

test('has nothing to show where nothing was claimed and nothing is clear', async () => {
  expect(await supportOf('Something else entirely.', [])).toEqual([])
  expect(await supportOf('', ['b1'])).toEqual(['b1'])
})
