import { prepareSource, type SourceText } from '../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../src/summarizer/verification/unsupported-claims.ts'
import { type Item, judgedSentences, readItems } from './faithful/items.ts'
import { plantErrors } from './faithful/plant.ts'
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

/** Prints how many unsupported sentences the rules catch, and how many clean ones they report. */
function printRules(items: readonly Item[], sourceOf: (item: Item) => SourceText): void {
  const caught: Share = { reported: 0, of: 0 }
  const falseAlarms: Share = { reported: 0, of: 0 }
  for (const item of items) {
    const found = findUnsupported(sourceOf(item), item.summary, 'en')
    for (const { start, end, verdict } of judgedSentences(item)) {
      if (verdict === 'disputed') continue
      const share = verdict === 'unsupported' ? caught : falseAlarms
      share.of += 1
      if (found.some((each) => each.start < end && each.end > start)) share.reported += 1
    }
  }
  console.log(`Rules: ${show(caught)} of the unsupported sentences caught, ${show(falseAlarms)} false alarms.`)
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
  console.log('\nPlanted errors caught, by kind:')
  for (const [kind, share] of shares) console.log(`  ${kind.padEnd(24)}${show(share)}`)
}

/**
 * Prints how many unsupported sentences of human-annotated summaries the verification rules catch, at how many false
 * alarms, and how many planted errors of each kind.
 *
 * @param args a JSONL file of items: `id`, `source`, `summary`, `spans`
 */
export function main([file]: string[]): void {
  if (file === undefined) throw new Error('Usage: npm run bench -- faithful FILE.jsonl')
  const items = readItems(file)
  const sourceOf = prepareSources(items)
  printRules(items, sourceOf)
  printPlanted(items, sourceOf)
}
