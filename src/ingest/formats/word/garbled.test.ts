import { describe, expect, it } from 'vitest'
import { isGarbled } from './word-document.ts'

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
