import { expect, test } from 'vitest'
import { faultOf, isMachineText } from './faults.ts'

test.each([
  ['en', 'The harbor froze in three winters of ten.', null],
  ['en', 'The harbor can have three forms:', 'open'],
  ['en', 'Completed forms should be returned to the', 'open'],
  ['en', 'Because nobody counted the boats in winter.', 'open'],
  ['en', 'Because nobody counted them, the boats were lost.', null],
  ['en', 'The results are shown in Table 8 for each harbor.', 'points'],
  ['en', 'As described above, the boats leave at noon.', 'points'],
  ['en', 'In this chapter we turn to the boats.', 'points'],
  ['en', 'The harbor made a table of 3,000 kilos of ice.', null],
  ['en', 'Subscribe to the harbor post for news of the ice.', 'appeals'],
  ['en', 'Few people subscribe to a paper that comes by boat.', null],
  ['en', 'Set harbor_path before the first boat comes.', 'code'],
  ['en', 'Call harbor.open(boat) before noon.', 'code'],
  ['en', 'The boat cost $900 in May and $700 in June.', null],
  ['en', 'Northern University of Lund, Harbor School of Moor', 'names'],
  ['en', 'The ice held.The boats stayed.', 'glued'],
  ['de', 'Die Werte zeigt Tabelle 4 für jeden Hafen.', 'points'],
  ['fr', 'Abonnez-vous à la lettre du port.', 'appeals'],
  ['es', 'Véase la figura 3 del puerto.', 'points'],
  ['ru', 'Значения приведены на рис. 3 для порта.', 'points'],
  ['ja', 'なぜ港は凍るのでしょうか。', 'open'],
  ['ja', '結果は図3に示す。', 'points'],
  ['zh', '港口在冬天结冰。', null],
  ['zh', '欢迎订阅港口新闻。', 'appeals'],
])('%s: %s', (language, text, expected) => {
  expect(faultOf(text, language)).toBe(expected)
})

test.each([
  ['Harbor and ice ............ 41', true],
  ['x = a + b / c ≤ d', true],
  ['1990 12 14 1991 11 17 boats', true],
  ['In 1990 the harbor froze for 12 days.', false],
])('whether %j is no prose at all: %s', (text, expected) => {
  expect(isMachineText(text)).toBe(expected)
})

test('a hostile line takes no time', () => {
  const start = performance.now()
  for (const piece of ['a.', 'aA', '/a', '<a', 'not a ', '1.', '( ', '. ', 'the '])
    faultOf(piece.repeat(Math.floor(800 / piece.length)), 'en')
  expect(performance.now() - start).toBeLessThan(500)
})
