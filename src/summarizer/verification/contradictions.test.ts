import { expect, test } from 'vitest'
import { describeClaims, sourceOf } from '../../../tests/support/verification.ts'
import { findUnsupported } from './unsupported-claims.ts'

describeClaims([
  {
    name: 'negation',
    from: 'en',
    source:
      'The bridge over the Alder was closed on Monday. Engineers could not find the crack in the second pillar. The council refused to pay for a ferry.',
    supported: [
      'The bridge over the Alder was closed on Monday.',
      'Engineers did not find the crack in the pillar.',
      'The council did not pay for a ferry.',
    ],
    unsupported: [['The bridge over the Alder was not closed on Monday.', 'not closed on Monday']],
  },
  {
    name: 'German negation',
    from: 'de',
    source: 'Die Brücke wurde am Montag geschlossen. Der Riss im zweiten Pfeiler wurde nicht gefunden.',
    supported: ['Den Riss im Pfeiler hat niemand gefunden.', 'Die Brücke wurde geschlossen.'],
    unsupported: [['Die Brücke wurde nicht geschlossen.', 'nicht geschlossen']],
  },
  {
    name: 'certainty',
    from: 'en',
    source:
      'The plant makes a reportedly poisonous solvent for paint. Its owner could reopen the plant in October. Trade unions are happy.',
    supported: [
      'The plant makes a solvent for paint.',
      'The solvent that the plant makes for paint is said to be poisonous.',
      'The owner may reopen the plant in October.',
    ],
    unsupported: [
      ['The plant makes a poisonous solvent for paint.', 'poisonous'],
      ['The owner will reopen the plant in October.', 'will', 'reopen'],
    ],
  },
  {
    name: 'causes and conclusions',
    from: 'en',
    source:
      'Its manager collects swords. The singer left the band in spring. It played three concerts in the fall. Ticket sales dropped because of rain.',
    supported: ['The singer left the band in spring.', 'Rain caused ticket sales to drop.'],
    unsupported: [
      ['The singer left the band in spring due to a quarrel.', 'due to'],
      ['The manager collects swords, reflecting a love of history.', 'reflecting'],
    ],
  },
  {
    name: 'totals',
    from: 'en',
    source: 'Some farmers of the valley sold their cows. The others keep each of them.',
    supported: ['Farmers of the valley sold cows.', 'All others keep their cows.'],
    unsupported: [],
  },
  {
    name: 'totals of a source that has none',
    from: 'en',
    source: 'Some farmers of the valley sold their cows.',
    supported: ['Farmers of the valley sold cows.'],
    unsupported: [
      ['All farmers of the valley sold their cows.', 'All'],
      ['The farmers of the valley always sold cows.', 'always'],
    ],
  },
  {
    name: 'opposite directions',
    from: 'en',
    source: 'Milk prices rose sharply in May. The mayor opened the market hall on Sunday.',
    supported: ['Milk prices rose in May.', 'The mayor opened the hall.'],
    unsupported: [
      ['Milk prices fell sharply in May.', 'fell'],
      ['The mayor closed the market hall on Sunday.', 'closed'],
    ],
  },
  {
    name: 'names and numbers of other things',
    from: 'en',
    source:
      'The engineer Joan Reed found cracks in the bridge. The baker Paul Marsh lost half of his customers in the village. The repair takes 14 months. The ferry carries 90 passengers an hour. The 70-inch Element 4K HDTV is sold by Marsh. The TV has speakers.',
    supported: [
      'Marsh sells a 70-inch Element TV with 4K.',
      'Joan Reed found cracks in the bridge.',
      'The baker Paul Marsh lost customers in the village.',
      'The repair of the bridge takes 14 months.',
    ],
    unsupported: [
      ['Joan Marsh found cracks in the bridge.', 'Joan Marsh', 'Marsh'],
      ['The cracks in the bridge were found by Marsh, an engineer.', 'Marsh'],
      ['The repair takes 90 months.', '90'],
    ],
  },
])

test('knows a name from the title, and the owner of a name', () => {
  const texts = ['The baker wrote about Brill in June.', 'The Kanto office opens on Monday.']
  const missing = (text: string, title = 'Monitoring') =>
    findUnsupported(sourceOf(texts, { title }), text, 'en').flatMap((found) => found.missing)
  expect(missing('The baker wrote about Brill Kanto.')).toContain('Brill Kanto')
  expect(missing('The baker wrote about Brill Kanto.', 'Brill Kanto - Chapter 6')).not.toContain('Brill Kanto')
  expect(missing('The baker wrote about Brill’s Kanto.')).not.toContain('Brill’s Kanto')
})

test('leaves translations to the rules about names and numbers', () => {
  const source = sourceOf(['Die Brücke wurde am Montag geschlossen.'], { language: 'de' })
  expect(findUnsupported(source, 'The bridge was not closed on Monday.', 'en')).toEqual([])
})
