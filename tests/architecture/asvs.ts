/**
 * Levels of the requirements of OWASP ASVS 5.0.0, by section: the third digit of '1.2' is the level of V1.2.3. Taken from
 * the release's own table (5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv).
 */
const LEVELS = `
1.1 22 | 1.2 1111122223 | 1.3 112222222223 | 1.4 222 | 1.5 123
2.1 122 | 2.2 112 | 2.3 12223 | 2.4 23
3.1 3 | 3.2 113 | 3.3 12223 | 3.4 11222233 | 3.5 11122333 | 3.6 3 | 3.7 22333
4.1 12233 | 4.2 23333 | 4.3 22 | 4.4 1222
5.1 2 | 5.2 112333 | 5.3 113 | 5.4 222
6.1 122 | 6.2 111111112222 | 6.3 11223333 | 6.4 112233 | 6.5 22222333 | 6.6 2223 | 6.7 33 | 6.8 2222
7.1 222 | 7.2 1111 | 7.3 22 | 7.4 11222 | 7.5 223 | 7.6 22
8.1 1233 | 8.2 1123 | 8.3 133 | 8.4 23
9.1 111 | 9.2 1222
10.1 22 | 10.2 223 | 10.3 22223 | 10.4 1111122222233333 | 10.5 22222 | 10.6 22 | 10.7 222
11.1 2233 | 11.2 22233 | 11.3 11233 | 11.4 1222 | 11.5 23 | 11.6 23 | 11.7 33
12.1 12233 | 12.2 11 | 12.3 22223
13.1 2333 | 13.2 222223 | 13.3 2233 | 13.4 1222233
14.1 22 | 14.2 12223333 | 14.3 122
15.1 12233 | 15.2 12233 | 15.3 1222222 | 15.4 3333
16.1 2 | 16.2 22222 | 16.3 2222 | 16.4 222 | 16.5 2223
17.1 23 | 17.2 22223333 | 17.3 22`

/** Every requirement of the standard by its number, with its level. */
export const requirements: ReadonlyMap<string, string> = new Map(
  LEVELS.trim()
    .split(/\s*[|\n]\s*/)
    .flatMap((section) => {
      const [name = '', levels = ''] = section.split(' ')
      return Array.from(levels, (level, index): [string, string] => [`${name}.${index + 1}`, level])
    }),
)

export const standings = ['holds', 'in part', 'operator', 'no', '–'] as const

/** What a line of the table points to: a file, and tests in it by their names. */
export interface Reference {
  file: string
  names: string[]
}

export interface Row {
  numbers: string[]
  levels: string[]
  standing: string
  why: string
  references: Reference[]
}

/** Files of the tree, and the names that follow each. */
function referencesIn(why: string): Reference[] {
  const found: Reference[] = []
  for (const [, file, name] of why.matchAll(/`((?:src|tests|docs|deploy|scripts)\/[^`\s]+\.[a-z]+)`|“([^”]+)”/g)) {
    if (file !== undefined) found.push({ file, names: [] })
    else if (name !== undefined) found.at(-1)?.names.push(name)
  }
  return found
}

/** Reads the lines of the table that name requirements. */
export function readTable(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, numbers = '', levels = '', , standing = '', why = ''] = line.split(' | ').join('|').split('|')
      return {
        numbers: numbers.trim().split(/,\s*/),
        levels: levels.trim().split(/,\s*/),
        standing: standing.trim(),
        why: why.trim(),
        references: referencesIn(why),
      }
    })
}

/** All that is wrong with a table. @param read the text of a file of the tree; null where there is none */
export function faultsIn(rows: readonly Row[], read: (file: string) => string | null): string[] {
  const named = rows.flatMap(({ numbers }) => numbers)
  const wanted = [...requirements].filter(([, level]) => level !== '3').map(([number]) => number)
  return [
    ...wanted.filter((number) => !named.includes(number)).map((number) => `${number} is missing`),
    ...named.filter((number, index) => named.indexOf(number) !== index).map((number) => `${number} stands twice`),
    ...named
      .filter((number) => !wanted.includes(number))
      .map((number) => `${number} is no requirement of these levels`),
    ...rows.flatMap((row) => faultsOf(row, read)),
  ]
}

/** Whether a name stands in a text as the names of tests do: in quotes, whole. */
const isCalled = (text: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(quote + name + quote))

function faultsOf(
  { numbers, levels, standing, references, why }: Row,
  read: (file: string) => string | null,
): string[] {
  const at = numbers.join(', ')
  const right = [...new Set(numbers.map((number) => requirements.get(number) ?? '?'))].sort()
  return [
    ...(right.join() === levels.join() ? [] : [`${at}: the level is ${right.join(', ')}`]),
    ...(standings.some((known) => known === standing) ? [] : [`${at}: "${standing}" says nothing`]),
    ...(why.length > 10 ? [] : [`${at}: no reason`]),
    ...(standing === 'holds' && references.length === 0 ? [`${at}: held by nothing`] : []),
    ...references.flatMap(({ file, names }) => {
      const text = read(file)
      if (text === null) return [`${at}: there is no ${file}`]
      return names
        .filter((name) => !isCalled(text, name))
        .map((name) => `${at}: nothing in ${file} is called “${name}”`)
    }),
  ]
}
