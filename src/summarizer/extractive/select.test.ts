import { expect, test } from 'vitest'
import type { ExtractedDocument } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import { documentOf as madeOf, paragraph } from '../testing/documents.ts'
import { createExtractiveSummarizer } from './engine.ts'
import { objectiveWeights } from './profile.ts'
import { isHesitation, isPersonal, shareInSummaries } from './terms.ts'

function documentOf(texts: readonly string[], language: string): ExtractedDocument {
  return madeOf(
    texts.map((text, at) => paragraph(at + 1, text)),
    { language },
  )
}

async function basicOf(texts: readonly string[], language: string, maxWords?: number): Promise<string> {
  const { signal } = new AbortController()
  const stream = createExtractiveSummarizer().summarize(documentOf(texts, language), {
    advanced: false,
    maxWords,
    signal,
  })
  for await (const event of stream) if (event.type === 'done') return event.result.basicSummary
  throw new Error('no result')
}

test('with room for few sentences likeness leads, with room for many the expected overlap and the parts', () => {
  const few = objectiveWeights(2, false)
  const many = objectiveWeights(40, false)
  expect(few.likeness).toBeGreaterThan(many.likeness)
  expect(few.expected).toBeLessThan(many.expected)
  expect(few.parts).toBeLessThan(many.parts)
  expect(objectiveWeights(2, true).parts).toBeGreaterThan(few.parts)
})

test.each([
  ['i', 0.05],
  ['uh', 0.05],
  ['gonna', 0.4],
  ['bridge', 1],
])('a summary holds %s less often than its source, or as often', (word, share) => {
  expect(shareInSummaries(word)).toBe(share)
})

test('words for persons and for thinking are told apart', () => {
  expect([isPersonal('we'), isPersonal('uh'), isHesitation('uh'), isHesitation('we')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a definite name is taken only after the sentence that it goes back to', async () => {
  const first = 'Halden Pumps closed its factory in Orre on Friday after forty years of building pumps there.'
  const second = 'The company said that the factory in Orre lost money on pumps in each of the past six years.'
  const rest = [
    'Its 210 workers build pumps for ships and get four months of pay when the factory closes.',
    'The town of Orre wants to buy the factory and rent its halls to smaller firms that build pumps.',
    'Pumps for ships are now built more cheaply in ports near the yards, says the union of the workers.',
  ]
  for (const words of [30, 40, 50, 60]) {
    const summary = await basicOf([`${first} ${second}`, ...rest], 'en', words)
    if (summary.includes('The company said')) expect(summary).toContain('Halden Pumps closed')
  }
})

test('what the writer asks is left to the answer', async () => {
  const summary = await basicOf(
    [
      'The reservoir above Lund holds water for nine towns and has not been full since 2019.',
      'Why is the reservoir above Lund so empty that nine towns fear for their water?',
      'A leak in the northern dam lets 300 liters of the reservoir go each second, engineers found.',
      'Repairs of the dam begin in May, and the nine towns get water from the river until then.',
    ],
    'en',
    45,
  )
  expect(summary).not.toContain('?')
  expect(summary).toContain('reservoir')
})

test.each([
  [
    'zh',
    [
      '市议会周二决定关闭老桥，因为工程师在主缆上发现了裂缝。每天约有四万辆汽车经过这座桥。',
      '维修老桥需要四个月，费用约为九百万元。市政府将承担一半费用，其余由省里支付。',
      '桥边的商店担心失去顾客。市议会下周将讨论对商店的补助。',
      '老桥建于一九三一年，是省内最长的桥之一。历史学家希望把老桥列为保护建筑。',
    ],
  ],
  [
    'ja',
    [
      '市議会は火曜日、古い橋の主ケーブルに亀裂が見つかったため、橋を閉鎖すると決めた。毎日およそ四万台の車がこの橋を渡る。',
      '橋の修理には四か月かかり、費用は約九百万円になる。市が費用の半分を負担し、残りは県が支払う。',
      '橋の近くの店は客を失うことを心配している。市議会は来週、店への補助について話し合う。',
      '古い橋は一九三一年に開通し、県内で最も長い橋の一つだった。歴史家は橋の保存を求めている。',
    ],
  ],
])('whole sentences are chosen in %s, within the bound', async (language, texts) => {
  const summary = await basicOf(texts, language, 40)
  expect(countWords(summary)).toBeLessThanOrEqual(40)
  const sentences = summary.split(/(?<=。)/u)
  expect(sentences.length).toBeGreaterThanOrEqual(1)
  for (const sentence of sentences) expect(texts.join('')).toContain(sentence.trim())
  expect(summary).toMatch(/。$/u)
})
