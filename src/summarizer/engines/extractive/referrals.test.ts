import { expect, test } from 'vitest'
import { isReferral } from './referrals.ts'

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
