import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { authorOf } from '../author.ts'
import { parseJson } from '../clean-text.ts'
import { toIsoDate } from '../html/metadata/metadata.ts'

/** Metadata that a Markdown file declares; null where it doesn't. */
export interface FrontMatter {
  title: string | null
  author: string | null
  language: string | null
  publishedAt: string | null
  /** The abstract, in Markdown. The body doesn't repeat it. */
  abstract: string | null
}

const none: FrontMatter = { title: null, author: null, language: null, publishedAt: null, abstract: null }

/** Longest front matter; a longer one is text between rules. */
const MAX_LINES = 400
const MAX_CHARACTERS = 40_000

const textOf = z.union([z.string(), z.number(), z.date()]).transform((value) => {
  const text = value instanceof Date ? value.toISOString() : String(value)
  return text.trim()
})
const namesOf = z.union([
  textOf,
  z.array(z.union([textOf, z.looseObject({ name: textOf }).transform(({ name }) => name)])),
  z.looseObject({ name: textOf }).transform(({ name }) => name),
])
const fieldsSchema = z.record(z.string(), z.unknown()).transform((fields) => {
  const byName = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
  const first = (...names: string[]): unknown => names.map((name) => byName.get(name)).find((value) => value != null)
  const text = (...names: string[]): string | null => textOf.safeParse(first(...names)).data || null
  const people = [namesOf.safeParse(first('author', 'authors', 'creator', 'by')).data ?? []].flat()
  const names = people.map((name) => authorOf(name.replace(noteLink, '$1'))).filter((name) => name !== null)
  const date = text('date', 'published', 'publishdate', 'pubdate', 'created')
  return {
    title: text('title', 'name'),
    author: names.join(', ') || null,
    language: text('lang', 'language', 'locale'),
    publishedAt: date === null ? null : toIsoDate(date),
    abstract: text('abstract'),
  }
})

/** A name that is a link to a note of Obsidian: `[[people/ada|Ada]]`. */
const noteLink = /^\[\[(?:[^\][|]{0,200}\|)?([^\][|]{1,200})\]\]$/u

/** Keys with plain values, as TOML and simple YAML have them: `title = "The bell"`. */
function plainFields(lines: readonly string[], sign: '=' | ':'): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const line of lines) {
    const at = line.indexOf(sign)
    const name = line.slice(0, Math.max(0, at)).trim()
    if (at === -1 || !/^[\w-]{1,40}$/u.test(name)) continue
    const value = line.slice(at + 1).trim()
    const list = value.startsWith('[') ? parseJson(value.replaceAll("'", '"')) : null
    fields[name] ??= list ?? value.replace(/^["'](.*)["']$/u, '$1')
  }
  return fields
}

function fieldsOf(mark: string, lines: readonly string[]): unknown {
  if (mark === '+++') return plainFields(lines, '=')
  try {
    // Aliases may expand without end.
    return parseYaml(lines.join('\n'), { maxAliasCount: 0, logLevel: 'error' })
  } catch {
    return plainFields(lines, ':')
  }
}

/** A line that only front matter has: a key and its value, a list of values, a comment. */
const isField = (line: string): boolean => /^(?:[\w -]{1,40}\s?[:=]|\s|- |#|[\]}[{]|$)/u.test(line)

/** The title block of pandoc: title, authors, date (https://pandoc.org/MANUAL.html#extension-pandoc_title_block). */
function readTitleBlock(lines: readonly string[]): { facts: FrontMatter; lines: number } {
  const end = lines.findIndex((line) => !line.startsWith('% '))
  const [title, author, date] = lines.slice(0, Math.min(end, 3)).map((line) => line.slice(2))
  return { facts: fieldsSchema.parse({ title, author, date }), lines: end }
}

/** Properties of a page of Logseq above its text: `title:: Harbor log`. */
function readProperties(lines: readonly string[]): { facts: FrontMatter; lines: number } {
  const end = lines.findIndex((line) => !property.test(line))
  const fields = lines.slice(0, end).map((line) => property.exec(line)?.slice(1) ?? [])
  return { facts: fieldsSchema.parse(Object.fromEntries(fields)), lines: end }
}

const property = /^(?:- )?\s{0,4}([\w-]{1,40}):: (.*)$/u

/** Whether lines begin with fields without an opening mark, one of which is the title. */
function opensFields(lines: readonly string[]): boolean {
  if (/^(?:title|layout)\s?: /iu.test(lines[0] ?? '')) return true
  const end = lines.slice(0, MAX_LINES).findIndex((line) => line.trim() === '')
  const head = lines.slice(0, Math.max(0, end))
  return (
    /^[a-z-]{1,40}\s?: /iu.test(head[0] ?? '') && head.every(isField) && head.some((line) => /^title\s?: /iu.test(line))
  )
}

/**
 * Reads the front matter of a Markdown file: YAML between `---`, TOML between `+++` (its plain values), JSON, pandoc's title
 * block, MultiMarkdown's fields above the first empty line, or the properties of a page of Logseq.
 *
 * @param added number of lines that the text doesn't have: Hexo may leave out the first mark
 * @returns the declared facts, and the number of lines that they take; 0 without front matter
 */
export function readFrontMatter(lines: readonly string[], added = 0): { facts: FrontMatter; lines: number } {
  // The mark may name the language of the fields. JSON is YAML, too.
  const mark = (lines[0] ?? '').trimEnd().replace(/^---(?:json|yaml)$/u, '---')
  if (mark === '{') {
    const end = lines.slice(0, MAX_LINES).findIndex((line) => line.trimEnd() === '}')
    const fields = end === -1 ? undefined : fieldsSchema.safeParse(parseJson(lines.slice(0, end + 1).join('\n'))).data
    return fields === undefined ? { facts: none, lines: 0 } : { facts: fields, lines: end + 1 }
  }
  if (mark.startsWith('% ') && lines.length > 1) return readTitleBlock(lines)
  if (property.test(mark)) return readProperties(lines)
  if (opensFields(lines)) return readFrontMatter(['---', ...lines], 1)
  if (mark !== '---' && mark !== '+++') return { facts: none, lines: 0 }
  const isEnd = (line: string): boolean => line.trimEnd() === mark || (mark === '---' && line.trimEnd() === '...')
  const closed = lines.slice(1, MAX_LINES).findIndex(isEnd)
  const end = closed === -1 && added === 1 ? lines.slice(1, MAX_LINES).findIndex((line) => line.trim() === '') : closed
  const inner = lines.slice(1, end + 1)
  const isWhole =
    end > 0 && inner.join('').length <= MAX_CHARACTERS && inner.every(isField) && /[:=]/u.test(inner[0] ?? '')
  if (!isWhole) return { facts: none, lines: 0 }
  return { facts: fieldsSchema.safeParse(fieldsOf(mark, inner)).data ?? none, lines: end + 2 - added }
}
