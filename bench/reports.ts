import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { documentAnswer } from '../src/cli/pipeline-commands.ts'
import { createIngest, type Ingest } from '../src/ingest/index.ts'
import { AppError } from '../src/shared/errors.ts'
import { unpackDocument } from '../src/threads/packed-document.ts'

const oneOf = z.union([z.string(), z.array(z.string())])

const itemSchema = z.object({
  id: z.string(),
  file: z.string(),
  kind: z.string(),
  says: z.string().default(''),
  url: z.string().nullish(),
  healthy: z.boolean().default(false),
  /** Strings that the text contains; a list holds alternatives. */
  must: z.array(oneOf).default([]),
  /** Whether they occur in this order. */
  ordered: z.boolean().default(false),
  mustNot: z.array(z.string()).default([]),
  /** Exact number of occurrences, or the least and the most. */
  count: z.record(z.string(), z.union([z.number(), z.tuple([z.number(), z.number()])])).default({}),
  title: oneOf.optional(),
  author: oneOf.optional(),
  /** Minimum number of blocks. */
  blocks: z.number().default(0),
})
type Item = z.infer<typeof itemSchema>
type Answer = ReturnType<typeof documentAnswer> | { refused: string }

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const folds: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2011': '-',
  '\u2212': '-',
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'st',
  '\ufb06': 'st',
}

const fold = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[\u2018-\u201e\u2011\u2212\ufb00-\ufb06]/gu, (sign) => folds[sign] ?? sign)
    .replace(/\s+/gu, ' ')
    .trim()

const asList = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

function missingIn(text: string, { must, ordered }: Item) {
  let from = 0
  return must.filter((entry) => {
    const ends = asList(entry).flatMap((wanted) => {
      const at = text.indexOf(fold(wanted), ordered ? from : 0)
      return at === -1 ? [] : [at + fold(wanted).length]
    })
    if (ordered && ends.length > 0) from = Math.min(...ends)
    return ends.length === 0
  })
}

/** The faults of an answer; empty if the item passes. */
function faultsOf(item: Item, answer: Answer): string[] {
  if ('refused' in answer) return [`refused: ${answer.refused}`]
  const plain = fold(answer.text)
  const marked = fold(
    answer.blocks.map(({ marker, text }) => (marker === undefined ? text : `${marker} ${text}`)).join('\n\n'),
  )
  const [one, other] = [missingIn(plain, item), missingIn(marked, item)]
  const missing = other.length < one.length ? other : one
  const occurs = (text: string): boolean => plain.includes(fold(text)) || marked.includes(fold(text))
  const faults = missing.map(
    (entry) => `${asList(entry).some(occurs) ? 'out of order' : 'missing'}: '${asList(entry)[0] ?? ''}'`,
  )
  for (const text of item.mustNot) if (occurs(text)) faults.push(`should not be there: '${text}'`)
  for (const [text, wanted] of Object.entries(item.count)) {
    const [least, most] = typeof wanted === 'number' ? [wanted, wanted] : wanted
    const found = plain.split(fold(text)).length - 1
    const range = least === most ? String(least) : `[${least}, ${most}]`
    if (found < least || found > most) faults.push(`${found} times instead of ${range}: '${text}'`)
  }
  for (const field of ['title', 'author'] as const) {
    const wanted = item[field]
    if (wanted !== undefined && !asList(wanted).map(fold).includes(fold(answer[field])))
      faults.push(`${field}: '${answer[field] ?? ''}'`)
  }
  const { length } = answer.blocks
  if (length < item.blocks) faults.push(`${length} blocks, at least ${item.blocks} expected`)
  return faults
}

async function read(ingest: Ingest, folder: string, { file, url }: Item): Promise<Answer> {
  const fileName = basename(file)
  const bytes = readFileSync(join(folder, 'files', fileName))
  try {
    const source = { kind: 'file', bytes, fileName, url: url ?? null, title: null } as const
    return documentAnswer(
      unpackDocument(await ingest.read(source, { signal: new AbortController().signal, minWords: 1 })),
    )
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    throw error
  }
}

interface Row {
  item: Item
  faults: string[]
}

const passed = (rows: readonly Row[]): number => rows.filter(({ faults }) => faults.length === 0).length
const score = (rows: readonly Row[]): string => `${passed(rows)} / ${rows.length}`

function print(rows: readonly Row[], verbose: boolean): void {
  const kinds = [...Map.groupBy(rows, ({ item }) => item.kind)].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [kind, inKind] of kinds) {
    const right = passed(inKind)
    const word = right === inKind.length ? 'pass' : right === 0 ? 'FAIL' : 'part'
    console.log(`${word}  ${String(right).padStart(3)} / ${String(inKind.length).padEnd(3)} ${kind}`)
    for (const { item, faults } of verbose ? inKind.filter((row) => row.faults.length > 0) : []) {
      console.log(`        ${item.id}: ${item.says}`)
      for (const fault of faults) console.log(`          - ${fault.slice(0, 300)}`)
    }
  }
  console.log(
    `kinds fully right: ${kinds.filter(([, inKind]) => passed(inKind) === inKind.length).length} / ${kinds.length}`,
  )
  const [faulty, healthy] = [rows.filter(({ item }) => !item.healthy), rows.filter(({ item }) => item.healthy)]
  console.log(`reported faults: ${score(faulty)}   healthy neighbours: ${score(healthy)}   total: ${score(rows)}`)
}

/**
 * Scores reading on inputs with one reported fault each, by what must and must not be read.
 *
 * @param args folder with manifest.jsonl and files/; optionally `--verbose` for the faults, `--kind KIND` for one kind
 */
export async function main(args: string[]): Promise<void> {
  const [folder] = args
  if (folder === undefined || folder.startsWith('-')) {
    throw new Error('usage: reports FOLDER [--verbose] [--kind KIND]')
  }
  const kind = args.includes('--kind') ? args[args.indexOf('--kind') + 1] : undefined
  const items = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => itemSchema.parse(JSON.parse(line)))
    .filter((item) => kind === undefined || item.kind === kind)
  const ingest = createIngest({ allowPrivateAddresses: false, outboundProxyUrl: null })
  const rows: Row[] = []
  for (const item of items) rows.push({ item, faults: faultsOf(item, await read(ingest, folder, item)) })
  await ingest.close()
  print(rows, args.includes('--verbose'))
}
