import { expect, test } from 'vitest'
import { foldToken, foldWord } from './tokens.ts'

test.each([
  ['Example', 'EXAMPLE'],
  ['exam\u00adple', 'example'],
  ['e\u0301te\u0301', 'été'],
  ['ﬁnal', 'final'],
  ['Ｗｉｄｅ', 'wide'],
  ['Straße', 'STRASSE'],
  ['İzmir', 'izmir'],
  ['ΟΔΌΣ', 'οδός'],
  ['don’t', "don't"],
  ['كِتابـــ', 'كتاب'],
  ['שָׁלוֹם', 'שלום'],
  ['צה״ל', 'צה"ל'],
])('%s and %s are one word', (one, other) => {
  expect(foldWord(one)).toBe(foldWord(other))
})

test.each([
  ['pêche', 'peche'],
  ["can't", 'cant'],
  ["we're", 'were'],
  ['ή', 'η'],
])('%s and %s never meet', (one, other) => {
  expect(foldWord(one)).not.toBe(foldWord(other))
})

test('reads the digits of every script', () => {
  expect(['5', '٥', '५', '５', '𝟓', '๕'].map((digit) => foldToken(digit, 'number'))).toEqual(Array(6).fill('5'))
})
