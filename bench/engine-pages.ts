import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ExtractedDocument } from '../src/shared/document.ts'
import { AppError } from '../src/shared/errors.ts'
import { createExtractiveSummarizer } from '../src/summarizer/extractive/engine.ts'
import { countPage, faults } from './engine-pages/counts.ts'
import { firstSentences, type PlainPage, plainPage } from './engine-pages/rival.ts'
import { kinds, readSample, type Source } from './engine-pages/sample.ts'

/** The page of the engine, empty with the reason as its notice where the engine declines a source. */
async function enginePage(document: ExtractedDocument): Promise<PlainPage> {
  const signal = new AbortController().signal
  try {
    for await (const event of createExtractiveSummarizer().summarize(document, { advanced: true, signal })) {
      if (event.type === 'done') return plainPage(event.result.page)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { gist: '', takeaways: [], summary: [], parts: [], quotes: [], notices: [error.message] }
  }
  throw new Error('The summarizer ended without a result.')
}

const engines: Readonly<Record<string, (document: ExtractedDocument) => PlainPage | Promise<PlainPage>>> = {
  Engine: enginePage,
  'First sentences': firstSentences,
}

const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** The parts of a page in Markdown, by title. */
const asMarkdown = ({ gist, takeaways, summary, parts, quotes, notices }: PlainPage): Record<string, string> => ({
  Gist: gist,
  Takeaways: listOf(takeaways.map(({ label, text }) => (label === '' ? text : `**${label}:** ${text}`))),
  Summary: summary.join('\n\n'),
  Parts: parts.map(({ title, lines }) => [`#### ${title}`, ...lines].join('\n\n')).join('\n\n'),
  Quotes: listOf(quotes.map(({ text, speaker }) => `${text} — ${speaker ?? '(no speaker)'}`)),
  Notices: notices.join(', '),
})

interface Entry {
  source: Source
  engine: string
  page: PlainPage
  counts: ReturnType<typeof countPage>
}

/** Writes both pages of one source side by side, and the source as text. */
function write(folder: string, name: string, { kind, language, document }: Source, entries: readonly Entry[]): void {
  const file = join(folder, `${name}.txt`)
  const text = document.blocks.map((block) => `${'#'.repeat(block.type === 'heading' ? 2 : 0)} ${block.text}`.trim())
  writeFileSync(file, `${[document.title, ...text].join('\n\n')}\n`)
  const pages = entries.map(({ engine, page }) => ({ engine, parts: asMarkdown(page) }))
  const parts = Object.keys(pages[0]?.parts ?? {}).flatMap((title) =>
    [`## ${title}`].concat(pages.flatMap(({ engine, parts: own }) => [`### ${engine}`, own[title] || '(none)'])),
  )
  const facts = `${kind}, ${language}, ${document.words} words. Source: ${file}`
  writeFileSync(join(folder, `${name}.md`), `${[`# ${document.title}`, facts, ...parts].join('\n\n')}\n`)
}

function rowOf(kind: string, engine: string, entries: readonly Entry[]) {
  const sum = (value: (counts: Entry['counts']) => number) => entries.reduce((all, one) => all + value(one.counts), 0)
  const each = (total: number): number => Number((total / entries.length).toFixed(1))
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '-' : `${((100 * part) / whole).toFixed(0)} %`
  const faultCells = faults.map((fault) => [
    fault,
    each(sum(({ found }) => found.filter((one) => one.fault === fault).length)),
  ])
  return {
    kind,
    engine,
    pages: entries.length,
    ...Object.fromEntries(faultCells),
    'in runs': percent(
      sum(({ inRuns }) => inRuns),
      sum(({ runLines }) => runLines),
    ),
    repeated: percent(
      sum(({ repeated }) => repeated),
      sum(({ content }) => content),
    ),
    lines: each(sum(({ lines }) => lines)),
    words: each(sum((counts) => counts.words)),
  }
}

/**
 * Makes pages of a sample of sources with the built-in engine and with its simplest rival, and prints the counts of a
 * page that a program can make.
 *
 * @param args the corpus folder; `--kind` has kinds of sources, `--limit` the most sources of a kind, `--out` a folder
 *   for a Markdown file and the text of each source, and for the faults counted
 */
export async function main(args: string[]): Promise<void> {
  const options = {
    kind: { type: 'string' },
    limit: { type: 'string', default: '100' },
    out: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [corpus] = positionals
  if (corpus === undefined || !(Number(values.limit) >= 1))
    throw new Error(
      `Usage: npm run bench -- engine-pages CORPUS_DIR [--kind ${kinds.join(',')}] [--limit N] [--out DIR]`,
    )
  const entries: Entry[] = []
  const found: string[] = []
  const sample = await readSample(corpus, values.kind?.split(',') ?? kinds, Number(values.limit))
  if (values.out !== undefined) mkdirSync(values.out, { recursive: true })
  for (const source of sample) {
    const own: Entry[] = []
    for (const [engine, make] of Object.entries(engines)) {
      const page = await make(source.document)
      own.push({ source, engine, page, counts: countPage(page, source.document) })
    }
    entries.push(...own)
    const name = `${source.kind}-${source.id.replaceAll(/[^\w.-]+/gu, '-')}`
    found.push(
      ...own.flatMap(({ engine, counts }) => counts.found.map((one) => [name, engine, one.fault, one.line].join('\t'))),
    )
    if (values.out !== undefined) write(values.out, name, source, own)
  }
  if (values.out !== undefined) writeFileSync(join(values.out, 'faults.tsv'), `${found.join('\n')}\n`)
  const languages = Object.entries(Object.groupBy(sample, ({ language }) => language))
  console.log(`${sample.length} sources: ${languages.map(([tag, own]) => `${own?.length} ${tag}`).join(', ')}`)
  const groups = [...Map.groupBy(entries, ({ source }) => source.kind), ['all', entries] as const]
  console.table(
    groups.flatMap(([kind, own]) =>
      [...Map.groupBy(own, ({ engine }) => engine)].map(([engine, some]) => rowOf(kind, engine, some)),
    ),
  )
}
