import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { prepareSource } from './source-text.ts'
import { findUnsupported, removeSentences } from './unsupported-claims.ts'

describe('what is handed back', () => {
  test('says where each sentence stands, titles without their mark', () => {
    const source = sourceOf(['The bridge was closed on Monday by Joan Reed.'])
    const text = 'Reed closed it. It cost 40 dollars.\n\n## The year 1999\n\nJohn Smith was there.'
    const doubts = findUnsupported(source, text, 'en')
    expect(doubts.map(({ sentence }) => sentence)).toEqual([
      'It cost 40 dollars.',
      'The year 1999',
      'John Smith was there.',
    ])
    for (const { sentence, start, end } of doubts) expect(text.slice(start, end)).toBe(sentence)
  })

  test('title, author and site belong to the source', () => {
    const source = sourceOf(['The bridge was closed.'], {
      title: 'Alder closed in 1999',
      author: 'Joan Reed',
      site: 'Courier',
    })
    expect(findUnsupported(source, 'In 1999, Joan Reed of the Courier saw the Alder closed.', 'en')).toEqual([])
  })

  test('so do the titles of its parts', () => {
    const document = {
      blocks: [
        {
          id: 'b1',
          type: 'paragraph' as const,
          text: 'The bridge was closed.',
          headingPath: ['Trouble in Alderney'],
          place: { kind: 'chapter' as const, chapter: 1, title: 'The year 1987' },
        },
      ],
      language: 'en',
      title: '',
      author: null,
      site: null,
    }
    const source = prepareSource(document)
    expect(findUnsupported(source, 'In 1987 the bridge of Alderney was closed.', 'en')).toEqual([])
  })

  test('an empty text has no doubts, and an empty source doubts what it can', () => {
    const source = sourceOf([])
    expect(findUnsupported(source, '', 'en')).toEqual([])
    expect(findUnsupported(source, 'It was in 1999.', 'en')).toHaveLength(1)
  })

  test('a text of nothing but names and numbers is judged quickly', () => {
    const source = sourceOf([Array.from({ length: 20_000 }, (_, at) => `Name${at} ${at}`).join(' ')])
    const text = Array.from({ length: 2000 }, (_, at) => `Person${at} Other${at} 9${at}9`).join(', ')
    const started = performance.now()
    expect(findUnsupported(source, text, 'en').length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

/** Removes the given sentences of a text. */
function without(text: string, ...sentences: string[]): string {
  return removeSentences(
    text,
    sentences.map((sentence) => ({ start: text.indexOf(sentence), end: text.indexOf(sentence) + sentence.length })),
  )
}

test('closes up the space that a sentence leaves', () => {
  const text = 'First one. Second one.  Third one.'
  expect(without(text, 'Second one.')).toBe('First one. Third one.')
  expect(without(text, 'First one.')).toBe('Second one.  Third one.')
  expect(without(text, 'Third one.')).toBe('First one. Second one.')
})

test('an emptied paragraph goes', () => {
  expect(without('One.\n\nTwo.\n\nThree.', 'Two.')).toBe('One.\n\nThree.')
  expect(without('One.\n\nTwo.', 'One.', 'Two.')).toBe('')
})

test('a part that is left without text loses its title; a title that is removed leaves no mark', () => {
  expect(without('## A\n\nOne.\n\n## B\n\nTwo.', 'One.')).toBe('## B\n\nTwo.')
  expect(without('Intro.\n\n## A\n\nOne.', 'One.')).toBe('Intro.')
  expect(without('Intro.\n\n## A\n\nOne.', 'A')).toBe('Intro.\n\nOne.')
})

test('an emptied item of a list goes', () => {
  expect(without('- One.\n- Two.\n- Three.', 'Two.')).toBe('- One.\n- Three.')
})

test('without doubts, or with doubts in any order, or of another text, nothing breaks', () => {
  expect(removeSentences('One. Two.', [])).toBe('One. Two.')
  expect(without('One. Two. Three.', 'Three.', 'One.')).toBe('Two.')
  expect(removeSentences('One.', [{ start: 40, end: 50 }])).toBe('One.')
})

test('whatever is removed, no space or paragraph is left dangling', () => {
  const sentence = fc.constantFrom('One two.', 'Is it?', 'No!', 'It is 3.5 of 4.', '他来了。')
  const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(
      fc.array(paragraph, { minLength: 1, maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      (paragraphs, coins) => {
        const text = paragraphs.join('\n\n')
        const doubts = [...text.matchAll(/[^\s][^.?!。]*(?:\.\d[^.?!。]*)?[.?!。]/gu)]
          .map((match) => ({ start: match.index, end: match.index + match[0].length }))
          .filter((_, at) => coins[at])
        const rest = removeSentences(text, doubts)
        expect(rest).toBe(rest.trim())
        expect(rest).not.toMatch(/\n{3,}|[^\S\n]\n|\n[^\S\n]/u)
      },
    ),
  )
})

test('takes away what is doubted', () => {
  const source = sourceOf(['The bridge was closed on Monday by Joan Reed.'])
  const text = 'Reed closed the bridge. It cost 40 dollars. It was Monday.\n\nJohn Smith was there.'
  expect(removeSentences(text, findUnsupported(source, text, 'en'))).toBe('Reed closed the bridge. It was Monday.')
})
