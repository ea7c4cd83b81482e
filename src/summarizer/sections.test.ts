import { expect, test } from 'vitest'
import type { Block } from '../shared/document.ts'
import { cutSections } from './sections.ts'

const pace = () => Promise.resolve()

const block = (id: number, headingPath: string[], text = 'Some words here.', chapter?: number): Block => ({
  id: `b${id}`,
  type: 'paragraph',
  text,
  headingPath,
  place:
    chapter === undefined ? { kind: 'paragraph', paragraph: id } : { kind: 'chapter', chapter, title: `Ch ${chapter}` },
})

test('cuts at the first level of headings that divides', async () => {
  const blocks = [block(1, ['Title', 'One']), block(2, ['Title', 'One', 'Deep']), block(3, ['Title', 'Two'])]
  const sections = await cutSections({ blocks }, pace)
  expect(sections.map((section) => section.title)).toEqual(['One', 'Two'])
  expect(sections[0]?.blocks).toHaveLength(2)
})

test('cuts a book at its chapters', async () => {
  const sections = await cutSections(
    { blocks: [block(1, [], 'One.', 1), block(2, [], 'Two.', 1), block(3, [], 'Three.', 2)] },
    pace,
  )
  expect(sections.map((section) => section.title)).toEqual(['Ch 1', 'Ch 2'])
})

test('cuts a long text without headings into parts, a short one not at all', async () => {
  const long = Array.from({ length: 60 }, (_, id) => block(id + 1, [], 'word '.repeat(100).trim()))
  expect(await cutSections({ blocks: long }, pace)).toHaveLength(3)
  expect(await cutSections({ blocks: long.slice(0, 3) }, pace)).toHaveLength(1)
})

test('keeps every block that is no heading', async () => {
  const blocks = [{ ...block(1, []), type: 'heading' as const, level: 1 }, block(2, ['A']), block(3, ['B'])]
  const sections = await cutSections({ blocks }, pace)
  expect(sections.flatMap((section) => section.blocks.map((entry) => entry.id))).toEqual(['b2', 'b3'])
})
