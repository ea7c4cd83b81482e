import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { findUnsupported } from './unsupported-claims.ts'

interface Cases {
  name: string
  /** Language of the source. */
  from: string
  /** Language of the text, where it is another. */
  to?: string
  source: string
  stands: readonly string[]
  /** A sentence, and what of it stands nowhere in the source. */
  doubted: readonly (readonly [text: string, ...missing: string[]])[]
}

const cases: readonly Cases[] = [
  {
    name: 'English numbers',
    from: 'en',
    source:
      'In 2019 the city spent $1,250,000 on twelve bridges, 39.6% of its budget, up from 3 to 5 million a year between 1994 and 1998. Two hundred and fifty thousand people cross on the 21st day, at 3:30 pm. World War II damaged the third arch in 1943–45. It is 5½ miles long; a dozen boats and 1/4 of the fish are left. It has −5 degrees. The budget was 1.2 trillion yen.',
    stands: [
      'The city spent $1,250,000 in 2019.',
      'The city spent $1.25 million.',
      'The city spent 1.25 million dollars, 39.6 per cent of its budget.',
      'The city spent 1.25M dollars.',
      'About $1.3 million was spent.',
      'It spent 1 250 000 dollars on 12 bridges.',
      'Twelve bridges took 39.6 percent of the budget.',
      'The bridges took roughly 40% of it.',
      'Once it was three million a year.',
      'Once it was five million a year.',
      'In the 1990s it was less.',
      "In the '90s it was less.",
      'In the nineties it was less.',
      'It goes back to the 20th century.',
      'Some 250,000 people cross it.',
      'A quarter of a million: 250k people.',
      'They cross on the twenty-first day.',
      'It opens at 3:30.',
      'The war lasted until 1945.',
      'World War Two damaged it.',
      'The report gives three reasons for this.',
      'It makes 4 main points.',
      'One of the two sides was wrong.',
      '1. The bridges were repaired.',
      'There were 12 boats.',
      'It cost 1,200,000,000,000 yen.',
      'Millions of people watched, hundreds cheered.',
    ],
    doubted: [
      ['The city spent $1,350,000.', '1,350,000'],
      ['The city spent $1.25 billion.', '1.25 billion'],
      ['The city spent 1.25 million euros.', '1.25 million'],
      ['The bridges took €39.6.', '39.6'],
      ['The city spent 1,250,000 percent.', '1,250,000'],
      ['The city spent 1.4 million dollars.', '1.4 million'],
      ['It happened in 2018.', '2018'],
      ['It happened in the 1980s.', '1980'],
      ['It goes back to the 18th century.', '18'],
      ['Thirteen bridges were built.', 'Thirteen'],
      ['The bridges took 93.6 percent.', '93.6'],
      ['The bridges took roughly 60% of it.', '60'],
      ['Some 350,000 people cross it.', '350,000'],
      ['Two hundred and sixty thousand people cross it.', 'Two hundred and sixty thousand'],
      ['They cross on the 22nd day.', '22'],
      ['It opens at 4:45.', '4:45'],
      ['It was 7 degrees.', '7'],
      ['It employs seven people.', 'seven'],
      ['It was 39.7 percent in 2021.', '39.7', '2021'],
    ],
  },
  {
    name: 'English dates, times, versions and kings',
    from: 'en',
    source:
      'Louis XIV and Henry VIII met on 12 May 2020 at 9am and at 17:45; 1,500 people saw version 2.3.1 come after 2.3.0. It was the Second World War.',
    stands: [
      'On May 12, 2020, 1,500 people met at 9 a.m.',
      'On 2020-05-12, some 1500 people met at 9:00 and at 5:45.',
      'On 12.05.2020 it was 12/05/2020.',
      'Version 2.3.1 follows 2.3.0.',
      'Louis XIV and Henry VIII lived before World War II.',
    ],
    doubted: [
      ['On May 13, 2020, people met.', '13'],
      ['On 2021-05-12 they met at 9:30.', '2021-05-12', '9:30'],
      ['Version 2.4.1 is next.', '2.4.1'],
      ['Louis XVI did not come.', 'XVI'],
    ],
  },
  {
    name: 'English names',
    from: 'en',
    source:
      "The bridge over the Alder was closed by Mayor Joan Reed, who was born in Canada. Reed told the World Health Organization and the U.K. press that NASA's engineers use the GPT-4 model. MacDonald of Germany agreed with the residents, says iPhone maker O'Neil. Wilson spoke on Monday in March. Engineers of Texas are here.",
    stands: [
      'Reed closed the bridge.',
      "Reed's decision closed the bridge over the Alder.",
      'Canadian-born mayor Reed closed it.',
      'The Canadians were surprised by Reed.',
      'The WHO was told, and so was the UK.',
      'German engineer MacDonald agreed.',
      'Engineers of NASA use GPT-4.',
      'However, the bridge was closed.',
      'Residents were told by President Reed.',
      'Consequently, traffic slowed.',
      'Researchers said it was needed.',
      'Inflation was one reason.',
      'The Mayor spoke on Monday.',
      'O’Neil makes the iPhone.',
      'Texan engineers came.',
      'The Wilsons came.',
      'A TV report showed it.',
      'THE BRIDGE WAS CLOSED BY JOAN REED.',
      'I was told that I’m right.',
      'British reporters heard it too.',
      'Trust is what it takes, and growth matters.',
      'Success depends on it, Reed thinks.',
    ],
    doubted: [
      ['Mayor Joan Smith closed the bridge.', 'Smith'],
      ['The bridge over the Danube was closed.', 'Danube'],
      ['It was closed by Angela Merkel.', 'Angela Merkel'],
      ['Barack Obama closed it.', 'Barack Obama'],
      ['Merkel said that it was closed.', 'Merkel'],
      ['Merkel then visits the bridge.', 'Merkel'],
      ["Merkel's bridge was closed.", "Merkel's"],
      ['The mayor spoke on Friday.', 'Friday'],
      ['It was built in July.', 'July'],
      ['The FBI closed it.', 'FBI'],
      ['They use LaTeX and the ChatGPT model.', 'LaTeX', 'ChatGPT'],
      ['The French mayor closed it.', 'French'],
      ['MacArthur of Germany agreed.', 'MacArthur'],
      ['The United Nations in Geneva were told.', 'Geneva'],
    ],
  },
  {
    name: 'German',
    from: 'de',
    source:
      'Die Stadt gab 1.250.000 Euro für fünfundzwanzig Brücken aus, 39,6 Prozent mehr als 1998. Oberbürgermeisterin Angela Lindner sagte das am Montag. Eine Milliarde fehlt. Zwölf Pfeiler, sagt Jörg Weiß von der NATO.',
    stands: [
      'Die Stadt gab 1,25 Millionen Euro aus.',
      'Es geht um 25 Brücken.',
      'Das sind 39,6 % mehr.',
      'Rund 40 Prozent mehr waren es.',
      'Zum Glück sagte Angela Lindner etwas.',
      'Lindners Brücken kosten viel.',
      '1 Mrd. Euro fehlt.',
      'Die 12 Pfeiler stehen.',
      'Am Montag sagte Lindner nichts, Experten sagten viel.',
      'Die Verwaltung der Gemeinde hat Sorgen um den Verkehr.',
    ],
    doubted: [
      ['Die Stadt gab 1,35 Millionen Euro aus.', '1,35 Millionen'],
      ['Es geht um sechsundzwanzig Brücken.', 'sechsundzwanzig'],
      ['Das sagte am Montag Gerda Hofmann der Presse.', 'Gerda Hofmann'],
      ['Es geschah 1989.', '1989'],
      ['Das sagte Hofmann am Montag.', 'Hofmann'],
      ['Hofmann sagte das am Montag.', 'Hofmann'],
      ['Davon weiß auch die UNESCO.', 'UNESCO'],
      ['Drei Milliarden fehlen.', 'Drei Milliarden'],
    ],
  },
  {
    name: 'French',
    from: 'fr',
    source:
      "La mairie a dépensé 1 200 000 € pour vingt-quatre ponts, soit 39,6 % de plus qu'en 1998. Quatre-vingt-dix-sept personnes de Bretagne ont vu Élodie Martin lundi. La Suède a payé deux milliards.",
    stands: [
      'La mairie a dépensé 1,2 million d’euros.',
      'Les 24 ponts ont coûté cher.',
      'Il y avait 97 personnes.',
      "L'Élodie Martin de Bretagne était là.",
      'Les ponts d’Élodie Martin sont vieux.',
      'Selon la mairie, environ 40 % de plus ont été dépensés.',
      'La Suède a payé 2 milliards.',
    ],
    doubted: [
      ['La mairie a dépensé 1,4 million d’euros.', '1,4 million'],
      ['Les trente-quatre ponts ont coûté cher.', 'trente-quatre'],
      ['Il y avait quatre-vingt-sept personnes.', 'quatre-vingt-sept'],
      ['On y a vu Sophie Laurent.', 'Sophie Laurent'],
      ['La Norvège a payé.', 'Norvège'],
    ],
  },
  {
    name: 'Spanish, Italian, Portuguese',
    from: 'es',
    source:
      'El ayuntamiento gastó 1.250.000 euros en veinticinco puentes, dijo Lucía Herrera el lunes en Sevilla. Murieron mil doscientas personas en 1936.',
    stands: [
      'El ayuntamiento gastó 1,25 millones de euros.',
      'Son 25 puentes.',
      'Lucía Herrera habló en Sevilla.',
      'Murieron 1200 personas.',
      'En los años 1930 murieron muchas personas.',
    ],
    doubted: [
      ['El ayuntamiento gastó 2,25 millones.', '2,25 millones'],
      ['Son treinta y cinco puentes.', 'treinta y cinco'],
      ['Habló María Castro en Sevilla.', 'María Castro'],
      ['Habló en Granada.', 'Granada'],
    ],
  },
  {
    name: 'Russian',
    from: 'ru',
    source:
      'Мэр Ольга Петрова сообщила, что город потратил 2,4 млн рублей на двенадцать мостов через Волгу в 1998 году. Сто тысяч человек ждут.',
    stands: [
      'Мэру Ольге Петровой нужны мосты.',
      'Город потратил 2 400 000 рублей.',
      'Это 12 мостов на Волге.',
      'Ждут 100 тыс. человек.',
    ],
    doubted: [
      ['Город потратил 3,4 млн рублей.', '3,4 млн'],
      ['Это тринадцать мостов.', 'тринадцать'],
      ['Об этом сообщил мэр Сергей Кузнецов.', 'Сергей Кузнецов'],
      ['Это мосты через Енисей.', 'Енисей'],
    ],
  },
  {
    name: 'Turkish',
    from: 'tr',
    source: "Belediye Başkanı Ayşe Demir, İstanbul'da yirmi beş köprü için 2,4 milyon lira harcandığını söyledi.",
    stands: ["Ayşe Demir'in köprüleri İstanbul'dadır.", 'Toplam 25 köprü var.', 'Toplam 2.400.000 lira harcandı.'],
    doubted: [
      ["Köprüler Ankara'da bulunuyor.", "Ankara'da"],
      ['Toplam otuz beş köprü var.', 'otuz beş'],
      ['Bunu Mehmet Kaya söyledi.', 'Mehmet Kaya'],
    ],
  },
  {
    name: 'Chinese',
    from: 'zh',
    source: '市长王小明先生说，二〇一九年维修费用为三百二十万元，占预算的百分之四十。工期十二个月，OpenAI参与。',
    stands: [
      '维修费用为320万元。',
      '2019年开始维修，工期12个月。',
      '费用为3200000元，占40%。',
      '王小明先生说，OpenAI也参与了。',
    ],
    doubted: [
      ['维修费用为330万元。', '330万'],
      ['2018年开始维修。', '2018'],
      ['工期二十三个月。', '二十三'],
      ['Google也参与了。', 'Google'],
      ['李建国先生说。', '李建国'],
    ],
  },
  {
    name: 'Japanese',
    from: 'ja',
    source: '田中さんは２０１９年にトヨタで働き、給料は三万五千円だった。',
    stands: ['田中さんは2019年にトヨタで働いた。', '給料は3万5千円だった。', '給料は35,000円だった。'],
    doubted: [
      ['鈴木さんは2019年に働いた。', '鈴木'],
      ['田中さんはホンダで働いた。', 'ホンダ'],
      ['給料は4万5千円だった。', '4万5千'],
    ],
  },
  {
    name: 'Korean, Arabic and Hindi digits',
    from: 'ko',
    source: '김철수 씨는 2019년에 3만 원을 냈다. ٢٥٠ دينار, १२ लाख रुपये.',
    stands: ['김철수 씨는 30,000원을 냈다.', '250 dinar.', '12 लाख रुपये था।', '2019년의 일이다.'],
    doubted: [
      ['그는 4만 원을 냈다.', '4만'],
      ['2018년의 일이다.', '2018'],
    ],
  },
  {
    name: 'a Russian source told in English',
    from: 'ru',
    to: 'en',
    source:
      'Президент Владимир Зеленский и канцлер Олаф Шольц встретились в Москве в марте 2022 года. Хрущёв приехал из Германии и Вены с двенадцатью людьми. Власти Украины потратили 2,4 млн рублей.',
    stands: [
      'Volodymyr Zelensky met Olaf Scholz in Moscow in March 2022.',
      'Khrushchev came from Germany and Vienna with twelve people.',
      'The Ukrainian authorities spent 2.4 million roubles.',
      'The German chancellor Scholz was there.',
    ],
    doubted: [
      ['Emmanuel Macron met Scholz in Moscow.', 'Emmanuel Macron'],
      ['They met in Geneva in 2022.', 'Geneva'],
      ['They met in July 2021.', 'July', '2021'],
      ['The Ukrainian authorities spent 2.6 million roubles.', '2.6 million'],
    ],
  },
  {
    name: 'an English source told in German, French and Russian',
    from: 'en',
    to: 'de',
    source:
      'Queen Elizabeth and Boris Johnson met in Munich in March 2019 with twelve French guests of the European Union.',
    stands: ['Im März 2019 trafen sich zwölf Gäste in München.', 'Dabei war auch Boris Johnson.'],
    doubted: [
      ['Im Mai 2019 kamen dreizehn Gäste.', 'dreizehn'],
      ['Dabei war auch Theresa Campbell.', 'Theresa Campbell'],
    ],
  },
  {
    name: 'an English source told in French',
    from: 'en',
    to: 'fr',
    source:
      'Queen Elizabeth and Boris Johnson met in Munich in March 2019 with twelve guests from London, says the European Union.',
    stands: ['En mars 2019, Boris Johnson et douze invités de Londres étaient à Munich.', "L'Union européenne le dit."],
    doubted: [['En mars 2019, Tony Blair était à Munich.', 'Tony Blair']],
  },
  {
    name: 'a Chinese source told in English: names cannot be judged, numbers can',
    from: 'zh',
    to: 'en',
    source: '习近平主席二〇一九年在北京会见了三百二十人。',
    stands: ['Xi Jinping met 320 people in Beijing in 2019.'],
    doubted: [['Xi Jinping met 330 people in Beijing in 2019.', '330']],
  },
  {
    name: 'a source whose number words cannot be read',
    from: 'ar',
    to: 'en',
    source: 'قال الرئيس إن اثني عشر شخصا ماتوا في ٢٠١٩',
    stands: ['Twelve people died in 2019.'],
    doubted: [['Twelve hundred people died in 2018.', 'Twelve hundred', '2018']],
  },
]

describe.each(cases)('$name', ({ from, to, source, stands, doubted }) => {
  test.each(stands)('lets stand: %s', (text) => {
    expect(findUnsupported(sourceOf([source], { language: from }), text, to ?? from)).toEqual([])
  })
  test.each(doubted)('doubts: %s', (text, ...missing) => {
    const [doubt, ...rest] = findUnsupported(sourceOf([source], { language: from }), text, to ?? from)
    expect(rest).toEqual([])
    expect(doubt?.missing).toEqual(missing)
  })
})

test('has enough cases to mean something', () => {
  expect(cases.reduce((sum, { stands, doubted }) => sum + stands.length + doubted.length, 0)).toBeGreaterThanOrEqual(
    120,
  )
})
