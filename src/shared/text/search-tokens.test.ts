import { describe, expect, it } from 'vitest'
import { endOfBeginning, fold, tokensOf } from './search-tokens.ts'

const words = (text: string): string[] => Array.from(tokensOf(text), (token) => token.text)

describe('words', () => {
  it.each([
    ['Tide pools, again.', ['tide', 'pools', 'again']],
    ['O’Brien & AT&T: “yes”!', ['o', 'brien', 'at', 't', 'yes']],
    ['https://example.com/a-b?q=1', ['https', 'example', 'com', 'a', 'b', 'q', '1']],
    ['C++ and C#, a+b', ['c++', 'and', 'c#', 'a+', 'b']],
    ['snake_case 1,000.50', ['snake', 'case', '1', '000', '50']],
    ["it's l'eau", ['it', 's', 'l', 'eau']],
    ['  \n — … 🎉 ', []],
    ['soft\u00adhyphen می\u200cخواهم', ['softhyphen', 'میخواهم']],
  ])('are split at everything but letters and digits: %s', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it.each([
    ['Café CAFÉ cafe\u0301', 'cafe'],
    ['Straße STRASSE strasse', 'strasse'],
    ['ΟΔΌΣ οδός οδοσ', 'οδοσ'],
    ['İstanbul Istanbul ıstanbul', 'istanbul'],
    ['Ёлка елка', 'елка'],
    ['ＦＵＬＬ full', 'full'],
    ['ﬁnal final', 'final'],
    ['שָׁלוֹם שלום', 'שלום'],
    ['كِتَابٌ كتاب كتـــاب', 'كتاب'],
    ['Việt VIET', 'viet'],
    ['ſea Sea', 'sea'],
  ])('are folded: %s', (text, expected) => {
    expect(new Set(words(text))).toEqual(new Set([expected]))
  })

  it('keep marks that distinguish words', () => {
    expect(new Set(words('कि का के'))).toHaveProperty('size', 3)
    expect(fold('ば')).not.toBe(fold('は'))
    expect(fold('ガ')).toBe(fold('ｶﾞ'))
    expect(fold('กี่')).not.toBe(fold('กา'))
  })

  it('are pairs of characters in scripts without spaces', () => {
    expect(words('量子電腦')).toEqual(['量子', '子電', '電腦', '腦'])
    expect(words('iPhone手機15')).toEqual(['iphone', '手機', '機', '15'])
    expect(words('水')).toEqual(['水'])
    expect(words('カメラー')).toEqual(['カメ', 'メラ', 'ラー', 'ー'])
    // Vowel signs belong to their letter.
    expect(words('น้ำ')).toHaveLength(2)
    expect(words('서울 대학교').map((word) => word.normalize('NFC'))).toEqual(['서울', '대학교'])
  })

  it('have correct positions, and a limited length', () => {
    const text = '«Über» 量子 ﬁne'
    expect(Array.from(tokensOf(text), ({ start, end }) => text.slice(start, end))).toEqual([
      'Über',
      '量子',
      '子',
      'ﬁne',
    ])
    expect(words('x'.repeat(5000))[0]).toHaveLength(100)
    expect(words('𝔸'.repeat(5000))[0]?.isWellFormed()).toBe(true)
    expect(words('𞤀'.repeat(5001))[0]?.isWellFormed()).toBe(true)
  })

  it.each([
    ['Tides', 3, 'Tid'],
    ['Éclair', 2, 'Éc'],
    ['E\u0301clair', 1, 'E\u0301'],
    ['Straße', 5, 'Straß'],
    ['각하', 2, '각'],
  ])('match as far as they were typed: %s', (text, length, expected) => {
    const [token] = tokensOf(text)
    expect(text.slice(0, endOfBeginning(text, token!, length))).toBe(expected)
  })
})
