import { chooseSummary, textOf } from '../../src/summarizer/extractive/compose.ts'
import { buildModel, type Weights } from '../../src/summarizer/extractive/model.ts'
import { type ReadDocument, readSentences } from '../../src/summarizer/extractive/read-sentences.ts'
import { knownFrom } from '../../src/summarizer/extractive/runs.ts'
import { cutSections } from '../../src/summarizer/sections.ts'
import { Persons } from '../../src/summarizer/text/names.ts'
import { baselines } from './baselines.ts'
import { documentOf, firstWords, type Item, readSet, type SetName, setNames, sets } from './corpus.ts'
import { type Rouge, rouge } from './rouge.ts'

const SEEDS = 5
const FOLDS = 5
const peers = ['first words of the document', 'LexRank + MMR']

/** Combinations of weights that the folds choose from: with and without each, but with one centrality at least. */
function weightGrid(): Weights[] {
  const centralities = [
    { centrality: 1.25, forward: 1.25 },
    { centrality: 1.25, forward: 0 },
    { centrality: 0, forward: 1.25 },
  ]
  return centralities.flatMap((pair) =>
    [0, 0.5].flatMap((lead) => [0, 3].map((conversational) => Object.assign({ lead, conversational }, pair))),
  )
}

function readItem(item: Item): ReadDocument {
  const document = documentOf(item.document)
  return readSentences(document, cutSections(document))
}

const nobody = new Persons([], 'en')

function textOfSummary(read: ReadDocument, weights: Weights, words: number, lenient: boolean): string {
  const model = buildModel(read, [], null, weights)
  const options = { words, lenient, known: knownFrom(model, []) }
  return chooseSummary(model, options)
    .map((run) => textOf(run, nobody, '', false))
    .join('\n\n')
}

/** The scores of one document: by combination of weights, and of the peers. */
interface ScoredItem {
  set: SetName
  byWeights: Rouge[]
  byPeer: Rouge[]
}

function scoreItems(corpus: string, grid: readonly Weights[]): ScoredItem[] {
  return setNames.flatMap((set) =>
    readSet(corpus, set).map((item) => {
      const words = sets[set]
      // Many combinations choose the same sentences.
      const scored = new Map<string, Rouge>()
      const score = (text: string): Rouge => {
        const own = scored.get(text) ?? rouge(firstWords(text, words), item.references)
        scored.set(text, own)
        return own
      }
      const read = readItem(item)
      const paragraphs = documentOf(item.document).blocks.map((block) => block.text)
      return {
        set,
        byWeights: grid.map((weights) => score(textOfSummary(read, weights, words, set === 'squality'))),
        byPeer: peers.map((name) => score(baselines.find((peer) => peer.name === name)!.summarize(paragraphs, words))),
      }
    }),
  )
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function standardErrorOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)) / Math.max(1, values.length - 1))
}

/** Mean of ROUGE-1, 2 and L over the sets, each set counting the same: what the weights are fitted to. */
function fitOf(items: readonly ScoredItem[], at: number): number {
  return meanOf(
    setNames.map((name) => {
      const scores = items.filter(({ set }) => set === name).map(({ byWeights }) => byWeights[at]!)
      return meanOf(scores.map(({ r1, r2, rl }) => (r1 + r2 + rl) / 3))
    }),
  )
}

/** Deals items into folds, the same for the same seed (a linear congruential generator). */
function foldsOf(items: readonly ScoredItem[], seed: number): ScoredItem[][] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state >>> 8
  }
  const shuffled = items.map((item) => ({ item, key: next() })).toSorted((one, other) => one.key - other.key)
  return Array.from({ length: FOLDS }, (_, fold) =>
    shuffled.filter((_item, at) => at % FOLDS === fold).map(({ item }) => item),
  )
}

/** The score of every item by weights that were fitted without it, once for each seed. */
function crossValidate(items: readonly ScoredItem[], size: number): Map<ScoredItem, Rouge[]> {
  const held = new Map<ScoredItem, Rouge[]>(items.map((item) => [item, []]))
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const fold of foldsOf(items, seed)) {
      const training = items.filter((item) => !fold.includes(item))
      const fits = Array.from({ length: size }, (_, at) => fitOf(training, at))
      const best = fits.indexOf(Math.max(...fits))
      for (const item of fold) held.get(item)!.push(item.byWeights[best]!)
    }
  }
  return held
}

const figure = (value: number) => value.toFixed(3).slice(1)

/** Mean over documents and seeds, with the standard error over documents. */
function show(scores: readonly (readonly Rouge[])[]): string {
  return (['r1', 'r2', 'rl'] as const)
    .map((key) => {
      const means = scores.map((rounds) => meanOf(rounds.map((round) => round[key])))
      return `${figure(meanOf(means))}±${figure(standardErrorOf(means))}`
    })
    .join(' ')
}

/**
 * Prints ROUGE-1/2/L of the built-in engine with weights that are fitted on four fifths of the documents and scored on
 * the last fifth, over five ways to deal them, beside the same figures of LexRank and of the first words.
 */
export function printCrossValidation(corpus: string): void {
  const grid = weightGrid()
  const items = scoreItems(corpus, grid)
  const held = crossValidate(items, grid.length)
  console.log(`\nNested cross-validation, ${SEEDS} seeds × ${FOLDS} folds, ${grid.length} combinations of weights`)
  for (const name of setNames) {
    const own = items.filter(({ set }) => set === name)
    console.log(`${name} (${sets[name]} words, ${own.length} documents)`)
    console.log(`  ${'Precis, extractive'.padEnd(30)}${show(own.map((item) => held.get(item)!))}`)
    for (const [at, peer] of peers.entries()) {
      console.log(`  ${peer.padEnd(30)}${show(own.map(({ byPeer }) => [byPeer[at]!]))}`)
    }
  }
}
