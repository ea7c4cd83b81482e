import { describe, expect, test } from 'vitest'
import { describeClaims, sourceOf } from '../../../tests/support/verification.ts'
import { findUnsupported } from './unsupported-claims.ts'

describeClaims([
  {
    name: 'English separators, decimals and years',
    from: 'en',
    source:
      'In 2012 hundreds of people left. The 19 schools have 3,000 pupils, and eleven point nine million cars pass; prices rose by two point two five percent. The trip takes 1.234 hours.',
    supported: [
      'In 2012 hundreds left.',
      'The 19 schools have 3,000 pupils.',
      'The schools have three thousand pupils.',
      '11.9 million cars pass.',
      'Prices rose by 2.25%.',
      'The trip takes 1.234 hours.',
    ],
    unsupported: [
      ['The schools have 19,000 pupils.', '19,000'],
      ['There are 3.5 pupils.', '3.5'],
      ['In 2013 hundreds left.', '2013'],
      ['Prices rose by 11.25%.', '11.25'],
      ['Prices rose by three point two percent.', 'three point two'],
    ],
  },
  {
    name: 'parts of a whole as ratios',
    from: 'en',
    source:
      'Eighty per cents of the users would pay more, three quarters find the lamp ugly, 10% use text. Nine out of ten bakers own a lamp. The plan has four phases.',
    supported: [
      'Four in five users would pay more.',
      '4 out of 5 users would pay more.',
      'Three of four users find the lamp ugly.',
      'One in ten users uses text.',
      'Of the bakers 90% own a lamp.',
      'Nine in ten bakers own a lamp.',
    ],
    unsupported: [
      ['Seven in eight users would pay more.', 'Seven', 'eight'],
      ['Two out of three users find the lamp ugly.', 'three'],
      ['Of the bakers 70% own a lamp.', '70'],
    ],
  },
  {
    name: 'parts of a whole as ratios in French',
    from: 'fr',
    source: 'Selon la mairie, 80 % des habitants veulent un pont.',
    supported: ['Quatre habitants sur cinq veulent un pont.', 'Quatre sur cinq veulent un pont.'],
    unsupported: [['Sept sur huit veulent un pont.', 'Sept', 'huit']],
  },
  {
    name: 'spoken prices and times',
    from: 'en',
    source:
      'It must not cost more than twelve euros and fifty cents, or seventeen dot eight with the lamp. There were twenty - five people at ten thirty.',
    supported: ['It may cost 12.50 euros.', 'With the lamp it is 17.8.', 'Some 25 people came at 10:30.'],
    unsupported: [
      ['It may cost 12.80 euros.', '12.80'],
      ['Some 25 people came at 10:45.', '10:45'],
    ],
  },
  {
    name: 'times as they are spoken',
    from: 'en',
    source: 'Mia: dinner at half past six? Leo: make it a quarter to eight, I work till noon.',
    supported: ['Mia proposes 6:30 p.m.', 'Leo prefers 7:45.', 'Leo works until 12 p.m.'],
    unsupported: [['Mia proposes 6:15.', '6:15']],
  },
  {
    name: 'noon in another language',
    from: 'fr',
    to: 'en',
    source: 'Le vote commence à midi et finit à 18 heures.',
    supported: ['The vote begins at noon.'],
    unsupported: [['The vote begins at 11.', '11']],
  },
  {
    name: 'German times as they are spoken',
    from: 'de',
    source: 'Der Zug fährt um halb sieben, das Schiff um Viertel nach neun.',
    supported: ['Der Zug fährt um 6:30 Uhr.', 'Das Schiff fährt um 9:15 Uhr.'],
    unsupported: [['Das Schiff fährt um 9:40 Uhr.', '9:40']],
  },
  {
    name: 'units of time and measure',
    from: 'en',
    source: 'The discount ends in 10 days. A six-month plan costs less. The trail is 24 miles long and has 14 huts.',
    supported: [
      'The discount ends in ten days.',
      'The plan of 6 months costs less.',
      'The 24-mile trail is long.',
      'The trail has huts for 14 days.',
    ],
    unsupported: [
      ['The discount ends in 10 weeks.', '10'],
      ['The six-week plan costs less.', 'six'],
      ['The trail is 24 kilometers long.', '24'],
    ],
  },
  {
    name: 'Russian units of time',
    from: 'ru',
    source: 'Ремонт займёт 5 дней.',
    supported: ['Ремонт займёт 5 дней.'],
    unsupported: [['Ремонт займёт 5 недель.', '5']],
  },
  {
    name: 'German separators and decimals',
    from: 'de',
    source: 'Die 19 Schulen haben 3.000 Kinder; elf Komma neun Millionen Autos fahren vorbei.',
    supported: ['Es sind 3000 Kinder.', 'Es sind 11,9 Millionen Autos.'],
    unsupported: [['Es sind 19.000 Kinder.', '19.000']],
  },
  {
    name: 'fractions and percentages',
    from: 'en',
    source:
      'Half of the shops closed and a third of the staff left. Of the farms, 75% are small, 20 percent are new and 17 are far away. Two-fifths of the land is dry.',
    supported: [
      '50% of the shops closed.',
      'Some 33 percent of the staff left.',
      'Three quarters of the farms are small.',
      'One fifth of the farms are new, and a fifth of them are far away.',
      '40% of the land is dry.',
      'Half of the shops closed.',
    ],
    unsupported: [
      ['45% of the shops closed.', '45'],
      ['There were 50 shops.', '50'],
      ['Two thirds of the farms are small.', 'Two thirds'],
      ['A quarter of the staff left.', 'quarter'],
    ],
  },
])

