import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

const lineSchema = z.object({
  id: z.string(),
  file: z.string(),
  category: z.string().nullish(),
  expect: z.string().default('text'),
  synthetic: z.boolean().default(false),
  gold_text_derived: z.string().nullish(),
  source_text: z.string().nullish(),
  gold_text: z.string().nullish(),
  gold_kind: z.string().nullish(),
  silver_text: z.string().nullish(),
  silver_confidence: z.string().nullish(),
  aux_text: z.string().nullish(),
  gold_parts: z.record(z.string(), z.string()).nullish(),
  must_contain: z.array(z.string()).default([]),
  must_contain_ok_in_silver: z.array(z.boolean()).nullish(),
})
type Line = z.infer<typeof lineSchema>

/** A reference text. */
interface Reference {
  /** Origin: "source-text", "derived", "silver", "silver low" … */
  kind: string
  text: string
  /** Optional text. */
  optional: string
  /** Text boxes and notes that the reference omits and its source lists separately. */
  apart: readonly string[]
  /** It covers the first page only, so precision can't be measured. */
  firstPageOnly: boolean
}

export interface Item {
  id: string
  fileName: string
  /** Read from disk each time, so that measuring memory doesn't measure the corpus. */
  readonly bytes: Uint8Array
  /** The corpus's name for the feature that it demonstrates, if any. */
  category: string
  /** Expected outcome, in the corpus's terms. */
  expect: string
  reference: Reference | null
  /** Passages that must be found, except those that no tool finds. */
  passages: readonly string[]
}

const readText = (file: string): string => readFileSync(file, 'utf8')

function referenceOf(line: Line, folder: string): Reference | null {
  if (/^(?:password|no text)/u.test(line.expect)) return null
  const candidates: readonly (readonly [string | null | undefined, string])[] = [
    [line.gold_text_derived, 'readability-expected'],
    [line.source_text, 'source'],
    [line.gold_text, line.gold_kind ?? 'gold'],
    [line.silver_text, 'silver'],
  ]
  const chosen = candidates.find(([file]) => file)
  if (chosen?.[0] === undefined || chosen[0] === null) return null
  const [kind = ''] = chosen[1].split(' ')
  return {
    kind: line.silver_confidence === 'low' ? `${kind} low` : kind,
    text: readText(join(folder, chosen[0])),
    optional: line.aux_text ? readText(join(folder, line.aux_text)) : '',
    apart: Object.values(line.gold_parts ?? {}),
    firstPageOnly: line.gold_kind === 'source-text-page1',
  }
}

/** Items of one group of the corpus, without synthetic ones. */
export function loadItems(corpus: string, group: 'pdf' | 'word' | 'epub'): Item[] {
  const folder = join(corpus, group)
  if (!existsSync(join(folder, 'manifest.jsonl'))) throw new Error(`There is no ${group}/manifest.jsonl in ${corpus}.`)
  return readText(join(folder, 'manifest.jsonl'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .filter((line) => !line.synthetic)
    .map((line) => ({
      id: line.id,
      fileName: basename(line.file),
      get bytes() {
        return readFileSync(join(folder, line.file))
      },
      category: line.category ?? '',
      expect: line.expect,
      reference: referenceOf(line, folder),
      passages: line.must_contain.filter((_, at) => line.must_contain_ok_in_silver?.[at] ?? true),
    }))
}
