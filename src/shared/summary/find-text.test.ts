import { expect, it } from 'vitest'
import { findPattern, rangesOf } from './find-text.ts'

const found = (text: string, query: string) =>
  rangesOf(text, findPattern(query)).map(({ start, end }) => text.slice(start, end))

it.each<[query: string, matches: string[]]>([
  ['salt', ['Salt', 'SALT', 'salt']],
  ['salt  was', ['Salt\nwas']],
  ["it's", ['it’s']],
  ['"cheap"', ['“cheap”']],
  ['(a+b)', ['(a+b)']],
  ['', []],
  [' ', []],
])('finds %j', (query, matches) => {
  expect(found('Salt\nwas “cheap”; SALT, it’s salt. (a+b)', query)).toEqual(matches)
})
