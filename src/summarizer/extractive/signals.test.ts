import { expect, test } from 'vitest'
import { announces, countPoints, hasCue, hasFigure, isHearsay, sceneWords, takesBack } from './signals.ts'

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

test.each([
  ['en', 'The geologists at the institute see two causes.', true],
  ['en', 'There are limits, and the keeper is open about them.', true],
  ['en', 'The plan has several advantages.', true],
  ['en', 'There are 14 reasons for the delay.', false],
  ['en', 'The repairs will take four months.', false],
  ['en', 'The cause was a broken valve.', false],
  ['en', 'She sold two horses.', false],
  ['de', 'Fachleute sehen zwei Ursachen.', true],
  ['de', 'Es gibt einen Haken.', true],
  ['de', 'Die Ursache ist ein defektes Ventil.', false],
  ['fr', 'Le retard a plusieurs causes.', true],
  ['es', 'Hay dos razones.', true],
  ['zh', '专家认为有两个原因。', true],
  ['zh', '原因是阀门损坏。', false],
  ['xx', 'There are two reasons.', false],
])('%s: %s', (language, text, expected) => {
  expect(announces(text, language)).toBe(expected)
})

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

test.each([
  ['en', 'A harbor is not a wall but a door.', 1],
  ['en', 'Nothing matters more than ice.', 3],
  ['en', 'The harbor sold ice futures in May.', 0],
  ['de', 'Ein Hafen ist keine Mauer.', 0],
  ['de', 'Niemand darf das Eis vergessen.', 2],
  ['fr', 'Il faut toujours compter les bateaux.', 2],
  ['zh', '港口不是墙而是门。', 1],
  ['xx', 'Nothing matters.', 0],
])('%s: "%s" is put to the point by %i', (language, text, count) => {
  expect(countPoints(text, language)).toBe(count)
})

test.each([
  ['en', 'She smiled, turned away and looked at her hands.', 4],
  ['en', 'Forty boats cost the town 900 euros a year.', 0],
  ['de', 'Er lächelte und blickte auf die Stadt.', 2],
  ['ru', 'Он улыбнулся и посмотрел на порт.', 2],
  ['ja', '彼女は微笑んで立ち上がった。', 2],
  ['xx', 'She smiled.', 0],
])('%s: "%s" has %i words of narration', (language, text, count) => {
  expect(sceneWords(text, language)).toBe(count)
})
