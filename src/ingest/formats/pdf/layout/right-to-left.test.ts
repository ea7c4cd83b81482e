import { describe, expect, it } from 'vitest'
import type { Fragment } from './fragments.ts'
import { turnReplacements } from './repairs.ts'
import { logicalText } from './right-to-left.ts'

const SIZE = 10

/**
 * Characters in their positions on the page from left to right, each half a size wide; `|` sets the next one onto the last.
 *
 * @param apart index of a character that was painted by itself, and its position
 */
function shown(text: string, apart?: { at: number; x: number }): string {
  const codes: number[] = []
  const x0: number[] = []
  let x = 0
  let onto = false
  for (const character of text) {
    if (character === '|') {
      onto = true
      continue
    }
    if (onto) x -= SIZE / 2
    onto = false
    codes.push(character.charCodeAt(0))
    x0.push(x)
    x += SIZE / 2
  }
  if (apart !== undefined) x0[apart.at] = apart.x
  const glyphs = {
    count: codes.length,
    codes: Int32Array.from(codes),
    x0: Float32Array.from(x0),
    x1: Float32Array.from(x0, (left) => left + SIZE / 2),
    y: new Float32Array(codes.length),
  }
  const fragment: Fragment = {
    turn: 0,
    text,
    x0: 0,
    x1: x,
    y: 0,
    size: SIZE,
    style: 0,
    pale: false,
    spaced: false,
    rtl: true,
    lettered: true,
    start: 0,
    end: codes.length,
  }
  const ink = { white: false, pale: false, invisible: false }
  const run = { turn: 0, size: SIZE, style: 0, ink, slant: 0, start: 0, end: codes.length } as const
  turnReplacements({ glyphs, runs: [run] })
  if (apart === undefined) return logicalText([fragment], glyphs)
  return logicalText(
    [
      { ...fragment, end: apart.at },
      { ...fragment, start: apart.at },
    ],
    glyphs,
  )
}

const reversed = (text: string): string => Array.from(text).toReversed().join('')

describe('logicalText', () => {
  it("reads a list of numbers in the line's direction, and each number from left to right", () => {
    expect(shown(`2012 ,2011 ,2010.5 ${reversed('שנים')}`)).toBe('שנים 2010.5, 2011, 2012')
  })

  it('takes the direction of the line from letters, not from numbers', () => {
    expect(shown(`2004 2003 2002 2001 ${reversed('של')}`)).toBe('של 2001 2002 2003 2004')
  })

  it('keeps words of other scripts and their numbers from left to right', () => {
    expect(shown(`Dover 2026 ${reversed('נמל')}`)).toBe('נמל Dover 2026')
  })

  it('keeps the order of letters in a ligature', () => {
    expect(shown(`con\u0066|lict ${reversed('הגאות')}`)).toBe('הגאות conflict')
  })

  it.each([
    // Alef and lam side by side are the article, and stay.
    ['alef and lam side by side', reversed('البحر'), 'البحر'],
    ['letters in order', 'م\u0644|\u0627س \u0644|\u0649ع', 'على سلام'],
    ['alef before lam', 'م\u0627|\u0644س \u0649|\u0644ع', 'على سلام'],
    ['alef with a vowel sign before lam', 'ع\u0627|\u064b|\u0644\u0648\u0623', 'أولًاع'],
    ['a vowel sign before its letter', 'م\u064e|\u0644ع \u064a|\u0641', 'في علَم'],
  ])('reads letters in one place, with %s', (_, line, text) => expect(shown(line)).toBe(text))

  it('puts vowel signs that were painted apart on their letters', () => {
    const line = reversed('البئر تعطي لترا')
    expect(shown(`${line}\u064b`, { x: (line.indexOf('ر') + 0.2) * (SIZE / 2), at: line.length })).toBe(
      'البئر تعطي لترًا',
    )
  })

  // Brackets are mirrored where PDFium reverses a part of a line, and not elsewhere.
  it.each([
    ['signs of numbers in Hebrew', `12.5% ${reversed('או')} $320 ${reversed('של')}`, 'של $320 או 12.5%'],
    ['ranges and dates in Hebrew', `3/4/2020 ${reversed('עד')} 7-9 ${reversed('מן')}`, 'מן 7-9 עד 3/4/2020'],
    ['signs of numbers in Arabic', `%12.5 ${reversed('أو')} $320 ${reversed('سعر')}`, 'سعر 320$ أو 12.5%'],
    ['ranges and dates in Arabic', `3/4/2020 ${reversed('في')} 9-7 ${reversed('من')}`, 'من 7-9 في 3/4/2020'],
    ['digits of Arabic and Persian', `٪۱۲ ۱۳۹۹ ${reversed('سال')}`, 'سال ۱۳۹۹ ۱۲٪'],
    ['brackets that are mirrored', `(${reversed('הנמל')}) ${reversed('של')}`, 'של (הנמל)'],
    ['brackets that are not mirrored', `)${reversed('הנמל')}( ${reversed('של')}`, 'של (הנמל)'],
    ['the end of brackets from the line before', `${reversed('של')} )${reversed('הנמל')}`, 'הנמל) של'],
    ['quotation marks of Arabic', `${reversed('قال')} «${reversed('البحر')}»`, '«البحر» قال'],
    ['brackets after numbers of other scripts', `Old Tom (1998) ${reversed('הפעמון')}`, 'הפעמון Old Tom (1998)'],
  ])('reads %s', (_, line, text) => expect(shown(line)).toBe(text))

  it('points brackets in lines of other scripts to their text', () => {
    expect(shown(`The Hebrew word ${reversed('שלום')} )shalom) means peace`)).toBe(
      'The Hebrew word שלום (shalom) means peace',
    )
  })
})
