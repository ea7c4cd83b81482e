import { describe, expect, it } from 'vitest'
import { withoutLoop } from './loops.ts'

describe('withoutLoop', () => {
  it.each([
    ['the sea was calm the sea was calm the sea was calm the sea was', 'the sea was calm'],
    ['It was late. No, no, no, no, no, no,', 'It was late. No,'],
    ['once and once and', 'once and once and'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(withoutLoop(text)).toBe(expected)
  })
})
