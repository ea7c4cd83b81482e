import { expect, test } from 'vitest'
import { hasAnaphor, pointsInside } from './anaphors.ts'

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
