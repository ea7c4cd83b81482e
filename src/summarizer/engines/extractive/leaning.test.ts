import { expect, test } from 'vitest'
import { hasEarlyPronoun, leans } from './leaning.ts'

test.each([
  ['en', 'When the port halved its fees that year, freight came back.', true],
  ['en', 'The mill was founded eleven weeks later.', true],
  ['en', 'The second is to wait until spring.', true],
  ['en', 'Only then does the miller stop the wheel.', true],
  ['en', 'The mill was founded in 1871.', false],
  ['de', 'Die Mühle wurde damals verkauft.', true],
  ['de', 'Die Mühle wurde 1871 verkauft.', false],
  ['zh', '工厂当年关闭。', true],
])('%s: whether "%s" leans', (language, text, expected) => {
  expect(leans(text, language)).toBe(expected)
})

test.each([
  ['en', 'Today they hold three hundred boxes.', true],
  ['en', 'In his view the mill failed for want of water.', true],
  ['en', 'It was agreed to close the mill.', false],
  ['en', 'When it rains, the mill runs.', false],
  ['en', '“They pay us late,” says the miller.', false],
  ['en', 'The mill pays for what it takes.', false],
  ['fr', 'Depuis, elle vend du pain.', true],
])('%s: whether "%s" has an early pronoun', (language, text, expected) => {
  expect(hasEarlyPronoun(text, language)).toBe(expected)
})
