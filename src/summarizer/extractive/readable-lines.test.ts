import { describe, expect, test } from 'vitest'
import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { findFrontMatter } from '../front-matter.ts'
import { cutSections } from '../sections.ts'
import { documentOf, paragraph, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'
import { cleanSpeech, isFluent } from '../text/speech.ts'
import { readSentences, type Sentence } from './read-sentences.ts'

function read(blocks: readonly Block[], extra: Partial<ExtractedDocument> = {}) {
  const document = documentOf([...blocks], { title: '', language: 'en', ...extra })
  return readSentences(document, cutSections(document))
}

const sentencesOf = (texts: readonly string[], extra: Partial<ExtractedDocument> = {}): Sentence[] =>
  read(paragraphs(texts), extra).sentences

const item = (at: number, text: string): Block => ({ ...paragraph(at, text), type: 'list-item' })

const harbor = 'The harbor of Tarn was dredged in May. Ships of nine meters can enter it again.'

describe('never picks a sentence that', () => {
  test.each([
    ['shows a figure', 'Fig. 6 shows the depth of the harbor after the dredging.'],
    ['describes a chart', 'Charts 1-3 show the depth of the harbor after the dredging.'],
    ['rests on an equation', 'The depth of the harbor that equation (8) gives is nine meters.'],
    ['gives a permission', 'Reproduced with permission from the harbor office of Tarn in May.'],
    ['rests on a numbered reference', 'As stated in [6], the harbor loses a meter of depth each year.'],
    ['is the note under a page', '5 For example, the harbor of Orla lost nine meters of its quay.'],
    ['is a note with a source', '15 Brandt et al (2008) give the depth of nine harbors.'],
    ['is a note with one source', '15 Brandt (2008) gives the depth of nine harbors of the north.'],
    ['has a sound in brackets', 'The harbor of Orla (he sat down [laughter] again) has nine meters of quay.'],
    ['is an entry of a catalog', 'The deep harbor of Tarn and its many ships / Lev Brandt.'],
    ['was broken off', 'The crane of the old harbor would need a new—.'],
    ['opens with a label', 'Keywords: harbor depth, dredging, sediment and tides of the north.'],
    ['begins with the end of another', ', the ships of nine meters can enter the harbor again.'],
    ['has the traces of line breaks', 'Ships account for about half of the . traffic, and for most of new .'],
    ['is an entry of a list of works', 'The tides of Tarn and other stories, Harbor House, 2004.'],
    ['is mostly numbers', 'The depth in meters was 4 5 6 7 & 8 9 12 then.'],
    ['is in the script of a translation', 'Гавань Тарна была углублена в мае прошлого года.'],
  ])('%s', (_, text) => {
    expect(sentencesOf([harbor, text]).filter((sentence) => sentence.usable && sentence.block.id === 'b2')).toEqual([])
  })

  test('is of a note in brackets, whole', () => {
    const note = '[This text was taken from a magazine. Its cover shows a crane of Tarn. It has nine pages.]'
    expect(sentencesOf([harbor, note]).map(({ joins }) => joins)).toEqual([true, true, false, false, false])
  })

  test.each(['21 Grams (2003) is a film about a harbor.', '15 Länder (2019: zwölf) nutzen den Hafen von Tarn.'])(
    'is a note with a source, unlike %s',
    (text) => {
      expect(sentencesOf([harbor, text]).at(-1)?.usable).toBe(true)
    },
  )

  test('begins with a name and its pronunciation, unlike one with a label', () => {
    const names = ['Orla (Norse: Orlo [ɔrlɔ]) is an island in the sea of Tarn.', 'Orla: an island in the sea of Tarn.']
    const label = 'Case (a), (b): an island in the sea of Tarn.'
    expect(sentencesOf([...names, label]).map(({ usable }) => usable)).toEqual([true, false, false])
  })

  test('points at a chapter by its letter, but counts chapters', () => {
    const texts = ['The ferry of chapter B is the oldest of all.', 'Orla reads nine chapters a week on the ferry.']
    expect(sentencesOf(texts).map(({ usable }) => usable)).toEqual([false, true])
  })

  test('asks in Chinese or Japanese', () => {
    const [asked, stated] = sentencesOf(['なぜ港の水は深くなったのでしょうか。港の水は五月に深くなりました。'], {
      language: 'ja',
    })
    expect([asked?.usable, stated?.usable]).toEqual([false, true])
  })
})

test.each([
  ['To cut costs of the harbor, companies moved nine cranes to Velm.', true],
  ['To keep the harbor open, with quays and boats of Velm.', false],
  ['To keep the cranes, quays and boats of the harbor of Velm.', false],
  ['To keep the cranes, ropes from Velm and nine boats.', false],
])('takes a sentence with “To …” for whole if it has a main clause: %s', (text, expected) => {
  expect(sentencesOf([text])[0]?.usable).toBe(expected)
})

test.each([
  ['The harbor needs a new crane before winter.', true],
  ['I d I think the harbor needs a crane.', false],
  ['I ’d say the harbor needs a crane.', true],
  ['The cranes, ropes etc. and new piles are what the harbor needs.', true],
  ['They lost his own time. by not showing up at the harbor.', false],
  ['Some of the well some of the cranes are old.', false],
  ['Ana and I have been using the crane and we’re.', false],
  ['We So we need a new crane.', false],
  ['The court in The Hague lets Will repair the crane in May or June.', true],
  ['Deshalb möchte ich Sie bitten, den Kran zu reparieren.', true, 'de'],
])('knows fluent speech: %s', (said, expected, language = 'en') => {
  expect(isFluent(said, language)).toBe(expected)
})

test('reads no agency of a dateline that an abbreviation ends', () => {
  const [sentence] = sentencesOf(['TARN, S.C. (AP) — Ships of nine meters can enter the harbor of Tarn again.'])
  expect(sentence?.text).toBe('Ships of nine meters can enter the harbor of Tarn again.')
})

const turns = ['Ana: We meet again.', 'Ben: We do.', 'Ana: We start.', 'Ben: We can.', 'Ana: We go on.', 'Ben: Good.']

test.each([
  ['Um the harbor needs a new crane before winter.', 'The harbor needs a new crane before winter.'],
  ['The harbor, uh, needs the the crane before winter.', 'The harbor, needs the crane before winter.'],
  ['The harbor needs a {vocalsound} cra crane before winter .', 'The harbor needs a crane before winter.'],
  ['Yeah, well, the harbor needs a new crane.', 'The harbor needs a new crane.'],
  ['So, the harbor needs it very very soon.', 'The harbor needs it very soon.'],
  ['And so our aim is a new crane.', 'Our aim is a new crane.'],
  ['So that ships can enter, the harbor is dredged.', 'So that ships can enter, the harbor is dredged.'],
  ['Let me start by saying that the harbor needs a new crane.', 'The harbor needs a new crane.'],
  ['So I will end by saying that we need a crane.', 'We need a crane.'],
  ['I will end by saying that is no crane.', 'I will end by saying that is no crane.'],
  ['No cords attached to the harbor crane now.', 'No cords attached to the harbor crane now.'],
  ['No, the harbor needs no new crane.', 'No, the harbor needs no new crane.'],
  ['The harbor needs a new crane.', 'The harbor needs a new crane.'],
])('shows speech without what is no word of it: %s', (text, clean) => {
  expect(cleanSpeech(text, 'en')).toBe(clean)
  expect(sentencesOf([...turns, `Ana: ${text}`]).at(-1)?.text).toBe(clean)
})

test.each(['Dredger', 'Dredgers with a chain of buckets'])('a definition is not shown without its term: %s', (term) => {
  const blocks = [item(1, term), item(2, 'Ships that deepen a harbor where it has become too shallow.')]
  expect(read(blocks).sentences.at(-1)?.dependent).toBe(true)
})

test.each([
  ['Dear Ms. Reyes:', false],
  ['Dear members of the board of Velm:', false],
  ['Abstract:', false],
  ['The council agreed on one thing:', true],
])('a sentence after “%s” needs it: %s', (before, dependent) => {
  expect(sentencesOf([before, harbor]).at(-2)?.dependent).toBe(dependent)
})

const pageOf = async (texts: readonly string[], title: string) =>
  (await extract(documentOf(paragraphs(texts), { title }), { advanced: false })).page

describe('front matter', () => {
  test('contains a short chapter with a biography or an imprint, whatever its title', () => {
    const chapter = (number: number, id: number, text: string): Block => ({
      ...paragraph(id, text),
      location: { kind: 'chapter', chapter: number, title: `Part ${number}` },
    })
    const story = [1, 2, 3, 4].map((id) => chapter(1, id, harbor.repeat(5)))
    const biography = [chapter(2, 5, 'Aɴᴀ Rᴇʏᴇs was born in Velm.'), chapter(2, 6, 'Since 1990 she lives at sea.')]
    const colophon = [chapter(3, 7, '© 2024 Tarn Press.'), chapter(3, 8, 'The text is set in a face cut in 1757.')]
    const blocks = [...story, ...biography, ...colophon]
    expect([...findFrontMatter(blocks, { author: 'Ana Reyes' })]).toEqual([...biography, ...colophon])
    expect([...findFrontMatter(blocks)]).toEqual(colophon)
  })

  test('contains the only item of a list between the paragraphs of an article: a caption', () => {
    const blocks = [paragraph(1, harbor), item(2, 'Ana Reyes stands at the harbor wall.'), paragraph(3, harbor)]
    expect([...findFrontMatter(blocks, { kind: 'article' })]).toEqual([blocks[1]])
    const announced = [paragraph(1, 'The council agreed on one thing:'), item(2, harbor), paragraph(3, harbor)]
    expect(findFrontMatter(announced, { kind: 'article' }).size).toBe(0)
  })
})

test('the gist of an article is its lead rather than a later sentence without the words of the title', async () => {
  const texts = [
    'The council of Tarn will dredge its harbor in May, although the work costs nine million and the ships of the "northern line" have to wait in Velm until the last day of the summer.',
    'Ships of the line carry wood and grain. The captains of the ships spoke of a long summer in Velm.',
    'Wood from the north is sold in Velm in a week of markets. The grain goes south on the trains of the state.',
    'Captains and traders met in Velm on Monday. A trader from the north offered a ship for the grain.',
  ]
  const { gist } = await pageOf(texts, 'Tarn will dredge its harbor')
  expect(gist.text).toBe(texts[0])
})

test('the gist of an article that opens with a scene is what it is about', async () => {
  const texts = [
    'When the ferry came in on a cold morning in March, Lev Brandt stood on the quay and counted gulls.',
    'The council of Tarn will dredge its harbor in May, the first time since the war. The work costs nine million.',
    'Ships of the northern line carry wood and grain to Velm. The captains spoke of a long summer.',
  ]
  expect((await pageOf(texts, 'Tarn will dredge its harbor')).gist.text).toContain('will dredge its harbor in May')
})

test('statements about other works are no takeaways', async () => {
  const cited =
    'Harbors silt up faster where rivers carry clay [2, 5]. Silt is expensive to remove in most harbors [3–6].'
  const own =
    'The harbor of Tarn filled with silt within nine years. The dredging of the harbor cost nine million crowns.'
  const { takeaways } = await pageOf([harbor, cited, own, harbor.replaceAll('Tarn', 'Velm')], 'Harbors')
  expect(takeaways.length).toBeGreaterThan(0)
  expect(takeaways.map(({ text }) => text).join(' ')).not.toMatch(/\[\d/u)
})
