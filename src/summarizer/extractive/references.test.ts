import { expect, test } from 'vitest'
import { hasAnaphor, hasEarlyPronoun, isReferral, leans, pointsBack, pointsInside } from './references.ts'

test.each([
  ['en', 'He left the house.'],
  ['en', '"They will come.'],
  ['en', 'However, the plan failed.'],
  ['en', 'In addition, costs rose.'],
  ['en', 'This was a surprise.'],
  ['en', 'It’s a shame.'],
  ['de', 'Außerdem steigen die Preise.'],
  ['fr', 'Cependant, le projet a échoué.'],
  ['es', 'Sin embargo, el plan fracasó.'],
  ['ru', 'Однако план провалился.'],
  ['zh', '但是计划失败了。'],
  ['ja', 'しかし計画は失敗した。'],
  ['ko', '그러나 계획은 실패했다.'],
  ['de', 'Das ist ein Problem.'],
  ['nl', 'Het is een probleem.'],
  ['sv', 'De har ett problem.'],
  ['ja', '具体的に言えば、港が凍る。'],
  ['zh', '在这种情况下，港口会结冰。'],
])('%s: %s points back', (language, text) => {
  expect(pointsBack(text, language)).toBe(true)
})

test.each([
  ['en', 'The plan failed.'],
  ['en', '"They will come," said Ann.'],
  ['en', 'It is likely that prices rise.'],
  ['en', 'This paper presents a method.'],
  ['en', 'There are three reasons for the delay.'],
  ['en', 'Henry left the house.'],
  ['de', 'Die Preise steigen.'],
  ['de', 'Das Team misst den Strom.'],
  ['de', 'Das neue Verfahren spart Strom.'],
  ['nl', 'Het team meet de stroom.'],
  ['sv', 'De nya båtarna är snabba.'],
  ['hu', 'Az ország déli része száraz.'],
  ['ja', '計画は失敗した。'],
  ['xx', 'He left.'],
])('%s: %s stands alone', (language, text) => {
  expect(pointsBack(text, language)).toBe(false)
})

test('what opens speech in a transcript is no connective', () => {
  expect(pointsBack('So , the case is made of rubber .', 'en', true)).toBe(false)
  expect(pointsBack('So he left .', 'en', true)).toBe(true)
  expect(pointsBack('So the case is made of rubber.', 'en')).toBe(true)
})

test.each([
  ['en', 'The company said so on Monday.', true],
  ['en', 'The new version costs more.', true],
  ['en', 'The company behind the harbor said so.', false],
  ['en', 'The company, which builds boats, said so.', true],
  ['en', 'The company, called Lund, said so.', false],
  ['es', 'Tiene una explicación sencilla.', true],
  ['it', 'È anche un porto di pesca.', true],
  ['pt', 'É também um porto de pesca.', true],
  ['he', 'שאל דני לאחר רגע קצר.', true],
  ['en', 'The Lund company sold its boats.', false],
  ['en', 'The harbor froze in May.', false],
  ['en', 'Some gave up long ago.', true],
  ['en', 'Some boats sank in the ice.', false],
  ['en', 'Another is the price of boats.', true],
  ['en', 'At the time, nobody counted.', true],
  ['en', 'There are ten boats in the harbor.', false],
  ['en', 'Last year the harbor froze twice.', false],
  ['de', 'Die Firma schwieg am Montag.', true],
  ['de', 'Die Firma hinter dem Hafen schwieg.', false],
  ['fr', 'L’entreprise a fermé en mai.', true],
  ['es', 'Llegaron tarde al puerto.', true],
  ['it', 'La società ha chiuso in maggio.', true],
  ['pt', 'A empresa fechou em maio.', true],
  ['xx', 'The company said so.', false],
])('%s: whether the subject of "%s" was named before: %s', (language, text, expected) => {
  expect(hasAnaphor(text, language)).toBe(expected)
})

test.each([
  ['en', 'The town learned nothing from this plan.', true],
  ['en', 'The harbor froze twice this year.', false],
  ['de', 'Die Stadt lernte aus diesem Plan.', true],
  ['fr', 'La ville vit de cette pêche.', true],
  ['fr', 'La ville sait ce que vaut un port.', false],
  ['es', 'El puerto es una muestra de esta tendencia.', true],
  ['ru', 'Город живёт этой рыбой.', true],
  ['xx', 'The town learned nothing from this plan.', false],
])('%s: whether "%s" points back from its middle: %s', (language, text, expected) => {
  expect(pointsInside(text, language)).toBe(expected)
})

