import { describe, expect, test } from 'vitest'
import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { findFrontMatter } from '../front-matter.ts'
import { cutSections } from '../sections.ts'
import { documentOf, paragraph } from '../testing/documents.ts'
import { composeParts } from './compose.ts'
import { pickGist, pickTakeaways } from './lines.ts'
import { buildModel } from './model.ts'
import { readSentences, type Sentence } from './read-sentences.ts'

function read(blocks: readonly Block[], extra: Partial<ExtractedDocument> = {}) {
  const document = documentOf([...blocks], { title: '', language: 'en', ...extra })
  const reading = readSentences(document, cutSections(document))
  let step = reading.next()
  while (step.done !== true) step = reading.next()
  return step.value
}

const sentencesOf = (texts: readonly string[], extra: Partial<ExtractedDocument> = {}): Sentence[] =>
  read(
    texts.map((text, at) => paragraph(at + 1, text)),
    extra,
  ).sentences

const item = (at: number, text: string): Block => ({ ...paragraph(at, text), type: 'list-item' })

const harbor = 'The harbor of Tarn was dredged in May. Ships of nine meters can enter it again.'

describe('never picks a sentence that', () => {
  test.each([
    ['shows a figure', 'Fig. 6 shows the depth of the harbor after the dredging.'],
    ['rests on a numbered reference', 'As stated in [6], the harbor loses a meter of depth each year.'],
    ['opens with a label', 'Keywords: harbor depth, dredging, sediment and tides of the north.'],
    ['begins with the end of another', ', the ships of nine meters can enter the harbor again.'],
    ['has the traces of line breaks', 'Ships account for about half of the . traffic, and for most of new .'],
    ['is an entry of a list of works', 'The tides of Tarn and other stories, Harbor House, 2004.'],
    ['is mostly numbers', 'The depth in meters was 4 5 6 7 & 8 9 12 then.'],
    ['is in the script of a translation', 'Гавань Тарна была углублена в мае прошлого года.'],
  ])('%s', (_, text) => {
    expect(sentencesOf([harbor, text]).filter((sentence) => sentence.usable && sentence.block.id === 'b2')).toEqual([])
  })

  test('asks in Chinese or Japanese', () => {
    const [asked, stated] = sentencesOf(['なぜ港の水は深くなったのでしょうか。港の水は五月に深くなりました。'], {
      language: 'ja',
    })
    expect([asked?.usable, stated?.usable]).toEqual([false, true])
  })
})

test.each([
  ['In that year the harbor was closed for the winter.', false],
  ['When it was closed, the ships went to Velm.', false],
  ['The harbor of that town was closed for a year.', true],
])('notices a word that points back inside the opening: %s', (text, quotable) => {
  expect(sentencesOf([text])[0]?.quotable).toBe(quotable)
})

test.each([
  ['Um the harbor needs a new crane before the winter.', false],
  ['The harbor needs the the crane before the winter.', false],
  ['The harbor needs a cr crane before the winter.', false],
  ['Yeah, the harbor needs a new crane before the winter.', false],
  ['The harbor needs a new crane before the winter.', true],
])('notices halting speech: %s', (text, quotable) => {
  const turns = ['Ana: We meet again.', 'Ben: We do.', 'Ana: We start.', 'Ben: We can.', 'Ana: We go on.', 'Ben: Good.']
  const said = sentencesOf([...turns, `Ana: ${text}`]).at(-1)
  expect([said?.text, said?.quotable]).toEqual([text, quotable])
})

test.each(['Dredger', 'Dredgers with a chain of buckets'])('a definition is not shown without its term: %s', (term) => {
  const blocks = [item(1, term), item(2, 'Ships that deepen a harbor where it has become too shallow.')]
  expect(read(blocks).sentences.at(-1)?.dependent).toBe(true)
})

test('statements about other works are picked only if there are too few others', () => {
  const cited = [
    'Harbors silt up faster where rivers carry clay [2, 5].',
    'Silt is expensive to remove in most harbors [3–6].',
  ]
  const own = [
    'The harbor of Tarn filled with silt within nine years.',
    'The dredging of the harbor cost nine million crowns.',
  ]
  const pick = (texts: readonly string[]) => {
    const model = buildModel(read(texts.map((text, at) => paragraph(at + 1, text))))
    const picked = [pickGist(model, []), ...pickTakeaways(model, { count: 2, words: 60 }, [])]
    return new Set(picked.map((index) => model.candidates[index ?? -1]?.sentence.text))
  }
  expect(pick([...cited, ...own])).toEqual(new Set(own))
  expect(pick(cited)).toEqual(new Set(cited))
})

test('talk is neither a takeaway nor a point of its own', () => {
  const said = [
    'Well I guess the harbor is what we have to talk about today.',
    'Yeah I mean you know that the crane is old and I like it.',
    'Does the harbor need a new crane before the winter comes?',
    'The harbor needs a new crane before the winter storms begin.',
    'The repair of the old crane costs nine million crowns in all.',
  ]
  const turns = said.flatMap((text, at) => [`Ana: ${text}`, `Ben: Fine, number ${at}.`])
  const sections = cutSections({ blocks: turns.map((text, at) => paragraph(at + 1, text)) })
  const model = buildModel(read(turns.map((text, at) => paragraph(at + 1, text))))
  const takeaways = pickTakeaways(model, { count: 2, words: 60 }, [])
  const points = composeParts(model, sections, { words: 200, maxParts: 1 }, []).flatMap((part) => part.points.flat())
  for (const shown of [
    takeaways.map((index) => model.candidates[index]?.sentence.text),
    points.map(({ sentence }) => sentence.text),
  ])
    expect(new Set(shown)).toEqual(new Set(said.slice(3)))
})

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

test('the gist of an article is its lead rather than a later sentence without the words of the title', () => {
  const texts = [
    'The council of Tarn will dredge its harbor in May, although the work costs nine million and the ships of the "northern line" have to wait in Velm until the last day of the summer.',
    'Ships of the line carry wood and grain. The captains of the ships spoke of a long summer in Velm.',
    'Wood from the north is sold in Velm in a week of markets. The grain goes south on the trains of the state.',
    'Captains and traders met in Velm on Monday. A trader from the north offered a ship for the grain.',
  ]
  const model = buildModel({
    ...read(texts.map((text, at) => paragraph(at + 1, text))),
    title: 'Tarn will dredge its harbor',
  })
  expect(model.candidates[pickGist(model, []) ?? -1]?.sentence.text).toBe(texts[0])
})

test('nothing after a given sentence is picked', () => {
  const texts = Array.from(
    { length: 12 },
    (_, at) => `The captain of ship ${at} carried grain and wood to harbor ${at + 20}.`,
  )
  const model = buildModel(read(texts.map((text, at) => paragraph(at + 1, text))))
  const picked = [pickGist(model, [], 4) ?? -1, ...pickTakeaways(model, { count: 5, words: 100 }, [], 4)]
  expect(Math.max(...picked)).toBeLessThan(4)
})
