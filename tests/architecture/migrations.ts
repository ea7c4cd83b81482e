/** A migration, as its file has it. */
export interface MigrationText {
  name: string
  sql: string
}

/** A use that has ended: what a later migration may take away. */
export interface EndedUse {
  /** The migration that takes it away, by the name of its file. */
  migration: string
  /** The statement, as far as it has to be written to be told from others. */
  statement: string
  /** The last version of the product that still used it. The one that takes it away has to be a later one. */
  lastUsedIn: string
  /** Why no process that may still run minds. */
  why: string
}

/** What one statement is judged by: what came before it in the same migration. */
interface Made {
  tables: Set<string>
  /** `table.column`. */
  columns: Set<string>
}

const MORE_THAN_A_MOMENT = 'it keeps the whole table from everybody while each row is looked at or written'

/** Calls whose value differs from row to row: a column with such a default has every row written anew. */
const volatileDefault = /\b(?:gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval|timeofday)\s*\(/i

const quoted = (text: string): string[] => [...text.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)

/** A statement without comments, on one line. */
const plain = (statement: string): string =>
  statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The statements of a migration: as Drizzle cuts them, and where one piece holds several. */
export const statementsOf = (sql: string): string[] =>
  sql
    .split('--> statement-breakpoint')
    .flatMap((piece) => piece.match(/(?:'[^']*'|[^;'])+/g) ?? [])
    .map(plain)
    .filter((statement) => statement !== '')

function columnRefusal(definition: string): string | null {
  if (/\b(?:UNIQUE|PRIMARY KEY|REFERENCES|CHECK|GENERATED|SERIAL|BIGSERIAL)\b/i.test(definition))
    return 'a new column of a table that stands is added plainly; what it must be comes by a statement of its own'
  const hasDefault = /\bDEFAULT\b/i.test(definition)
  if (/\bNOT NULL\b/i.test(definition) && !hasDefault)
    return 'a process of the version before leaves the column out, and its rows would be refused: give it a default'
  if (hasDefault && volatileDefault.test(definition)) return `${MORE_THAN_A_MOMENT}: give it a constant default`
  return null
}

function constraintRefusal(table: string, definition: string, made: Made): string | null {
  if (!/\b(?:FOREIGN KEY|CHECK)\b/i.test(definition))
    return 'a process of the version before does not keep to it, and it would be checked by reading all rows'
  if (!/\bNOT VALID$/i.test(definition))
    return `${MORE_THAN_A_MOMENT}: add it NOT VALID, and validate it in a later version`
  const [own = ''] = definition.split(/\bREFERENCES\b/i)
  const columns = quoted(own)
  return columns.every((column) => made.columns.has(`${table}.${column}`))
    ? null
    : 'it binds columns that a process of the version before writes without knowing of it'
}

function indexRefusal(statement: string, made: Made): string | null {
  const {
    unique,
    once,
    table = '',
    rest = '',
  } = /^CREATE (?<unique>UNIQUE )?INDEX (?<once>IF NOT EXISTS )?"\w+" ON "(?<table>\w+)"(?<rest>.*)$/i.exec(statement)
    ?.groups ?? {}
  if (table === '')
    return 'an index is made by CREATE INDEX [IF NOT EXISTS] "name" ON "table" …: concurrency is seen to'
  if (made.tables.has(table)) return null
  if (unique !== undefined) return 'a process of the version before may write the same twice'
  if (once === undefined)
    return 'nobody could write to the table while it is built: say IF NOT EXISTS, and it is built beside the traffic before'
  return quoted(rest).some((column) => made.columns.has(`${table}.${column}`))
    ? 'it needs a column of the same migration, so it cannot be built before: let it come with the next version'
    : null
}

function alterRefusal(table: string, action: string, made: Made): string | null {
  if (made.tables.has(table)) return null
  if (/, (?:ADD|DROP|ALTER) /i.test(action)) return 'one statement changes one thing, so that it can be judged'
  const column = /^ADD COLUMN (?:IF NOT EXISTS )?"(?<name>\w+)" (?<definition>.*)$/i.exec(action)?.groups
  if (column !== undefined) {
    const refusal = columnRefusal(column['definition'] ?? '')
    if (refusal === null) made.columns.add(`${table}.${column['name']}`)
    return refusal
  }
  const constraint = /^ADD CONSTRAINT "\w+" (?<definition>.*)$/i.exec(action)?.groups?.['definition']
  if (constraint !== undefined) return constraintRefusal(table, constraint, made)
  // Reads all rows, but keeps nobody from them.
  if (/^VALIDATE CONSTRAINT "\w+"$/i.test(action)) return null
  return 'a process of the version before goes on using the table as it was'
}

/** Why a process of the version before may not survive a statement; null where it does. */
function refusal(statement: string, made: Made): string | null {
  const table = /^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(statement)?.[1]
  if (table !== undefined) {
    made.tables.add(table)
    return null
  }
  if (/^CREATE (?:UNIQUE )?INDEX /i.test(statement)) return indexRefusal(statement, made)
  const { altered = '', action = '' } = /^ALTER TABLE "(?<altered>\w+)" (?<action>.*)$/i.exec(statement)?.groups ?? {}
  if (altered !== '') return alterRefusal(altered, action, made)
  return 'only what adds is known to leave the version before alone'
}

/** Numbers of a version, compared as such: 0.10.0 is later than 0.9.3. */
function isEarlier(one: string, other: string): boolean {
  const numbers = (version: string): number[] => version.split('.').map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((number, index) => number !== b[index])
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * What in migrations a process of the version before would not survive, one line a statement, and what in the table of
 * ended uses is not so.
 *
 * @param version of the product that the migrations come with
 */
export function findBreaks(
  migrations: readonly MigrationText[],
  { version, ended }: { version: string; ended: readonly EndedUse[] },
): string[] {
  const spent = new Set<EndedUse>()
  const breaks = migrations.flatMap(({ name, sql }) => {
    const made: Made = { tables: new Set(), columns: new Set() }
    return statementsOf(sql).flatMap((statement) => {
      const why = refusal(statement, made)
      if (why === null) return []
      const use = ended.find((one) => one.migration === name && statement.includes(one.statement))
      if (use === undefined) return [`${name}: ${statement}: ${why}`]
      spent.add(use)
      if (isEarlier(use.lastUsedIn, version)) return []
      return [`${name}: ${statement}: its use must have ended before version ${version}`]
    })
  })
  const idle = ended.filter((use) => !spent.has(use))
  return [...breaks, ...idle.map(({ migration, statement }) => `${migration}: nothing needs leave for "${statement}"`)]
}
