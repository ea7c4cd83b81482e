import { prepareSource, type SourceText } from '../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../src/summarizer/verification/unsupported-claims.ts'
import { type Item, judgedSentences, readItems } from './faithful/items.ts'
import { plantErrors } from './faithful/plant.ts'
import { type Reported, readAnswersOfModels, reportedAfter } from './faithful/second-read.ts'
import { documentOf } from './summarizer/corpus.ts'

/** How many sentences of a kind there are, and how many of them a check reports. */
interface Share {
  reported: number
  of: number
}

const show = ({ reported, of }: Share) => `${(reported / Math.max(1, of)).toFixed(3)} (${reported} of ${of})`

function prepareSources(items: readonly Item[]): (item: Item) => SourceText {
  const sources = new Map<string, SourceText>()
  for (const { source } of items) {
    if (!sources.has(source)) sources.set(source, prepareSource(documentOf(source)))
  }
  return ({ source }) => sources.get(source)!
}

function reportedByRules(source: SourceText, item: Item): Reported {
  const found = findUnsupported(source, item.summary, 'en')
  return new Map(
    judgedSentences(item).flatMap(({ start, end }, number) => {
      const missing = found.filter((each) => each.start < end && each.end > start).flatMap((each) => each.missing)
      return missing.length === 0 ? [] : [[number, missing] as const]
    }),
  )
}

/** Prints how many unsupported sentences a check catches, and how many clean ones it reports. */
function printShares(
  name: string,
  items: readonly Item[],
  reportedOf: (item: Item) => { has(sentence: number): boolean },
): void {
  const caught: Share = { reported: 0, of: 0 }
  const falseAlarms: Share = { reported: 0, of: 0 }
  for (const item of items) {
    const reported = reportedOf(item)
    for (const [number, { verdict }] of judgedSentences(item).entries()) {
      if (verdict === 'disputed') continue
      const share = verdict === 'unsupported' ? caught : falseAlarms
      share.of += 1
      if (reported.has(number)) share.reported += 1
    }
  }
  console.log(`${name}: ${show(caught)} of the unsupported sentences caught, ${show(falseAlarms)} false alarms.`)
}

/** Prints by class how many errors the rules catch when each is planted alone in a clean sentence. */
function printPlanted(items: readonly Item[], sourceOf: (item: Item) => SourceText): void {
  const shares = new Map<string, Share>()
  for (const { item, kind, before, sentence } of plantErrors(items)) {
    if (findUnsupported(sourceOf(item), before, 'en').length > 0) continue
    const share = shares.get(kind) ?? { reported: 0, of: 0 }
    shares.set(kind, share)
    share.of += 1
    if (findUnsupported(sourceOf(item), sentence, 'en').length > 0) share.reported += 1
  }
  console.log('\nPlanted errors caught by the rules, by kind:')
  for (const [kind, share] of shares) console.log(`  ${kind.padEnd(24)}${show(share)}`)
}

/**
 * Prints how many unsupported sentences of human-annotated summaries verification catches, at how many false alarms: by
 * rules alone, and after the second read if AI_MODELS is set or the file of its answers exists. Then how many planted
 * errors of each kind the rules catch.
 *
 * @param args a JSONL file of items (`id`, `source`, `summary`, `spans`), and the file that keeps the models' answers
 */
export async function main([file, answersFile = `${file}.answers`]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Usage: npm run bench -- faithful FILE.jsonl [ANSWERS.jsonl]')
  const items = readItems(file)
  const sourceOf = prepareSources(items)
  const reported = new Map(items.map((item) => [item, reportedByRules(sourceOf(item), item)]))
  const byRules = (item: Item) => reported.get(item)!
  printShares('Rules', items, byRules)
  const answers = await readAnswersOfModels(items, sourceOf, byRules, answersFile)
  const answered = items.filter(({ id }) => answers.has(id))
  if (answered.length > 0) {
    const after = (item: Item) => reportedAfter(answers.get(item.id)!, byRules(item), sourceOf(item))
    printShares(`Rules and second read (${answered.length} of ${items.length} summaries)`, answered, after)
  }
  printPlanted(items, sourceOf)
}