test.each([
  ['en', 'When the port halved its fees that year, freight came back.', true],
  ['en', 'The mill was founded eleven weeks later.', true],
  ['en', 'The second is to wait until spring.', true],
  ['en', 'Only then does the miller stop the wheel.', true],
  ['en', 'The mill was founded in 1871.', false],
  ['de', 'Die Mühle wurde damals verkauft.', true],
  ['de', 'Die Mühle wurde 1871 verkauft.', false],
  ['zh', '工厂当年关闭。', true],
  ['it', 'Il mulino fu venduto anni dopo.', true],
  ['pt', 'O moinho foi vendido anos depois.', true],
  ['nl', 'De molen werd jaren later verkocht.', true],
  ['sv', 'Kvarnen såldes år senare.', true],
  ['pl', 'Młyn sprzedano lata później.', true],
  ['ru', 'Мельницу продали лет спустя.', true],
  ['uk', 'Млин продали років потому.', true],
  ['tr', 'Değirmen yıllar sonra satıldı.', true],
  ['id', 'Pabrik itu dijual tahun kemudian.', true],
  ['ar', 'وقال العمدة إن الطاحونة بيعت.', true],
  ['ar', 'وزارة الزراعة باعت الطاحونة.', false],
  ['he', 'הטחנה נמכרה באותה שנה.', true],
  ['hi', 'चक्की अगले साल बिक गई।', true],
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
  ['it', 'Per anni lui vendette pane.', true],
  ['it', 'Per anni questo mulino vendette pane.', false],
  ['pt', 'Durante anos ela vendeu pão.', true],
  ['nl', 'Jarenlang verkocht hij brood.', true],
  ['sv', 'Länge sålde hon bröd.', true],
  ['ru', 'Много лет она продавала хлеб.', true],
  ['uk', 'Багато років вона продавала хліб.', true],
])('%s: whether "%s" has an early pronoun', (language, text, expected) => {
  expect(hasEarlyPronoun(text, language)).toBe(expected)
})

test.each([
  ['en', 'See the manual page for all options.'],
  ['en', 'Please refer to Section 4.2 for the list of ports.'],
  ['en', 'Details are given in the manual page lumen(8).'],
  ['en', 'Please read the manual page lumen(8) first.'],
  ['en', 'More information can be found on the project pages.'],
  ['de', 'Näheres finden Sie in Abschnitt 9.5.'],
  ['de', 'Lesen Sie dazu Abschnitt 4.'],
  ['fr', 'Pour plus d’informations, voir le chapitre 2.'],
  ['es', 'Véase el capítulo 3 para los puertos.'],
  ['it', 'Maggiori informazioni si possono trovare nel manuale.'],
  ['pt', 'Consulte o capítulo 3 sobre os portos.'],
  ['ru', 'См. раздел 12.1, «Порты».'],
  ['vi', 'Xem phần 2 về các cảng.'],
  ['ar', 'لمزيد من المعلومات راجع الفصل الثاني.'],
  ['ko', '자세한 내용은 2장을 참고하십시오.'],
  ['zh', '参阅第 6.4 节了解更多信息。'],
  ['ja', '詳細は第二章を参照してください。'],
])('%s: %s only sends the reader elsewhere', (language, text) => {
  expect(isReferral(text, language)).toBe(true)
})

test.each([
  ['en', 'See how the harbor froze in a single night.'],
  ['en', 'Read the tide before you leave, since the current turns twice a day.'],
  ['en', 'The port is open all year.'],
  ['de', 'Der Hafen ist das ganze Jahr offen.'],
  ['ru', 'Порт открыт весь год.'],
  ['ko', '항구는 일 년 내내 열려 있다.'],
  ['zh', '港口全年开放。'],
  ['ja', '港は一年中開いている。'],
  ['xx', 'See the manual page for all options.'],
])('%s: %s says something itself', (language, text) => {
  expect(isReferral(text, language)).toBe(false)
})
