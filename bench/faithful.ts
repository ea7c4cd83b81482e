import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareSource, type SourceText } from '../src/summarizer/verification/source-text.ts'
import { findUnsupported } from '../src/summarizer/verification/unsupported-claims.ts'
import { editedSchema, printEdited } from './faithful/edited.ts'
import { type Item, itemSchema, judgedSentences } from './faithful/items.ts'
import { partOf, parts } from './faithful/parts.ts'
import { plantErrors } from './faithful/plant.ts'
import { type Reported, readAnswersOfModels, reportedAfter } from './faithful/second-read.ts'
import { balancedAccuracy, type Share, show } from './faithful/share.ts'
import { documentOf } from './summarizer/corpus.ts'

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
  const accuracy = balancedAccuracy(caught, falseAlarms).toFixed(3)
  console.log(`${name}: ${show(caught)} caught, ${show(falseAlarms)} false alarms, balanced accuracy ${accuracy}`)
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

/** The id of an item's source: that of its first summary. */
function sourceIds(items: readonly Item[]): (item: Item) => string {
  const ids = new Map<string, string>()
  for (const { source, id } of items) if (!ids.has(source)) ids.set(source, id)
  return ({ source }) => ids.get(source)!
}

async function printAnnotated(items: readonly Item[], answersFile: string): Promise<void> {
  const sourceOf = prepareSources(items)
  const idOf = sourceIds(items)
  const reported = new Map(items.map((item) => [item, reportedByRules(sourceOf(item), item)]))
  const byRules = (item: Item) => reported.get(item)!
  for (const part of parts) {
    const some = items.filter((item) => partOf(idOf(item)) === part)
    const ids = new Set(some.map(idOf))
    console.log(`\nAnnotated summaries, ${part} part, ${ids.size} sources: ${[...ids].join(' ')}`)
    printShares('  Sentences', some, byRules)
  }
  printShares('Both parts', items, byRules)
  const answers = await readAnswersOfModels(items, sourceOf, byRules, answersFile)
  const answered = items.filter(({ id }) => answers.has(id))
  if (answered.length > 0) {
    const after = (item: Item) => reportedAfter(answers.get(item.id)!, byRules(item), sourceOf(item))
    printShares(`Rules and second read (${answered.length} of ${items.length} summaries)`, answered, after)
  }
  printPlanted(items, sourceOf)
}

/** JSONL files of a folder, or one file. */
const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => (name.endsWith('.jsonl') ? [join(path, name)] : []))
    : [path]

/**
 * Prints how many unsupported sentences of human-annotated summaries the rules catch, at how many false alarms, also
 * after the second read if AI_MODELS is set or the file of its answers exists, and how many planted errors of each kind.
 * Of files with edited summaries, prints the same by domain and by kind of edit. Sources are split into two fixed parts.
 *
 * @param args JSONL files, or folders of them, of annotated (`id`, `source`, `summary`, `spans`) or edited summaries
 *   (`id`, `domain`, `source`, `summaries`); `--answers FILE` keeps the models' answers
 */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { answers: { type: 'string' } } })
  if (positionals.length === 0) throw new Error('Usage: npm run bench -- faithful FILE|FOLDER… [--answers ANSWERS]')
  const files = positionals.flatMap(filesOf)
  if (files.length === 0) throw new Error(`No JSONL files in ${positionals.join(', ')}`)
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    const records: unknown[] = lines.map((line) => JSON.parse(line))
    console.log(`\n${file}`)
    if (editedSchema.safeParse(records[0]).success) printEdited(editedSchema.array().parse(records))
    else await printAnnotated(itemSchema.array().parse(records), values.answers ?? `${file}.answers`)
  }
}
