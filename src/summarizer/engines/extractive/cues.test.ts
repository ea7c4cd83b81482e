import { expect, test } from 'vitest'
import { hasCue, hasFigure } from './cues.ts'

test.each([
  ['en', 'The survey found that most nests were empty.', true],
  ['en', 'In the end the board sold the mill.', true],
  ['en', 'Fog lay over the quiet meadow.', false],
  ['de', 'Der Rat hat den Verkauf beschlossen.', true],
  ['zh', '调查显示居民支持这一制度。', true],
  ['it', 'Il consiglio ha deciso la vendita.', true],
  ['pt', 'A câmara deve vender o moinho.', true],
  ['nl', 'De raad moet de molen verkopen.', true],
  ['sv', 'Rådet beslutade att sälja kvarnen.', true],
  ['pl', 'Rada musi sprzedać młyn.', true],
  ['ru', 'Совет впервые продал мельницу.', true],
  ['uk', 'Рада вперше продала млин.', true],
  ['tr', 'Meclis değirmeni ilk kez sattı.', true],
  ['id', 'Dewan harus menjual pabrik itu.', true],
  ['vi', 'Hội đồng phải bán cối xay.', true],
  ['ar', 'يجب بيع الطاحونة هذا العام.', true],
  ['he', 'המועצה החליטה למכור את הטחנה.', true],
  ['hi', 'परिषद का फैसला चक्की बेचने का है।', true],
  ['ko', '의회는 방앗간을 팔기로 결정했다.', true],
  ['ru', 'Туман лежал над лугом.', false],
  ['ar', 'الضباب فوق المرج.', false],
])('%s: whether "%s" has a cue', (language, text, expected) => {
  expect(hasCue(text, language)).toBe(expected)
})

test.each([
  ['en', 'The mill lost 4,200 euros.', true],
  ['en', 'Eighty-seven percent of the beds were sold.', true],
  ['en', 'The last boat leaves at 21:24.', false],
  ['en', 'The mill opened in 1931.', false],
  ['en', 'The mill sold 1,931 sacks.', true],
  ['de', 'Die Hälfte der Betten blieb leer.', true],
  ['zh', '总量下降了百分之三十一。', true],
])('%s: whether "%s" gives a figure', (language, text, expected) => {
  expect(hasFigure(text, language)).toBe(expected)
})
