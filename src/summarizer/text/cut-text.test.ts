import { describe, expect, it } from 'vitest'
import { countWords } from '../../shared/text/words.ts'
import {
  boundWords,
  cutToClause,
  cutToWords,
  dropUnfinished,
  isFinished,
  keepSentences,
  splitParagraphs,
} from './cut-text.ts'

describe('the end of a text', () => {
  it.each([
    ['It rained.', true],
    ['“It rained.”', true],
    ['今天下雨。', true],
    ['क्या बारिश हुई?', true],
    ['बारिश हुई।', true],
    ['ฝนตกหนักมาก', true],
    ['It rained and', false],
    ['今天下', false],
    ['', false],
  ])('is recognized: %s', (text, finished) => {
    expect(isFinished(text)).toBe(finished)
  })

  it('is the end of its last full sentence', () => {
    expect(dropUnfinished('It rained. It snowed.\n\nIt was')).toBe('It rained. It snowed.')
    expect(dropUnfinished('It rained. It')).toBe('It rained.')
    expect(dropUnfinished('One line without a mark')).toBe('One line without a mark')
  })
})

describe('a shorter text', () => {
  it('is made of whole sentences', () => {
    const text = 'One two three. Four five six.\n\nSeven eight nine.'
    expect(cutToWords(text, 9)).toBe(text)
    expect(cutToWords(text, 8)).toBe('One two three. Four five six.')
    expect(cutToWords(text, 4)).toBe('One two three.')
    expect(cutToWords(text, 2)).toBe('')
  })

  it('is the beginning of a sentence only if that alone is too long', () => {
    const text = 'One two three four five six seven eight nine ten.'
    expect(boundWords(text, 5)).toMatch(/^One two.*…$/u)
    expect(countWords(boundWords(text, 5))).toBeLessThanOrEqual(5)
    expect(boundWords('今天下了很大的雨我们都没有出门', 4).endsWith('…')).toBe(true)
  })

  it('keeps its first sentence whole, unless that has no end', () => {
    const text = 'One two three four five six seven eight. Nine ten.'
    expect(keepSentences(text, 10)).toBe(text)
    expect(keepSentences(text, 9)).toBe('One two three four five six seven eight.')
    expect(keepSentences(text, 3)).toBe('One two three four five six seven eight.')
    const endless = keepSentences('on and '.repeat(200), 3)
    expect(endless.endsWith('…')).toBe(true)
    expect(countWords(endless)).toBeLessThanOrEqual(60)
  })
})

describe('cutToClause', () => {
  const sentence =
    'The council orders the ferry by November; the state pays forty percent of it, and fares stay as they are.'
  it('cuts at a semicolon, colon or dash, never at a comma', () => {
    expect(cutToClause(sentence, 10)).toBe('The council orders the ferry by November.')
    expect(cutToClause(sentence, 16)).toBe('The council orders the ferry by November.')
    expect(cutToClause(sentence, 30)).toBe(sentence)
  })

  it('leaves nothing of a sentence without a clause that is long enough', () => {
    expect(cutToClause(sentence, 5)).toBe('')
    expect(cutToClause(sentence.replace(';', ','), 16)).toBe('')
  })
})

it('splits a long paragraph into parts of about equal length', () => {
  const sentence = (at: number): string => `Sentence ${at} has seven words in it.`
  const text = (count: number): string => Array.from({ length: count }, (_, at) => sentence(at)).join(' ')
  const sizes = (count: number): number[] => splitParagraphs(text(count), 70).map(countWords)
  expect(sizes(10)).toEqual([70])
  expect(sizes(11)).toEqual([42, 35])
  expect(sizes(25)).toEqual([56, 63, 56])
  expect(splitParagraphs(text(25), 70).join(' ')).toBe(text(25))
  expect(splitParagraphs('', 70)).toEqual([])
})
