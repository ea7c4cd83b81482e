import { describe, expect, it } from 'vitest'
import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { documentOf, paragraph, prose } from '../testing/documents.ts'
import { createPassageIndex, rankPassages } from './rank-passages.ts'

const filler = (from: number, count = 4): Block[] =>
  Array.from({ length: count }, (_, at) => paragraph(from + at, prose(from + at)))

const heading = (id: number, text: string): Block => ({ ...paragraph(id, text), type: 'heading', level: 2 })

const blockIds = async (documents: ExtractedDocument[], question: string | string[]): Promise<string[][]> =>
  rankPassages(await createPassageIndex(documents), question).map(({ citations }) =>
    citations.map(({ blockId }) => blockId),
  )

describe('rankPassages', () => {
  it.each([
    ['en', 'How were the lighthouse lamps paid for?', 'A toll on ships paid for the lamp of the lighthouse.'],
    ['de', 'Wer bezahlte die Lampen?', 'Ein Zoll auf Schiffe hat die Lampe bezahlt.'],
    ['ru', 'Кто платил за лампы маяка?', 'Лампу на маяке оплачивали сборами с кораблей.'],
    ['zh', '燈塔的燈由誰支付？', '船隻的通行費支付了燈塔的燈。'],
    ['th', 'ใครจ่ายค่าตะเกียงของประภาคาร', 'ค่าธรรมเนียมเรือใช้จ่ายค่าตะเกียงของประภาคาร'],
    ['de', 'Was wurde aus dem Turm?', 'Der Leuchtturmwärter blieb noch ein Jahr.'],
    ['tr', 'Feneri kim yaktı?', 'Fenerin bekçisi her gece lambayı yakıyordu.'],
    ['ru', 'Какой русский моряк?', 'Русского моряка спасли.'],
    ['ar', 'من دفع ثمن مصابيح المنارة؟', 'دفعت رسوم السفن ثمن مصباح المنارة.'],
    ['el', 'Ποιος πλήρωσε τους φάρους;', 'Ο φάρος πληρώθηκε από τα διόδια των πλοίων.'],
    ['ro', 'Cine a plătit lămpile farului?', 'O taxă pe nave a plătit lampa de la far.'],
    ['hi', 'दीपस्तंभ के दीपकों का भुगतान किसने किया?', 'जहाज़ों के कर से दीपक का भुगतान हुआ।'],
    ['vi', 'Ai đã trả tiền cho ngọn hải đăng?', 'Phí tàu thuyền trả tiền cho hải đăng.'],
  ])('puts the passage with the words of the question first (%s)', async (language, question, answer) => {
    const blocks = [...filler(1), paragraph(5, answer), ...filler(6)]
    expect((await blockIds([documentOf(blocks, { language })], question))[0]).toContain('b5')
  })

  it.each([
    ['hi', 'हिन्दी की ख़बर', 'हिंदी की खबर पढ़ी गई।', 'नदी के किनारे एक गाँव था।'],
    ['hi', 'क्या हुआ २०१५ में?', 'यह 2015 की बात है।', 'यह 2016 की बात है।'],
    ['ar', 'ماذا حدث عام 2015؟', 'بنيت المنارة عام ٢٠١٥.', 'بنيت المنارة عام ٢٠١٦.'],
    ['ro', 'naţiunile şi oraşele', 'Națiunea și orașul.', 'Marea și vântul.'],
    ['tr', 'IŞIK', 'Işığı gördüler.', 'Denizi gördüler.'],
    ['el', 'ΦΑΡΟΣ', 'Είδαν τον φάρο.', 'Είδαν το πλοίο.'],
    ['th', 'นํ้า', 'น้ำท่วมประภาคาร', 'ไฟไหม้ประภาคาร'],
    ['vi', 'Hoà bình', 'Hòa bình đã đến.', 'Hoa đã nở.'],
    ['vi', 'con ma', 'Họ thấy một con ma.', 'Họ thấy một con mạ và má.'],
    ['vi', 'ngon hai dang', 'Ngọn hải đăng cháy.', 'Con thuyền chìm.'],
  ])('finds a word in another spelling (%s, %s)', async (language, question, answer, other) => {
    for (const blocks of [
      [paragraph(1, other, ['A']), paragraph(2, answer, ['B'])],
      [paragraph(1, answer, ['A']), paragraph(2, other, ['B'])],
    ]) {
      const separate = blocks.flatMap((block) => [heading(block.id === 'b1' ? 11 : 12, '-'), block])
      const index = await createPassageIndex([documentOf(separate, { language })])
      const [first] = rankPassages(index, question, { count: 1, onlyMatches: true })
      expect(first?.text).toContain(answer)
    }
  })

  it.each([
    ['el', 'Που ειναι ο φάρος;', ['φάρος']],
    ['es', 'Donde esta el faro y que paso?', ['faro', 'paso']],
    ['ro', 'Unde este farul si cati ani are?', ['farul', 'ani']],
    ['th', 'ประภาคารอยู่ที่ไหน', ['ประภาคาร']],
    ['vi', 'Hải đăng ở đâu và bao nhiêu tuổi?', ['Hải', 'đăng', 'tuổi']],
  ])('searches for no function words, with or without accents (%s)', async (language, question, words) => {
    const index = await createPassageIndex([documentOf([paragraph(1, question)], { language })])
    const [passage] = rankPassages(index, question)
    expect(passage?.marks.map(({ start, end }) => passage.text.slice(start, end))).toEqual(words)
  })

  it('returns all passages of a short source, those without words of the question last', async () => {
    const passages = await blockIds([documentOf([...filler(1), paragraph(5, 'The lighthouse burned.')])], 'lighthouse')
    expect(passages.flat().toSorted()).toEqual(['b1', 'b2', 'b3', 'b4', 'b5'])
    expect(passages[0]).toContain('b5')
  })

  it('keeps headings with the text below them, and finds a passage by its heading', async () => {
    const below = paragraph(6, prose(90, 9), ['Lighthouses'])
    const [first] = await blockIds(
      [documentOf([...filler(1), heading(5, 'Lighthouses'), below, ...filler(7)])],
      'lighthouse',
    )
    expect(first).toEqual(['b5', 'b6'])
  })

  it('divides long paragraphs between sentences, also those without full stops', async () => {
    const sentences = Array.from({ length: 30 }, (_, at) => prose(at)).join(' ')
    const words = 'one more word of a recording '.repeat(200)
    const documents = [documentOf([paragraph(1, sentences), paragraph(2, `${words} lighthouse ${words}`)])]
    const [first] = rankPassages(await createPassageIndex(documents), 'lighthouse')
    expect(first?.text).toContain('lighthouse')
    expect(first?.text.length).toBeLessThan(1000)
    const passages = rankPassages(await createPassageIndex(documents), 'garden', { count: 1000 })
    expect(passages.map(({ text }) => text.length).every((length) => length < 1200)).toBe(true)
    const text = passages.map((passage) => passage.text.replaceAll(/\s/gu, '')).join('').length
    expect(text).toBe(`${sentences}${words}lighthouse${words}`.replaceAll(/\s/gu, '').length)
  })

  it('marks the words of the question, not function words', async () => {
    const answer = paragraph(1, 'The tolls of the harbor pay for the lamp.')
    const [passage] = rankPassages(await createPassageIndex([documentOf([answer])]), 'What do the tolls pay for?')
    const marked = passage?.marks.map(({ start, end }) => passage.text.slice(start, end))
    expect(marked).toEqual(['tolls', 'pay'])
  })

  it('ranks passages of several documents together', async () => {
    const documents = [
      documentOf([...filler(1), paragraph(5, 'The lamp stood on the pier.')]),
      documentOf([...filler(1), paragraph(5, 'The lighthouse has a lamp.')]),
    ]
    const [first] = rankPassages(await createPassageIndex(documents), 'lamp of the lighthouse')
    expect(first?.source).toBe(1)
  })

  it('fuses the rankings of several wordings', async () => {
    const documents = [documentOf([...filler(1), paragraph(5, 'A beacon burned.'), ...filler(6)])]
    expect((await blockIds(documents, ['lighthouse', 'beacon']))[0]).toContain('b5')
  })

  it('weighs words of the context less than those of the question', async () => {
    const blocks = [
      paragraph(1, prose(1, 9)),
      paragraph(2, `The lamp. ${prose(2, 9)}`),
      paragraph(3, `The toll. ${prose(3, 9)}`),
    ]
    const index = await createPassageIndex([documentOf(blocks)])
    const [first, second] = rankPassages(index, 'And the toll?', { context: ['Who lit the lamp?'] })
    expect([first?.citations[0]?.blockId, second?.citations[0]?.blockId]).toEqual(['b3', 'b2'])
  })

  it('searches for function words if the question has no others', async () => {
    expect((await blockIds([documentOf([...filler(1), paragraph(5, 'Who is who?')])], 'Who is who?'))[0]).toContain(
      'b5',
    )
  })

  it('answers a question without words with the first passages', async () => {
    expect((await blockIds([documentOf(filler(1))], '?!'))[0]).toContain('b1')
    expect(await blockIds([documentOf([])], 'lighthouse')).toEqual([])
  })

  it('prefers what a named speaker says, and passages that follow the opening of a transcript', async () => {
    const say = (id: number, speaker: string, topic: string): Block =>
      paragraph(id, `${speaker}: ${topic} ${prose(id, 9)}`)
    const lines = Array.from({ length: 30 }, (_, at) =>
      say(at + 1, ['Ana Costa', 'Ben Ode', 'Chair'][at % 3] ?? '', ''),
    )
    lines[0] = say(1, 'Chair', 'We will talk about the ferry and the budget.')
    lines[13] = say(14, 'Ben Ode', 'The ferry is late.')
    lines[24] = say(25, 'Ana Costa', 'The ferry is new.')
    expect((await blockIds([documentOf(lines)], 'What did Ana Costa think of the ferry?'))[0]).toContain('b25')
    expect((await blockIds([documentOf(lines)], 'What did Ode say about the ferry?'))[0]).toContain('b14')
    expect((await blockIds([documentOf(lines)], 'What about the ferry?'))[0]).not.toContain('b1')
  })

  it('reads a question of 10,000 different words', async () => {
    const question = Array.from({ length: 10_000 }, (_, at) => `w${at}ord`).join(' ')
    const blocks = [...filler(1), paragraph(5, 'Only w77ord is here.')]
    expect((await blockIds([documentOf(blocks, { language: 'de' })], question))[0]).toContain('b5')
  })
})
