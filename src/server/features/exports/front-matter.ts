import { oneLine } from './escape-markdown.ts'

/** A JSON string without characters of HTML: viewers that do not know front matter show the block as Markdown. */
const quote = (text: string): string =>
  JSON.stringify(text).replaceAll(/[<>]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)

/**
 * A block of YAML front matter. Values are written as JSON strings, which YAML 1.2 reads as they are
 * (https://yaml.org/spec/1.2.2/, section 1.3), on one line each: none can end the block or add a key.
 *
 * @param fields by name, in their order; those that are null or empty are left out
 */
export function frontMatter(fields: Readonly<Record<string, string | null>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const line = value === null ? '' : oneLine(value)
    return line === '' ? [] : [`${name}: ${quote(line)}`]
  })
  return ['---', ...lines, '---'].join('\n')
}
