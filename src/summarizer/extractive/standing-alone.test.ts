import { describe, expect, test } from 'vitest'
import type { SummaryPage } from '../../shared/summary/summary-page.ts'
import { documentOf, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'
import { referencesOf } from '../text/references.ts'
import { splitSentences } from '../text/sentences.ts'

describe('a sentence that needs the one before it', () => {
  test.each([
    ['en', 'She moved to Velm in May.'],
    ['en', 'In 1998, she moved to Velm.'],
    ['en', 'Asked about the plans for May, he said nothing.'],
    ['en', 'Hidden behind a door, in an office of the old Velm customs house, it looks like a school.'],
    ['en', 'Some gave up and sold their boats.'],
    ['en', 'Sixty years earlier, the bridge was a ford.'],
    ['en', 'Many in Velm deplore that decision and the toll.'],
    ['en', 'To win Velm, he must repair the harbor.'],
    ['en', 'The second category of records is kept by the council of Velm.'],
    ['en', 'The first comprises nine records of the council of Velm.'],
    ['en', 'Which is easy once the harbor is deep.'],
    ['en', 'The harbor district now has 38.'],
    ['en', 'Most growers don’t recommend that, so the harbor stays open.'],
    ['en', 'Growers of Velm welcomed these measures at once.'],
    ['en', 'The council, however, refused to pay.'],
    ['en', 'Boats from Orla played that role for the harbor.'],
    ['en', 'Growers of Orla fear what follows from this bill.'],
    ['en', 'The yard of Orla also built ships.'],
    ['en', 'It was adopted by the board to save money.'],
    ['en', 'For the year 2017, that was nine million crowns for Velm.'],
    ['en', 'Pilots of Velm guide ships through the narrow harbor at night, however.'],
    ['en', 'On the other hand, the quay of Velm is deep.'],
    ['de', 'In der Praxis liegt Velm still.'],
    ['en', 'The Arab League called it an outrage.'],
    ['en', 'Many former harbor growers called it not a repair.'],
    ['en', 'The same boat would take nine hours to Velm.'],
    ['en', 'Growers said that a year later the harbor was empty.'],
    ['en', 'His son, Jan Orla, will sail the boat.'],
    ['en', 'That’s the hopeful view of the council in Velm.'],
    ['en', 'Ana Reyes had left the council the previous week.'],
    ['en', 'Velm, for example, keeps nine boats in its harbor.'],
    ['en', 'With his boat lost, he moved to the town of Velm.'],
    ['en', 'From April to December 2025 it had 15,700 visits.'],
    ['en', 'Nobody can lay a surface like that on a plane.'],
    ['en', 'A third berth of Velm is kept for the mail.'],
    ['en', 'There, pilots of Velm board the ships.'],
    ['de', 'Auf der anderen Seite braucht Velm einen Kai.'],
    ['fr', 'D’autre part, Velm garde un port.'],
    ['es', 'Otro barco de Velm espera en el puerto.'],
    ['ja', 'ところが港は五月に閉まった。'],
    ['ja', '二つ目の港では水が深すぎます。'],
    ['ja', '以上のように港は深くなった。'],
    ['ko', '전자는 항구의 물이 얕다.'],
    ['ja', '利点は港の水が深いことです。'],
    ['zh', '缺点是维尔姆的港口太浅。'],
    ['ko', '단점은 항구의 물이 얕다는 것이다.'],
    ['en', 'Subsequently, growers moved to Velm.'],
    ['de', 'Damit war der Hafen gerettet.'],
    ['de', 'Bis Mai sollen alle Ärzte, Kliniken und Kassen von Velm daran angebunden sein.'],
    ['es', 'Optó por cerrar el puerto de Velm en mayo.'],
    ['it', 'Lasciarono il porto di Velm a maggio.'],
    ['en', 'Nor was the council of Velm going to pay for the quay.'],
    ['en', 'Alternatively, the council of Velm could close the harbor.'],
    ['en', 'In short, the council of Velm has no money for the harbor.'],
    ['ko', '그건 벨름 항구의 잘못이다.'],
    ['pt', 'Deixou o porto de Velm em maio.'],
    ['fr', 'Retour sur ses principales dispositions pour Velm.'],
    ['en', 'These records fall under the rules of Velm.'],
    ['en', 'You can then select the folder for the copy.'],
    ['en', 'Growers said the two companies will merge in May.'],
    ['de', 'Am Hafen ist dieser Aspekt besonders wichtig.'],
    ['en', 'Breathing tests showed that his lungs of Velm were full of dust from the harbor.'],
    ['en', 'A tug, which failed to reach the vessel, will send a barge to pick them up.'],
    ['en', 'It’s worth a visit by growers of Velm who want to see nine ships in the harbor.'],
    ['de', 'Später wurde am Hafen von Velm ein Boot gefunden.'],
    ['es', 'Después se encontró un barco en el puerto de Velm.'],
    ['fr', 'Plus tard, Velm a fermé le port.'],
    ['pt', 'Depois foi fechado o porto de Velm.'],
    ['fr', 'Il a fermé le port en mai.'],
    ['es', 'Ella cerró el puerto en mayo.'],
    ['ru', 'Однако порт закрыли в мае.'],
    ['ja', 'しかし港は五月に閉まった。'],
    ['zh', '但港口在五月关闭了。'],
    ['zh', '例如，港口在五月关闭了。'],
    ['ja', '例えば、港は五月に閉まった。'],
  ])('%s: %s', (language, text) => {
    expect(referencesOf(text, language, false).dependent).toBe(true)
  })
})

describe('a sentence that makes sense alone', () => {
  test.each([
    ['en', 'Ana Reyes said she would move to Velm in May.'],
    ['en', 'It is clear that the harbor must be dredged.'],
    ['en', 'If you close the lid, the pump of the boat then stops.'],
    ['en', 'Velm and Orla said the two towns will build a quay.'],
    ['de', 'Der Verein Moorsee hofft darauf, dass der Hafen offen bleibt.'],
    ['es', 'El gobierno optó por cerrar el puerto de Velm.'],
    ['fr', 'Le maire de Velm a présenté son budget au conseil.'],
    ['en', 'This act applies to all harbors of the state.'],
    ['en', 'This year the harbor of Velm was closed for a week.'],
    ['en', 'Those who own a boat pay for the harbor of Velm.'],
    ['en', 'The harbor of Velm has berths for 38 boats.'],
    ['en', 'The company said it would rebuild the harbor.'],
    ['en', 'The day before the vote, the council met in Velm.'],
    ['en', 'The yard of Velm built ships for the north and also repaired boats.'],
    ['en', 'With his boat lost, Jan Orla moved to the town of Velm.'],
    ['en', 'Their harbor lost, nine hundred Velmers left the coast on Monday.'],
    ['en', 'Growers didn’t know at first that they would lose the harbor.'],
    ['en', 'In 1998 the harbor closed, and two years later the town of Velm was empty.'],
    ['en', 'This is our second design meeting, and we will consider the needs of users.'],
    ['en', 'Velm was the third harbor that closed in May.'],
    ['ko', '전자상거래 시장이 커졌다.'],
    ['ko', '전자제품 가격이 올랐다.'],
    ['zh', '以上海为代表的城市都有港口。'],
    ['ja', '一つ目小僧は港の妖怪である。'],
    ['ja', '一方的な閉鎖に港の人々は怒った。'],
    ['ru', 'Сейчас Полина знает порт, и хоть стоит она у моря, ее лодка осталась в Велме.'],
    ['en', 'Every grower of Velm knows that his boat must leave the harbor in May.'],
    ['en', 'Growers of Velm say their boats must leave the harbor in May.'],
    ['en', 'The council of Velm and a grower from Orla said they will build a quay.'],
    ['en', 'It’s worth noting that the harbor of Velm was closed for a year.'],
    ['es', 'Después de la tormenta, Velm cerró el puerto.'],
    ['de', 'Der Hafen von Velm wurde im Mai geschlossen.'],
    ['fr', 'Il y a un port à Velm depuis mille ans.'],
    ['ja', '港は五月に閉まった。'],
  ])('%s: %s', (language, text) => {
    expect(referencesOf(text, language, false).dependent).toBe(false)
  })
})

test.each([
  ['a share of those named before', 'Nearly all descend from nine growers of Velm.'],
  ['a comparison with something before', 'The yards of Velm and Orla show a similar picture.'],
  ['a connective within', 'Builders in Velm have no money for nine quays of steel and could therefore leave.'],
  ['what a clause only adds to', 'The automaker, which builds ships too, will open a yard in Velm in May.'],
  ['something beside another thing', 'Growers of Velm may bring nine nets and a lamp as well by boat.'],
  ['a text before it', 'Members of Velm share the goals mentioned previously with growers of Orla.'],
  ['an institution by a part of its name', 'The Act gives the fishers of Velm nine crowns.'],
  ['a comparison without what is compared', 'More usual berths for the ships of Velm arrive in May.'],
  ['one of two things before it', 'Either answer is good for the growers of Velm.'],
  ['an example of something', 'Counter-examples emerged, with some small harbors of Velm doing well.'],
  ['a name of something else', 'Often called the worm of Orla, signs can range from a hole to a lost pile in Velm.'],
  ['a statement that was told', 'Nobody in Velm knows whether Jan Orla has taken that advice to heart.'],
  ['half of another sentence', 'Especially when one thinks of the growers of Velm.'],
  ['what has to do something', 'Velm sets the terms that are needed in order for the facility to be ready in May.'],
])('%s points back, or names what only an earlier sentence introduced', (_, text) => {
  const { points, definites } = referencesOf(text, 'en', false)
  expect(points || definites.length > 0).toBe(true)
})

test.each([
  ['de', 'Muscheln von Velm binden dann mehr Salz als im Sommer.', true],
  ['de', 'Wenn Velm das Tor schließt, bleibt dann das Wasser draußen.', false],
  ['en', 'More than nine ships of Velm sank in May.', false],
  ['en', 'Known to all growers, the harbor of Velm has nine berths.', false],
  ['es', 'Ambos puertos están cerrados desde mayo.', true],
  ['en', 'The council of Velm said earlier this year that the harbor of Orla would stay open.', false],
  ['en', 'Joan Reed of Velm had previously said that the harbor is already listed as a monument.', false],
  ['en', 'The previously mentioned harbor of Velm must close.', true],
  ['de', 'Vorgenannte Boote gehören dem Hafen von Velm.', true],
  ['ru', 'В докладе о порте Велма упомянуты девять лодок.', false],
  ['ru', 'Вышеуказанные лодки стоят в порте Велма.', true],
])('%s: a sentence on what was said before names it, or points back: %s', (language, text, expected) => {
  expect(referencesOf(text, language, false).points).toBe(expected)
})

test.each([
  ['Das Gebiet wurde zuerst von Bauern aus Velm bewohnt.', ['gebiet']],
  ['Die neue Anlage soll im Mai fertig sein.', ['neu anlag']],
  ['Der Hafen von Velm wurde im Mai geschlossen.', []],
  ['Die Stadt Velm hat zwei Häfen.', []],
  ['Die Newcastle University ist von 1963.', []],
  ['Die Menschen fahren gern mit dem Boot.', []],
  ['Die Zahl der Boote wächst.', []],
])('a German sentence names what only an earlier one introduced: %s', (text, expected) => {
  expect(referencesOf(text, 'de', false).definites).toHaveLength(expected.length)
})

const pageOf = async (texts: readonly string[], title = 'The harbor of Velm'): Promise<SummaryPage> =>
  (await extract(documentOf(paragraphs(texts), { title }))).page

const filler = Array.from(
  { length: 60 },
  (_, at) =>
    `In ${1950 + at} the yard of Velm built ${at + 3} ships for traders of the north. Each ship needed ${at + 20} oaks from the forest of Orla.`,
)
const linesOf = ({ gist, takeaways, summary, parts }: SummaryPage): string[] => [
  gist.text,
  ...[...takeaways, ...summary].map(({ text }) => text),
  ...parts.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)),
]

