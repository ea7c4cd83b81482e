/** Text of a migration file. */
export interface MigrationText {
  name: string
  sql: string
}

/** Something no longer used that a later migration may remove. */
export interface Removal {
  /** File name of the migration that removes it. */
  migration: string
  /** Beginning of the statement, long enough to identify it. */
  statement: string
  /** Last version that used it. The version that removes it must be later. */
  lastUsedIn: string
  /** Reason why no process that may still run is affected. */
  why: string
}

/** Context for judging a statement: what preceded it in the same migration. */
interface Added {
  tables: Set<string>
  /** `table.column`. */
  columns: Set<string>
}

const LOCKS_TABLE = 'it locks the whole table while it reads or writes every row'

/** Functions whose value differs per row: a column with such a default rewrites every row. */
const volatileDefault = /\b(?:gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval|timeofday)\s*\(/i

const quoted = (text: string): string[] => [...text.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)

/** A statement without comments, on one line. */
const plain = (statement: string): string =>
  statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Statements of a migration: split by Drizzle's marker, and further where a piece contains several. */
const statementsOf = (sql: string): string[] =>
  sql
    .split('--> statement-breakpoint')
    .flatMap((piece) => piece.match(/(?:'[^']*'|[^;'])+/g) ?? [])
    .map(plain)
    .filter((statement) => statement !== '')

function columnProblem(definition: string): string | null {
  if (/\b(?:UNIQUE|PRIMARY KEY|REFERENCES|CHECK|GENERATED|SERIAL|BIGSERIAL)\b/i.test(definition))
    return 'a new column of an existing table is added without constraints; they need their own statements'
  const hasDefault = /\bDEFAULT\b/i.test(definition)
  if (/\bNOT NULL\b/i.test(definition) && !hasDefault)
    return 'inserts of the previous version omit the column and would fail: add a default'
  if (hasDefault && volatileDefault.test(definition)) return `${LOCKS_TABLE}: use a constant default`
  return null
}

function constraintProblem(table: string, definition: string, added: Added): string | null {
  if (!/\b(?:FOREIGN KEY|CHECK)\b/i.test(definition))
    return 'the previous version may violate it, and validating it reads all rows'
  if (!/\bNOT VALID$/i.test(definition)) return `${LOCKS_TABLE}: add it NOT VALID and validate it in a later version`
  const [own = ''] = definition.split(/\bREFERENCES\b/i)
  const columns = quoted(own)
  return columns.every((column) => added.columns.has(`${table}.${column}`))
    ? null
    : 'it constrains columns that the previous version writes'
}

function indexProblem(statement: string, added: Added): string | null {
  const {
    unique,
    once,
    table = '',
    rest = '',
  } = /^CREATE (?<unique>UNIQUE )?INDEX (?<once>IF NOT EXISTS )?"\w+" ON "(?<table>\w+)"(?<rest>.*)$/i.exec(statement)
    ?.groups ?? {}
  if (table === '') return 'write CREATE INDEX [IF NOT EXISTS] "name" ON "table" …; the server builds it concurrently'
  if (added.tables.has(table)) return null
  if (unique !== undefined) return 'the previous version may write duplicates'
  if (once === undefined)
    return 'building it blocks writes: add IF NOT EXISTS, so that the server builds it concurrently first'
  return quoted(rest).some((column) => added.columns.has(`${table}.${column}`))
    ? 'it needs a column of the same migration and cannot be built first: add it in the next version'
    : null
}

function alterProblem(table: string, action: string, added: Added): string | null {
  if (added.tables.has(table)) return null
  if (/, (?:ADD|DROP|ALTER) /i.test(action)) return 'each statement may change one thing only'
  const column = /^ADD COLUMN (?:IF NOT EXISTS )?"(?<name>\w+)" (?<definition>.*)$/i.exec(action)?.groups
  if (column !== undefined) {
    const problem = columnProblem(column['definition'] ?? '')
    if (problem === null) added.columns.add(`${table}.${column['name']}`)
    return problem
  }
  const constraint = /^ADD CONSTRAINT "\w+" (?<definition>.*)$/i.exec(action)?.groups?.['definition']
  if (constraint !== undefined) return constraintProblem(table, constraint, added)
  // Reads all rows without blocking other statements.
  if (/^VALIDATE CONSTRAINT "\w+"$/i.test(action)) return null
  return 'the previous version uses the unchanged table'
}

/** Reason why a process of the previous version may fail because of a statement; null if there is none. */
function problemOf(statement: string, added: Added): string | null {
  const table = /^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(statement)?.[1]
  if (table !== undefined) {
    added.tables.add(table)
    return null
  }
  if (/^CREATE (?:UNIQUE )?INDEX /i.test(statement)) return indexProblem(statement, added)
  const { altered = '', action = '' } = /^ALTER TABLE "(?<altered>\w+)" (?<action>.*)$/i.exec(statement)?.groups ?? {}
  if (altered !== '') return alterProblem(altered, action, added)
  return 'only additions are known not to affect the previous version'
}

/** Numbers of a version, compared numerically: 0.10.0 is later than 0.9.3. */
function isEarlier(one: string, other: string): boolean {
  const numbers = (version: string): number[] => version.split('.').map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((number, index) => number !== b[index])
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * Statements in migrations that break processes of the previous version, and wrong entries in the table of removals.
 * @param version version of the product that contains the migrations
 */
export function findBreaks(
  migrations: readonly MigrationText[],
  { version, removals }: { version: string; removals: readonly Removal[] },
): string[] {
  const used = new Set<Removal>()
  const breaks = migrations.flatMap(({ name, sql }) => {
    const added: Added = { tables: new Set(), columns: new Set() }
    return statementsOf(sql).flatMap((statement) => {
      const why = problemOf(statement, added)
      if (why === null) return []
      const removal = removals.find((one) => one.migration === name && statement.includes(one.statement))
      if (removal === undefined) return [`${name}: ${statement}: ${why}`]
      used.add(removal)
      if (isEarlier(removal.lastUsedIn, version)) return []
      return [`${name}: ${statement}: it must not be used by version ${version}`]
    })
  })
  const unused = removals.filter((removal) => !used.has(removal))
  return [...breaks, ...unused.map(({ migration, statement }) => `${migration}: unused entry for "${statement}"`)]
}
