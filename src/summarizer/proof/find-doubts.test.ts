import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/proof.ts'
import { findDoubts } from './find-doubts.ts'
import { prepareSource } from './source-text.ts'

describe('what is handed back', () => {
  test('says where each sentence stands, titles without their mark', async () => {
    const source = await sourceOf(['The bridge was closed on Monday by Joan Reed.'])
    const text = 'Reed closed it. It cost 40 dollars.\n\n## The year 1999\n\nJohn Smith was there.'
    const doubts = findDoubts(source, text, 'en')
    expect(doubts.map(({ sentence }) => sentence)).toEqual([
      'It cost 40 dollars.',
      'The year 1999',
      'John Smith was there.',
    ])
    for (const { sentence, start, end } of doubts) expect(text.slice(start, end)).toBe(sentence)
  })

  test('title, author and site belong to the source', async () => {
    const source = await sourceOf(['The bridge was closed.'], {
      title: 'Alder closed in 1999',
      author: 'Joan Reed',
      site: 'Courier',
    })
    expect(findDoubts(source, 'In 1999, Joan Reed of the Courier saw the Alder closed.', 'en')).toEqual([])
  })

  test('so do the titles of its parts', async () => {
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
    const source = await prepareSource(document, () => Promise.resolve())
    expect(findDoubts(source, 'In 1987 the bridge of Alderney was closed.', 'en')).toEqual([])
  })

  test('an empty text has no doubts, and an empty source doubts what it can', async () => {
    const source = await sourceOf([])
    expect(findDoubts(source, '', 'en')).toEqual([])
    expect(findDoubts(source, 'It was in 1999.', 'en')).toHaveLength(1)
  })

  test('a text of nothing but names and numbers is judged quickly', async () => {
    const source = await sourceOf([Array.from({ length: 20_000 }, (_, at) => `Name${at} ${at}`).join(' ')])
    const text = Array.from({ length: 2000 }, (_, at) => `Person${at} Other${at} 9${at}9`).join(', ')
    const started = performance.now()
    expect(findDoubts(source, text, 'en').length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
