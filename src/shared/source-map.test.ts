import { expect, it } from 'vitest'
import type { SourceBlock } from './document.ts'
import { sourceMapOf, startsOf, stripOf } from './source-map.ts'

const block = (id: string, text: string, level?: number): SourceBlock => ({
  id,
  type: level === undefined ? 'paragraph' : 'heading',
  ...(level === undefined ? {} : { level }),
  text,
  location: { kind: 'paragraph', paragraph: 1 },
})
const of = (length: number) => 'x'.repeat(length)

const blocks = [
  block('t', of(10), 1),
  block('h1', of(10), 2),
  block('a', of(180)),
  block('sub', of(10), 3),
  block('b', of(290)),
  block('h2', of(10), 2),
  block('c', of(290)),
  block('d', of(200)),
]

it('draws a source to scale, in sections, with what is cited', () => {
  const map = sourceMapOf(blocks)
  expect(map.headings.map(({ index }) => index)).toEqual([0, 1, 5])
  expect(startsOf(map)).toEqual([0, 0.01, 0.02, 0.2, 0.21, 0.5, 0.51, 0.8, 1])
  expect(stripOf(map, new Set(['a', 'c', 'd', 'unknown']))).toEqual({
    sections: [0, 10, 500],
    // Passages that touch are one.
    cited: [
      [20, 200],
      [510, 1000],
    ],
  })
})

it('has no sections without headings, and nothing for an empty source', () => {
  expect(stripOf(sourceMapOf([block('a', of(5)), block('b', of(5))]), new Set(['b']))).toEqual({
    sections: [],
    cited: [[500, 1000]],
  })
  expect(stripOf(sourceMapOf([]), new Set(['b']))).toEqual({ sections: [], cited: [] })
})

it('names the speakers of a transcript', () => {
  const turns = ['Ann: Good morning .', 'Ben: Hello .', 'Ann: So .', 'Ben: Well .', 'Ann: Right .', 'Ben: Yes .']
  expect(sourceMapOf(turns.map((text, index) => block(`b${index}`, text))).speakers).toEqual(['Ann', 'Ben'])
  expect(sourceMapOf(blocks).speakers).toEqual([])
})
