import { describe, expect, it } from 'vitest'
import type { WordPiece } from './pieces.ts'
import { isGarbled, settleHeadings, titleOf } from './word-document.ts'

const garbled = (text: string): boolean => isGarbled([{ type: 'paragraph', text }])

describe('isGarbled', () => {
  it.each([
    ['bytes as Latin letters', 'OŽ¦õ~£ui« oLÍãz½^·W/èö}ÐÔÊR¦Ùè¯Õ;9ÍÈ>ÎÓîÖšµ†‹/Ñ_™“¹ÕétšLKÔ€ìcc'],
    ['filling', 'ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ'],
    ['bytes as characters of any script', 'ꗬÁЉက Ⓓ]-\n!\nꗬÁЉက Ⓓ]-\n!'],
    ['pairs of bytes', '㩈ِا⤶ ٱǎƶơǎƹŎķຊا ᧽࠘䋔˄ٱǎ ⰚاورƼǎ ٳ㦇♑'],
    ['private characters', '\ue123\ue321\uf8a1\ue777 a \ue111'],
  ])('is true of %s', (_, text) => {
    expect(garbled(text)).toBe(true)
  })

  it.each([
    'Tides rise and fall.',
    'Größere Äpfel, süße Öle: über alles schön',
    'Það er ágætt að vera á Íslandi, þótt kalt sé.',
    'Tiếng Việt có rất nhiều dấu trên các chữ cái.',
    'Příliš žluťoučký kůň úpěl ďábelské ódy.',
    'Пёpлы фyтбольных комментатоpов',
    'DNA分析はPCR法により行った。',
    'قال الـPDF إن النص صحيح',
    'α-helix, 5 µm, ±2 °C',
    'H₂O + CO₂ → H₂CO₃ in the sea, and E = mc² for all',
    'A | B | C | D\n | | | E\n1 | 2 = 3',
    '€ 20,00',
    'اردو میں متن اور English words',
    '',
  ])('is false of %s', (text) => {
    expect(garbled(text)).toBe(false)
  })
})

const prose: WordPiece = { type: 'paragraph', text: 'The moon pulls at the sea, and the sea follows.' }
const strong = (text: string): WordPiece => ({ type: 'paragraph', text, strong: true })

const headings = (pieces: readonly WordPiece[]): string[] =>
  settleHeadings(pieces)
    .filter((piece) => piece.type === 'heading')
    .map((piece) => `${piece.level} ${piece.text}`)

describe('settleHeadings', () => {
  it('puts all headings below a title, and keeps levels from 1 to 6', () => {
    const parts = (levels: readonly number[]): WordPiece[] =>
      levels.map((level) => ({ type: 'heading', level, text: `L${level}` }))
    expect(headings(parts([1, 2, 9]))).toEqual(['1 L1', '2 L2', '6 L9'])
    expect(headings(parts([0, 1, 5, 6]))).toEqual(['1 L0', '2 L1', '6 L5', '6 L6'])
  })

  it('treats short bold lines above text as headings, below a title', () => {
    const pieces = [strong('Moon'), prose, prose, strong('Sea'), prose, prose]
    expect(headings(pieces)).toEqual(['1 Moon', '1 Sea'])
    expect(headings([{ type: 'heading', level: 0, text: 'Tides' }, ...pieces])).toEqual(['1 Tides', '2 Moon', '2 Sea'])
  })

  it.each<[string, WordPiece[]]>([
    [
      'a style makes some',
      [{ type: 'heading', level: 1, text: 'A' }, strong('Moon'), prose, prose, strong('Sea'), prose],
    ],
    ['they recur', [strong('Ada'), prose, prose, strong('Ada'), prose, prose, strong('Ada'), prose, prose]],
    ['they end as sentences do', [strong('Stop.'), prose, prose, strong('Go!'), prose, prose]],
    ['every other line is bold', [strong('Moon'), prose, strong('Sea'), prose]],
    ['nothing stands below', [prose, prose, prose, prose, prose, strong('Moon'), strong('Sea')]],
    ['they are long', [strong('Moon '.repeat(30)), prose, prose, strong('Sea '.repeat(30)), prose, prose]],
  ])('keeps bold lines if %s', (_, pieces) => {
    expect(headings(pieces).filter((heading) => !heading.endsWith('A'))).toEqual([])
  })

  it('returns pieces without formatting', () => {
    expect(settleHeadings([strong('Moon.')])).toEqual([{ type: 'paragraph', text: 'Moon.' }])
  })
})

describe('titleOf', () => {
  it('finds a title near the start only', () => {
    const title: WordPiece = { type: 'heading', level: 0, text: 'Tides' }
    expect(titleOf([prose, title])).toBe('Tides')
    expect(titleOf([...Array.from({ length: 20 }, () => prose), title])).toBeNull()
  })
})