describeClaims([
  {
    name: 'halves and quarters after a whole number',
    from: 'en',
    source:
      'It costs twelve and a half euros to make; two and a half million were sold. Five and half of the rest broke.',
    supported: ['It costs 12.50 euros.', 'About 2.5 million were sold.', 'Five broke.'],
    unsupported: [
      ['It costs 12.25 euros.', '12.25'],
      ['Some 5.5 broke.', '5.5'],
    ],
  },
  {
    name: 'French halves',
    from: 'fr',
    source: 'La réunion a duré deux heures et demie, pour douze et demi millions de clients.',
    supported: ['Il y a 12,5 millions de clients.'],
    unsupported: [['Il y a 14,5 millions de clients.', '14,5 millions']],
  },
  {
    name: 'exact figures rounded to fewer decimals',
    from: 'en',
    source: 'The mean was 18.2899 months, the median 16.41, and the group 2.7 times as large.',
    supported: ['The mean was 18.29 months.', 'The mean was 18.3 months.', 'The median was 16.4 months.'],
    unsupported: [
      ['The mean was 18.28 months.', '18.28'],
      ['The median was 16.5 months.', '16.5'],
      ['The group was 3 times as large.', '3'],
    ],
  },
  {
    name: 'quarters of a year and halves of a game',
    from: 'en',
    source: 'Sales rose in the first quarter and fell in the third quarter, as the team lost the second half.',
    supported: ['Sales rose in the first quarter.', 'Sales fell in the third quarter.'],
    unsupported: [
      ['Sales were 75% higher.', '75'],
      ['Sales were 25% higher.', '25'],
    ],
  },
  {
    name: 'an English source in Chinese',
    from: 'en',
    to: 'zh',
    source: 'The Red Cross counted 127,350 cases in the first quarter and more than 20 million doses in 2024.',
    supported: ['红十字会在第一季度统计了12万7350例病例。', '2024年有2000多万剂。'],
    unsupported: [['红十字会统计了17万2350例病例。', '17万2350']],
  },
  {
    name: 'an English source in Japanese',
    from: 'en',
    to: 'ja',
    source: 'The Red Cross counted 127,350 cases in the first quarter and ten deaths.',
    supported: ['赤十字は第1四半期に12万7350人の患者を数えた。', '十人が死亡した。'],
    unsupported: [['十七人が死亡した。', '十七']],
  },
  {
    name: 'an English source in Turkish',
    from: 'en',
    to: 'tr',
    source: 'The war cost more than 20 million lives and 3 billion dollars.',
    supported: ['Savaş 20 milyondan fazla cana ve 3 milyar dolara mal oldu.'],
    unsupported: [['Savaş 30 milyondan fazla cana mal oldu.', '30 milyondan']],
  },
])

describe('numbers of a table', () => {
  const table = 'Year | Sales (million euros) | Staff\n2021 | 12.5 | 340\n2022 | 14.0 | 360'
  const source = sourceOf([table], { type: 'table' })

  test('have the unit of the heading', () => {
    expect(findUnsupported(source, 'Sales were 12.5 million euros in 2021 and €14 million in 2022.', 'en')).toEqual([])
    expect(findUnsupported(source, 'Sales were 13.5 million euros.', 'en')).toHaveLength(1)
    expect(findUnsupported(source, 'Sales were 12.5 billion euros.', 'en')).toHaveLength(1)
  })
})
