import { expect, test } from 'vitest'
import { countPoints } from './pointed.ts'
import { sceneWords } from './scenes.ts'

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