test('what limits a claim stands beside it', async () => {
  const claim = 'The dredging of the harbor saves nine million crowns a year.'
  const limit = 'But the money is lost again if the river floods.'
  for (const line of linesOf(await pageOf([...filler, `${claim} ${limit}`, ...filler.slice(0, 9)]))) {
    expect(line.includes(claim)).toBe(line.includes(limit))
  }
})

test('what a colon announces stands beside it', async () => {
  const lead = 'The council of Velm measured the harbor on nine days of May, before the boats returned to the quay.'
  const items = [
    'Depth is given in meters from the lowest tide of the year to the sand.',
    'Salt is given in grams a liter.',
  ]
  const texts = [lead, 'The columns of the table, from left to right, are:', ...items, ...filler]
  expect(linesOf(await pageOf(texts)).join('\n')).not.toContain('Depth is given')
})

test('runs are consecutive sentences of the source, and none is shown twice', async () => {
  const page = await pageOf(filler)
  const source = filler.join(' ')
  const runs = [
    ...page.summary.map(({ text }) => text),
    ...page.parts.flatMap(({ lines }) => lines.map((l) => l.cells[0])),
  ]
  expect(runs.length).toBeGreaterThan(2)
  for (const run of runs) expect(source).toContain(run)
  const sentences = linesOf(page).flatMap((line) =>
    splitSentences(line).map(({ start, end }) => line.slice(start, end)),
  )
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('quotes name their speaker in full, and those without one are left out', async () => {
  const texts = [
    '“The harbor will never be finished, only handed on,” said Ana Reyes, who runs it.',
    '“Nobody has asked the people of the quay so far,” Reyes said on Monday.',
    'A poster reads: “Keep the harbor open for everybody in winter.”',
    '“The river takes back what the dredger took,” Lev Brandt, a captain from Orla, Norland, said.',
  ]
  const { quotes } = await pageOf([...filler, ...texts])
  expect(quotes.length).toBeGreaterThan(1)
  for (const { speaker } of quotes) expect(['Ana Reyes', 'Lev Brandt']).toContain(speaker)
})

test('repealed provisions are not shown', async () => {
  const law = Array.from({ length: 30 }, (_, at) =>
    at % 3 === 0
      ? `§ ${at + 1} The harbor fee of ${at + 10} crowns a day for ships of class ${at + 2} was repealed on 1 May 2020.`
      : `§ ${at + 1} The owner of a ship of class ${at + 2} pays ${at + 10} crowns a day to the harbor. The harbor master may waive the fee for ${at + 4} days.`,
  )
  expect(linesOf(await pageOf(law, 'Harbor Act')).join('\n')).not.toContain('repealed')
})

test.each(['Artists', 'Art dealers', 'Section heads', 'Clauses'])(
  'sentences about what was revoked are shown in a text whose paragraphs begin with “%s”',
  async (subject) => {
    const report = Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0
        ? `${subject} of class ${at + 1} lost the harbor pass of ${at + 10} crowns a day, which was revoked on 1 May 2020.`
        : `${subject} of class ${at + 1} use the quay for ${at + 4} days.`,
    )
    expect(linesOf(await pageOf(report, 'The harbor pass')).join('\n')).toContain('revoked')
  },
)

test('a story has its opening, but no takeaways', async () => {
  const scenes = Array.from(
    { length: 45 },
    (_, at) =>
      `The keeper closed the shutters of room ${String.fromCharCode(97 + (at % 26))} before the storm came in. “You promised me that the sea would be calm tonight,” said ${at < 6 ? 'Ilse' : 'Captain Brandt'}, and ${at < 6 ? 'she' : 'he'} shut the heavy door.`,
  )
  const page = await pageOf(
    ['Fog lay over the old lighthouse when Ilse came home from the war.', ...scenes],
    'The keeper',
  )
  expect(page.flags).toEqual(['fiction'])
  expect(page.takeaways).toEqual([])
  expect(page.notices).toContain('fiction_extracts')
  expect(page.gist.text).toContain('Fog lay over the old lighthouse')
  expect(page.summary.map(({ text }) => text).join(' ')).toMatch(/^The keeper closed the shutters of room/u)
})

test('a speaker who speaks once keeps the words, and titles and seats after a name are no part of it', async () => {
  const turns = Array.from({ length: 12 }, (_, at) => [
    `The Chair (Hon. Anthony Vale (Orla, Lib.)): The next item on the agenda is berth number ${at + 2} of the harbor.`,
    `Ms. Elizabeth May (Saanich, GP): The harbor needs ${at + 3} million crowns for berth number ${at + 2} by May.`,
  ]).flat()
  const once = 'Lev Brandt (Velm): The government must pay 400 million crowns for the harbor, and it will not.'
  const inside =
    'The Chair (Hon. Anthony Vale (Orla, Lib.)): We go on to the berths. Ms. Ada Moor (Tarn, GP): The government must pay 700 million crowns for the quay of Velm by May.'
  const page = await pageOf([...turns, once, inside], 'Hearing')
  const all = [...page.takeaways.map(({ label, text }) => `${label}: ${text}`), ...linesOf({ ...page, takeaways: [] })]
  for (const line of all.filter((text) => text.includes('400 million'))) expect(line).toMatch(/^Lev Brandt: /u)
  for (const line of all.filter((text) => text.includes('700 million'))) expect(line).toMatch(/^Ms\. Ada Moor: /u)
  expect(page.takeaways.map(({ label }) => label).join()).not.toMatch(/\(|Saanich/u)
})
