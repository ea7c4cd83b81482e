import { expect, test } from 'vitest'
import type { Block } from '../shared/document.ts'
import { cutSections } from './sections.ts'

const block = (id: number, headingPath: string[], text = 'Some words here.', chapter?: number): Block => ({
  id: `b${id}`,
  type: 'paragraph',
  text,
  headingPath,
  location:
    chapter === undefined ? { kind: 'paragraph', paragraph: id } : { kind: 'chapter', chapter, title: `Ch ${chapter}` },
})

test('cuts at the first level of headings that divides', () => {
  const blocks = [block(1, ['Title', 'One']), block(2, ['Title', 'One', 'Deep']), block(3, ['Title', 'Two'])]
  const sections = cutSections({ blocks })
  expect(sections.map((section) => section.title)).toEqual(['One', 'Two'])
  expect(sections[0]?.blocks).toHaveLength(2)
})

test('divides a huge section at the next level of headings', () => {
  const long = 'The harbor was dredged. '.repeat(2000)
  const blocks = [block(1, ['Notes']), block(2, ['Book', 'One'], long), block(3, ['Book', 'Two'], long)]
  expect(cutSections({ blocks }).map((section) => section.title)).toEqual(['Notes', 'One', 'Two'])
})

test('cuts a book at its chapters', () => {
  const sections = cutSections({
    blocks: [block(1, [], 'One.', 1), block(2, [], 'Two.', 1), block(3, [], 'Three.', 2)],
  })
  expect(sections.map((section) => section.title)).toEqual(['Ch 1', 'Ch 2'])
})

test('cuts a long text without headings into parts, a short one not at all', () => {
  const long = Array.from({ length: 60 }, (_, id) => block(id + 1, [], 'word '.repeat(100).trim()))
  expect(cutSections({ blocks: long })).toHaveLength(3)
  expect(cutSections({ blocks: long.slice(0, 3) })).toHaveLength(1)
})

test('keeps every block that is no heading', () => {
  const blocks = [{ ...block(1, []), type: 'heading' as const, level: 1 }, block(2, ['A']), block(3, ['B'])]
  const sections = cutSections({ blocks })
  expect(sections.flatMap((section) => section.blocks.map((entry) => entry.id))).toEqual(['b2', 'b3'])
})
