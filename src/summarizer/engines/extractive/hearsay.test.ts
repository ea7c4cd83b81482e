import { expect, test } from 'vitest'
import { isHearsay, takesBack } from './hearsay.ts'

test.each([
  ['en', 'Many people believe that ice keeps boats safe.', true],
  ['en', 'It is often said that ice keeps boats safe.', true],
  ['en', 'Many people believe that ice is safe, but it is not.', false],
  ['en', 'The harbor master believes in ice.', false],
  ['de', 'Viele Menschen glauben, dass Eis sicher ist.', true],
  ['fr', 'Beaucoup croient que la glace est sûre.', true],
  ['es', 'La gente cree que el hielo es seguro.', true],
  ['it', 'Molti credono che il ghiaccio sia sicuro.', true],
  ['pt', 'Muitas pessoas acreditam que o gelo é seguro.', true],
  ['nl', 'Veel mensen denken dat ijs veilig is.', true],
  ['ru', 'Многие считают, что лёд безопасен.', true],
  ['zh', '很多人认为冰很安全。', true],
  ['ja', '一般に氷は安全だと思われている。', true],
  ['xx', 'Many people believe that ice keeps boats safe.', false],
])('%s: whether "%s" only reports a belief: %s', (language, text, expected) => {
  expect(isHearsay(text, language)).toBe(expected)
})

test.each([
  ['en', 'In fact the ice breaks them.', true],
  ['en', 'That is simply not true.', true],
  ['en', 'Buttons of ice lay on the quay.', false],
  ['de', 'Das stimmt nicht.', true],
  ['fr', 'En réalité, la glace les casse.', true],
  ['sv', 'I själva verket går båten sönder.', true],
  ['ar', 'لكن الجليد يكسرها.', true],
  ['zh', '其实冰会撞坏船。', true],
])('%s: whether "%s" takes back what stands before: %s', (language, text, expected) => {
  expect(takesBack(text, language)).toBe(expected)
})
