import { oneLine } from './escape-markdown.ts'

/**
 * A block of YAML front matter. Values are written as JSON strings, which YAML 1.2 reads as they are
 * (https://yaml.org/spec/1.2.2/, section 1.3), on one line each: none can end the block or add a key.
 *
 * @param fields by name, in their order; those that are null or empty are left out
 */
export function frontMatter(fields: Readonly<Record<string, string | null>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const line = value === null ? '' : oneLine(value)
    return line === '' ? [] : [`${name}: ${JSON.stringify(line)}`]
  })
  return ['---', ...lines, '---'].join('\n')
}
