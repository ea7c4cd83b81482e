import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/proof.ts'
import { knownBlocks } from './known-blocks.ts'

test('drops ids that the document does not have, drops repeats, and keeps the document’s order', async () => {
  const source = await sourceOf(['one', 'two', 'three'])
  const idsOf = (ids: string[]) => knownBlocks(source, ids).map(({ id }) => id)
  expect(idsOf(['b3', 'b1', 'b3'])).toEqual(['b1', 'b3'])
  expect(idsOf(['b4', 'B1', '', 'b01', '__proto__', 'constructor', 'b2'])).toEqual(['b2'])
  expect(idsOf([])).toEqual([])
})
