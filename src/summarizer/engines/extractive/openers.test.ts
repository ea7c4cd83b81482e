import { expect, test } from 'vitest'
import { pointsBack } from './openers.ts'

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
