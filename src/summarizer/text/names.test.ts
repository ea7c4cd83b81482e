import { describe, expect, test } from 'vitest'
import { lacksSpeaker, Persons, speakerIn } from './names.ts'

const texts = [
  'The mayor Ana Reyes opened the harbor in May. Reyes said that it had cost nine million crowns.',
  'Supreme Court judges said nothing. The Court said so twice.',
  'Dylan Nelson of the institute spoke first. Nelson told the council what Lee Brandt wrote. Mr. Brandt was away.',
  'Late Tuesday the ferry left. The mayor said Tuesday that the state told UN-trained Velmers nothing.',
  'Governor Lea Maria Brandel in Velm ran. Brandel ran again.',
  'Orla-based Ferries was sold, and Ferries had debts. The mayor told a Brandel.',
  'Ousted NetWorks was in debt, and NetWorks’s boss left. Velm’s Ferryhouse was sold, and Ferryhouse was empty.',
  'Secretary of State Jan Orla left. Orla’s boat was sold. The secretary of the state wept.',
  'Health Board Norland said no. Norland said so twice, and all boats in Norland stayed at home.',
  'A fire in the yards of Lower Northaven went out. Northaven’s streets were safe.',
  'The bed of Dr. Owen John Dempse was new. Dempse said so.',
  'Kim Lee said yes. Ana Lee said no. Lee said nothing.',
]
const persons = new Persons(texts, 'en')

describe('first names in brackets', () => {
  test.each([
    ['Reyes said that Velm must pay.', 'The harbor', '[Ana] Reyes said that Velm must pay.'],
    ['Reyes said that Velm must pay.', 'Ana Reyes and the harbor', 'Reyes said that Velm must pay.'],
    ['Mayor Reyes said that Reyes must pay.', '', 'Mayor Reyes said that [Ana] Reyes must pay.'],
    ['Reyes paid, and Reyes left.', '', '[Ana] Reyes paid, and Reyes left.'],
    ['Orla’s boat was sold.', '', '[Jan] Orla’s boat was sold.'],
    ['Reyes paid.', 'The gist of [Ana] Reyes.', 'Reyes paid.'],
    ['Brandel ran again.', '', '[Lea Maria] Brandel ran again.'],
    ['The firm of von Reyes paid.', '', 'The firm of von Reyes paid.'],
    ['Ferries had debts.', '', 'Ferries had debts.'],
    ['The mayor told a Brandel.', '', 'The mayor told a Brandel.'],
    ['NetWorks and Ferryhouse closed.', '', 'NetWorks and Ferryhouse closed.'],
    // No one's last name, and one of two persons.
    ['The Court paid.', '', 'The Court paid.'],
    ['Lee said nothing.', '', 'Lee said nothing.'],
    // A first name, and a place.
    ['Reyes Montag paid.', '', 'Reyes Montag paid.'],
    ['Norland said nothing.', '', 'Norland said nothing.'],
    ['The heart of Northaven.', '', 'The heart of Northaven.'],
    ['It closed on Tuesday for Velmers.', '', 'It closed on Tuesday for Velmers.'],
  ])('%s after "%s"', (text, before, expected) => {
    expect(persons.complete(text, before)).toBe(expected)
  })
})

describe('the speaker of a quotation', () => {
  test.each([
    [' … said Ana Reyes, who runs it.', 'Ana Reyes'],
    [' … Reyes said on Monday.', 'Ana Reyes'],
    [' … Dempse said on Monday.', 'Owen John Dempse'],
    ['According to the mayor, Reyes warned: … ', 'Ana Reyes'],
    [' … Dylan Nelson, a scientist at the institute in Garching, Germany, said.', 'Dylan Nelson'],
    [' … he said.', null],
    ['A poster reads: … ', null],
    [' … sagt die Biologin Hanna Reuss.', 'Biologin Hanna Reuss'],
    [' … dit la maire Odile Ferrand.', 'Odile Ferrand'],
    [' … , — говорит капитан Олег Ветров.', 'Олег Ветров'],
    ['林秀说： … ', '林秀'],
  ])('%s', (around, speaker) => {
    expect(speakerIn(around, persons)).toBe(speaker)
  })
})

test('an office is no first name', () => {
  const own = new Persons(['President Tim Clark spoke first. Clark said nothing else.'], 'en')
  expect(own.complete('Clark said so.', '')).toBe('[Tim] Clark said so.')
})

describe('a statement without its speaker', () => {
  test.each([
    ['An insider said on Monday that the harbor closes.', true],
    ['“The harbor of Velm closes in May,” it was heard.', true],
    ['The drug would lead to "torpor" in ships of Velm.', false],
    ['The TNG says that the harbor of Velm closes.', false],
    ['Teachers in neighboring states have higher wages.', false],
  ])('%s', (text, lacks) => {
    expect(lacksSpeaker(text, persons)).toBe(lacks)
  })
})
