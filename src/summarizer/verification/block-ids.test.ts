import { describe, expect, test } from 'vitest'
import { readCitations } from './block-ids.ts'

const known = new Set(Array.from({ length: 90 }, (_, at) => `b${at + 1}`))

describe('readCitations', () => {
  test.each([
    ['b40', ['b40']],
    ['[b40]', ['b40']],
    ['B58', ['b58']],
    ['63', ['b63']],
    [63, ['b63']],
    ['block b53', ['b53']],
    ['Block 53.', ['b53']],
    ['b79-b82', ['b79', 'b80', 'b81', 'b82']],
    ['b79–82', ['b79', 'b80', 'b81', 'b82']],
    ['b81 to b79', ['b79', 'b80', 'b81']],
    ['b88-b95', ['b88', 'b89', 'b90']],
    ['b1, b2 and b3', ['b1', 'b2', 'b3']],
    [
      ['b3', '[b4]', 5, 'b3'],
      ['b3', 'b4', 'b5'],
    ],
    [[['b7']], ['b7']],
    ['b040', ['b40']],
    ['¶1', ['b1']],
    ['b_5', ['b5']],
    ['#b4', ['b4']],
    ['block-8', ['b8']],
  ])('reads %j', (value, ids) => {
    expect(readCitations(value, known).flat()).toEqual(ids)
  })

  test.each([
    ['b91'],
    ['chapter'],
    [''],
    [null],
    [undefined],
    [{ id: 'b1' }],
    [1.5],
    [-3],
    ['web2'],
    ['b1000000000000'],
  ])('drops %j', (value) => {
    expect(readCitations(value, known)).toEqual([])
  })

  test('reads ids as they are where the document has them', () => {
    expect(readCitations(['intro', 'b1'], new Set(['intro']))).toEqual([['intro']])
  })

  test('bounds a range by the blocks of the document', () => {
    expect(readCitations('b1-b999999999', known).flat()).toHaveLength(90)
  })

  test('keeps the blocks of a range together', () => {
    expect(readCitations(['b7-b9', 'b2, b3', 'b8'], known)).toEqual([['b7', 'b8', 'b9'], ['b2'], ['b3']])
  })
})
