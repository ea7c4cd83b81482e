import { expect, test } from 'vitest'
import { countWords } from './words.ts'

test.each([
  ['English', "The mill's well-known bread costs 3.50 crowns.", 7],
  ['Hindi, whose vowel signs are marks', 'पुल पर हर दिन तीन हज़ार गाड़ियाँ चलती हैं।', 9],
  ['Arabic with its vowels', 'كَتَبَ الوَلَدُ رِسالَةً', 3],
  ['Chinese', '我们喜欢面包。', 3],
  ['nothing', ' – …', 0],
])('words of %s', (_, text, count) => {
  expect(countWords(text)).toBe(count)
})
