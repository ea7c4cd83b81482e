import type { ExtractedDocument } from '../../src/shared/document.ts'
import { basicText } from '../../src/shared/summary/partial-page.ts'
import type { SummaryResult } from '../../src/shared/summary/summary.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { baselines } from './baselines.ts'
import { documentOf, firstWords, type Item, readSet, type SetName, setNames, sets } from './corpus.ts'
import { type Rouge, rouge } from './rouge.ts'
import { standardError, targetLines } from './targets.ts'

export type Run = (document: ExtractedDocument, maxWords?: number, advanced?: boolean) => Promise<SummaryResult>

function meanOf(scores: readonly Rouge[]): Rouge {
  const mean = (key: keyof Rouge) => scores.reduce((sum, score) => sum + score[key], 0) / scores.length
  return { r1: mean('r1'), r2: mean('r2'), rl: mean('rl') }
}

const figure = (value: number) => value.toFixed(3).slice(1)
const show = (score: Rouge) => [score.r1, score.r2, score.rl].map(figure).join(' ')

/** Scores the product's engine on a set, with its speed. */
async function measureOurs(run: Run, items: readonly Item[], words: number) {
  const scores: Rouge[] = []
  let elapsedMs = 0
  let read = 0
  let used = 0
  for (const item of items) {
    const document = documentOf(item.document)
    const start = performance.now()
    const { page } = await run(document, words)
    elapsedMs += performance.now() - start
    read += document.words
    const basicSummary = basicText(page)
    const length = countWords(basicSummary)
    if (length > words) throw new Error(`${item.id}: ${length} words, bound ${words}.`)
    used += length
    scores.push(rouge(firstWords(basicSummary, words), item.references))
  }
  return { scores, wordsPerSecond: (read / elapsedMs) * 1000, filled: used / items.length / words }
}

function scoreBaselines(items: readonly Item[], words: number): Rouge[] {
  const documents = items.map((item) => documentOf(item.document).blocks.map((block) => block.text))
  return baselines.map((baseline) =>
    meanOf(
      items.map((item, at) => {
        return rouge(firstWords(baseline.summarize(documents[at]!, words), words), item.references)
      }),
    ),
  )
}

async function measureSet(run: Run, corpus: string, name: SetName) {
  const items = readSet(corpus, name)
  const words = sets[name]
  const peers = scoreBaselines(items, words)
  const ours = await measureOurs(run, items, words)
  const mean = meanOf(ours.scores)
  const rows = [
    ...baselines.map((baseline, at) => [baseline.name, show(peers[at]!)]),
    ['Precis, extractive', show(mean)],
    [
      '  standard error',
      show({
        r1: standardError(ours.scores, 'r1'),
        r2: standardError(ours.scores, 'r2'),
        rl: standardError(ours.scores, 'rl'),
      }),
    ],
    ['  words read a second', `${Math.round(ours.wordsPerSecond)}`],
    ['  share of the bound filled', `${Math.round(ours.filled * 100)}%`],
  ]
  return {
    rows,
    targets: targetLines(
      name,
      mean,
      baselines.map((baseline, at) => ({ name: baseline.name, score: peers[at]! })),
    ),
  }
}

/** Prints ROUGE-1/2/L (best reference) of the product's engine and of the baselines, and a line for each target. */
export async function printRouge(run: Run, corpus: string): Promise<void> {
  const table = new Map<string, string[]>()
  const targets: string[] = []
  for (const name of setNames) {
    const measured = await measureSet(run, corpus, name)
    for (const [row, cell] of measured.rows) table.set(row!, [...(table.get(row!) ?? []), cell!])
    targets.push(...measured.targets)
  }
  console.log(`\n${'ROUGE-1/2/L'.padEnd(30)}${setNames.map((name) => `${name} (${sets[name]})`.padEnd(18)).join('')}`)
  for (const [row, cells] of table) console.log(`${row.padEnd(30)}${cells.map((cell) => cell.padEnd(18)).join('')}`)
  console.log(`\n${'target'.padEnd(44)}ours    asked`)
  for (const line of targets) console.log(line)
}
