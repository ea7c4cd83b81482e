import { expect, test } from 'vitest'
import { isForeign } from './foreign.ts'

const english = 'The harbor is closed in the winter because of the ice on the river.'

test.each(['ru', 'ar', 'ja', 'ko', 'el', 'hi', 'fr', 'de', 'vi'])(
  'English is foreign in a document in %s',
  (language) => {
    expect(isForeign(english, language)).toBe(true)
  },
)

test.each([
  ['en', english],
  ['en', 'Der Hafen ist im Winter geschlossen.'],
  ['xx', english],
  ['ru', 'Пакет apt-get install libfoo-dev нужен для сборки.'],
  ['ru', 'Grub'],
  ['fr', 'Le port est fermé en hiver à cause de la glace sur la rivière.'],
  ['de', 'Das Buch „The Art of War“ ist bis heute in vielen Sprachen zu haben.'],
])('in a document in %s this is not told as foreign: %s', (language, text) => {
  expect(isForeign(text, language)).toBe(false)
})
