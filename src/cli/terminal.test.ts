import { describe, expect, test } from 'vitest'
import { widthOf } from './terminal.ts'

describe('widthOf', () => {
  test.each([
    [[120, 90], 120],
    [[undefined, 90], 90],
    [[0, 0], 80],
    [[0, 100], 100],
    [[undefined, undefined], 80],
  ])('of %j is %i columns', (reported, width) => expect(widthOf(reported)).toBe(width))
})
