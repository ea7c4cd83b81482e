import { expect, it } from 'vitest'
import { supports } from './supports.ts'

it.each([
  ['the toll was thirty-one crowns', '31', 'en', true],
  ['the boats are the larger worry', '640,000', 'en', false],
  ['the ferry carried 212,000 passengers', '12,000', 'en', false],
  ['software by Open AI in the office', 'OpenAI', 'en', true],
  ['the boats are the larger worry', 'Ruprecht Quell', 'en', false],
  ['offices in the United Kingdom', 'Vereinigten Königreich', 'de', true],
  ['the boats are the larger worry', 'Vereinigten Königreich', 'de', false],
  ['Gov. Kristi Noem defended it', 'Governor Kristi', 'en', true],
  ['Gov. Kristi Noem defended it', 'Governor Ella', 'en', false],
  ['Only twelve euro fifty, I think', '12.50', 'en', true],
  ['Only twelve euro, I think', '12.50', 'en', false],
  ['nobody paid for the boats', 'never', 'en', true],
  ['the harbor master, the pilot and two divers were there', 'four', 'en', true],
  ['the harbor master, the pilot and two divers were there', '4', 'en', false],
  ['the harbor master, the pilot and two divers were there', 'forty', 'en', false],
  ['the repair cost 1,200 euros', 'two', 'en', false],
  ['On June 5, the board met', 'six', 'en', false],
  ['the fine was twelve euros', 'nine', 'en', false],
  ['three divers came to the harbor', 'eight', 'en', false],
  ['the talks lasted a long time', 'nine', 'en', false],
  ['the master, the pilot and a diver', 'Four Seasons', 'en', false],
  ['el entrenador, el piloto y dos buzos', 'Dos Santos', 'es', false],
])('decides whether “%s” bears out %s in %s: %s', (said, flagged, language, expected) => {
  expect(supports(said, flagged, language, 'en')).toBe(expected)
})

it('counts what is listed in the language of the source', () => {
  expect(supports('tres agricultores y un carabinero', 'cuatro', 'es', 'es')).toBe(true)
  expect(supports('tres agricultores y un carabinero', 'four', 'en', 'es')).toBe(true)
  expect(supports('船长、领航员和潜水员', '三', 'zh', 'zh')).toBe(true)
  expect(supports('It costs less … It is faster … It is safer', 'three', 'en', 'en')).toBe(true)
  expect(supports('会议于八月举行', '十', 'zh', 'zh')).toBe(false)
})
