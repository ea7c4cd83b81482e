import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { countWords } from '../../shared/text/words.ts'

export function paragraph(id: number, text: string, headingPath: string[] = []): Block {
  return { id: `b${id}`, type: 'paragraph', text, headingPath, location: { kind: 'paragraph', paragraph: id } }
}

export const paragraphs = (texts: readonly string[]): Block[] => texts.map((text, at) => paragraph(at + 1, text))

export function documentOf(blocks: Block[], facts: Partial<ExtractedDocument> = {}): ExtractedDocument {
  return {
    kind: 'text',
    title: 'A test',
    author: null,
    site: null,
    language: 'en',
    publishedAt: null,
    url: null,
    thumbnailUrl: null,
    words: blocks.reduce((sum, block) => sum + countWords(block.text), 0),
    blocks,
    sourceInfo: { readAs: 'pasted text' },
    ...facts,
  }
}

const subjects = ['the harbor', 'the old mill', 'the river', 'the market', 'the railway', 'the school', 'the garden']
const verbs = ['was rebuilt', 'was closed', 'grew slowly', 'lost its roof', 'changed hands', 'drew many visitors']
const ends = ['after the flood', 'in a dry summer', 'before the war', 'without much notice', 'to general relief']

/** A paragraph of plain sentences that differ from one number to the next. */
export function prose(number: number, sentences = 6): string {
  return Array.from({ length: sentences }, (_, at) => {
    const seed = number * 31 + at * 7
    const subject = subjects[seed % subjects.length] ?? ''
    const verb = verbs[(seed >> 1) % verbs.length] ?? ''
    const end = ends[(seed >> 2) % ends.length] ?? ''
    return `In year ${1000 + number} and month ${at + 1}, people say, ${subject} ${verb} ${end}.`
  }).join(' ')
}

export function article(paragraphs = 10): ExtractedDocument {
  return documentOf(Array.from({ length: paragraphs }, (_, at) => paragraph(at + 1, prose(at + 1))))
}

/** A book of chapters, each with its heading. */
export function book(chapters: number, paragraphsEach: number, sentences = 6): ExtractedDocument {
  const blocks: Block[] = []
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    const title = `Chapter ${chapter}`
    const location = { kind: 'chapter' as const, chapter, title }
    const heading = {
      id: `b${blocks.length + 1}`,
      type: 'heading' as const,
      level: 2,
      text: title,
      headingPath: [],
      location,
    }
    blocks.push(heading)
    for (let at = 0; at < paragraphsEach; at += 1) {
      const number = blocks.length + 1
      blocks.push({
        id: `b${number}`,
        type: 'paragraph',
        text: prose(number, sentences),
        headingPath: [title],
        location,
      })
    }
  }
  return documentOf(blocks, { kind: 'epub', title: 'A long book' })
}
