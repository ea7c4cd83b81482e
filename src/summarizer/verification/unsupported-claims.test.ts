import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { prepareSource } from './source-text.ts'
import { findUnsupported } from './unsupported-claims.ts'

describe('unsupported sentences', () => {
  test('are only those that add something, with their offsets in the text', () => {
    const source = sourceOf(['The bridge was closed on Monday by Joan Reed.'])
    const text = 'Reed closed it. It cost 40 dollars. It was Monday.\n\nThe year 1999\n\nJohn Smith was there.'
    const doubts = findUnsupported(source, text, 'en')
    expect(doubts.map(({ start, end }) => text.slice(start, end))).toEqual([
      'It cost 40 dollars.',
      'The year 1999',
      'John Smith was there.',
    ])
  })

  test('do not include those about the title, author and site', () => {
    const source = sourceOf(['The bridge was closed.'], {
      title: 'Alder closed in 1999',
      author: 'Joan Reed',
      site: 'Courier',
    })
    expect(findUnsupported(source, 'In 1999, Joan Reed of the Courier saw the Alder closed.', 'en')).toEqual([])
  })

  test('do not include those about headings', () => {
    const document = {
      blocks: [
        {
          id: 'b1',
          type: 'paragraph' as const,
          text: 'The bridge was closed.',
          headingPath: ['Trouble in Alderney'],
          location: { kind: 'chapter' as const, chapter: 1, title: 'The year 1987' },
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

  test('an empty text has none, and an empty source supports nothing', () => {
    const source = sourceOf([])
    expect(findUnsupported(source, '', 'en')).toEqual([])
    expect(findUnsupported(source, 'It was in 1999.', 'en')).toHaveLength(1)
  })

  test('are found in time in a text of names and numbers', () => {
    const source = sourceOf([Array.from({ length: 20_000 }, (_, at) => `Name${at} ${at}`).join(' ')])
    const text = Array.from({ length: 2000 }, (_, at) => `Person${at} Other${at} 9${at}9`).join(', ')
    // Indexes the names and numbers of the source.
    findUnsupported(source, 'It was in Rome in 1999.', 'en')
    expect(findUnsupported(source, text, 'en').length).toBeGreaterThan(0)
  })
})
