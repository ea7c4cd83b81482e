import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { book, paragraph, paragraphs, prose } from '../testing/documents.ts'
import { cutPieces, halveSection, nameSection, type Piece, packSections } from './split-source.ts'

const size = { target: 600, most: 800 }

async function pack(blocks: readonly Block[], of = size) {
  const pieces = cutPieces(blocks, of.target / 4)
  return { pieces, sections: packSections(pieces, of) }
}

const firstBlocks = (sections: Awaited<ReturnType<typeof pack>>['sections']) =>
  sections.map(({ pieces }) => pieces[0]?.block)

const arbitraryBlocks = fc
  .array(
    fc.record({
      words: fc.integer({ min: 1, max: 900 }),
      type: fc.constantFrom('paragraph' as const, 'heading' as const, 'list-item' as const, 'caption' as const),
      chapter: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((shapes) =>
    shapes.map(({ words, type, chapter }, at): Block => {
      const text = Array.from({ length: words }, (_, word) => `w${at}x${word}${word % 9 === 8 ? '.' : ''}`).join(' ')
      const title = `Part ${chapter}`
      return { id: `b${at + 1}`, type, text, headingPath: [title], location: { kind: 'chapter', chapter, title } }
    }),
  )

it('leaves out turns in which a speaker only laughs or coughs', () => {
  const turns = [
    'Ada: {vocalsound}',
    'Bo: We begin.',
    'Ada: [laughter] .',
    'Bo: {vocalsound} Yes.',
    'Ada: Good.',
    'Bo: Next.',
  ]
  const pieces = cutPieces(paragraphs(turns), 100)
  expect(pieces.map(({ block }) => block.id)).toEqual(['b2', 'b4', 'b5', 'b6'])
  expect(cutPieces([paragraph(1, 'Note: [redacted]')], 100)).toHaveLength(1)
})

describe('packing', () => {
  it('keeps all blocks once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBlocks, async (blocks) => {
        const { pieces, sections } = await pack(blocks)
        expect(sections.flatMap((section) => section.pieces)).toEqual(pieces)
        const words = pieces.flatMap(({ shown }) => shown.match(/w\d+x\d+/gu) ?? [])
        expect(words).toEqual(blocks.flatMap(({ text }) => text.match(/w\d+x\d+/gu) ?? []))
      }),
      { numRuns: 60 },
    )
  })

  it('keeps every section within its size without tiny last sections', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBlocks, async (blocks) => {
        const { sections } = await pack(blocks)
        for (const section of sections) expect(section.tokens).toBeLessThanOrEqual(size.most)
        const words = sections.reduce((sum, section) => sum + section.words, 0)
        if (words > 60) for (const section of sections) expect(section.words).toBeGreaterThanOrEqual(30)
      }),
      { numRuns: 60 },
    )
  })

  it('cuts at chapters that are about as large as a section', async () => {
    const { sections } = await pack(book(5, 4).blocks)
    expect(firstBlocks(sections).map((block) => block?.text)).toEqual([1, 2, 3, 4, 5].map((at) => `Chapter ${at}`))
  })

  it('packs small adjacent chapters whole into one section', async () => {
    const { sections } = await pack(book(12, 1, 3).blocks)
    expect(sections.length).toBeLessThan(6)
    for (const block of firstBlocks(sections)) expect(block?.type).toBe('heading')
  })

  it('cuts a large chapter before its headings', async () => {
    const blocks = Array.from({ length: 6 }, (_, part): Block[] => {
      const path = ['Chapter', `Part ${part}`]
      const heading: Block = { ...paragraph(part * 10 + 1, `Part ${part}`, ['Chapter']), type: 'heading', level: 2 }
      return [heading, ...[2, 3].map((at) => paragraph(part * 10 + at, prose(part * 10 + at), path))]
    }).flat()
    const { sections } = await pack(blocks)
    expect(sections.length).toBeGreaterThan(1)
    for (const block of firstBlocks(sections)) expect(block?.type).toBe('heading')
  })

  it('cuts a recording at its pauses', async () => {
    let clock = 0
    const blocks = Array.from({ length: 24 }, (_, at): Block => {
      const startSeconds = at % 6 === 0 ? clock + 8 : clock
      clock = startSeconds + 15
      return {
        ...paragraph(at + 1, prose(at, 2)),
        type: 'caption',
        location: { kind: 'time', startSeconds, endSeconds: clock },
      }
    })
    const { sections } = await pack(blocks, { target: 300, most: 400 })
    for (const block of firstBlocks(sections)) expect((Number(block?.id.slice(1)) - 1) % 6).toBe(0)
    expect(nameSection(sections[1]!)).toBe('1:46 to 3:16')
  })

  it('cuts a giant block at its sentences, in place', async () => {
    const giant = paragraph(7, prose(3, 400))
    const { sections } = await pack([giant])
    expect(sections.length).toBeGreaterThan(5)
    for (const { pieces } of sections) {
      expect(pieces.every(({ block }) => block === giant)).toBe(true)
      expect(pieces.at(-1)?.shown).toMatch(/\.$/u)
    }
  })

  it('cuts a text without sentences and spaces', async () => {
    const { pieces, sections } = await pack([paragraph(1, '漢'.repeat(5000))])
    expect(pieces.map(({ shown }) => shown).join('')).toBe('漢'.repeat(5000))
    for (const section of sections) expect(section.tokens).toBeLessThanOrEqual(size.most)
  })

  it('halves a section near its middle', async () => {
    const [section] = (await pack(book(1, 4).blocks, { target: 4000, most: 8000 })).sections
    const halves = halveSection(section!)
    expect(halves?.flatMap(({ pieces }) => pieces)).toEqual(section?.pieces)
    expect(halves?.[0].tokens).toBeGreaterThan(section!.tokens * 0.3)
    expect(halveSection({ ...section!, pieces: section!.pieces.slice(0, 1) })).toBeNull()
  })
})

const inChapter = (id: number, chapter: number, title?: string): Block => ({
  ...paragraph(id, 'Words.'),
  location: { kind: 'chapter', chapter, ...(title === undefined ? {} : { title }) },
})
const sectionOf = (blocks: Block[]) => ({
  pieces: blocks.map((block): Piece => ({ block, shown: block.text, tokens: 5, words: 1, continued: false })),
  words: blocks.length,
  tokens: 5 * blocks.length,
})

describe('the name of a section', () => {
  it.each([
    ['a chapter', [inChapter(1, 4, 'The Storm'), inChapter(2, 4, 'The Storm')], 'The Storm'],
    ['several chapters', [inChapter(1, 4), inChapter(2, 6)], 'sec. 4 to sec. 6'],
    ['paragraphs', [paragraph(3, 'One.'), paragraph(9, 'Two.')], '¶ 3 to ¶ 9'],
    [
      'a part',
      [paragraph(3, 'One.', ['Paper', 'Methods']), paragraph(4, 'Two.', ['Paper', 'Methods'])],
      'Methods (¶ 3 to ¶ 4)',
    ],
    [
      'several parts',
      [paragraph(3, 'One.', ['Paper', 'Methods']), paragraph(4, 'Two.', ['Paper', 'Results'])],
      'Methods to Results (¶ 3 to ¶ 4)',
    ],
    ['named chapters', [inChapter(1, 4, 'Storm'), inChapter(2, 6, 'Calm')], 'Storm to Calm'],
  ])('tells where it stands: %s', (_, blocks, name) => {
    expect(nameSection(sectionOf(blocks))).toBe(name)
  })
})
