/** An error as the log shows it: enough for debugging, without anything that users sent. */
interface LoggableError {
  type: string
  message: string
  /** Error code of Node, SQLSTATE of a database, code of an AppError. */
  code?: string
  /** The statement that failed, with its placeholders. */
  query?: string
  /** Names from the error of a database. */
  table?: string
  constraint?: string
  stack?: string
  cause?: LoggableError
  errors?: LoggableError[]
}

/** Maximum depth of causes: an error may be its own cause. */
const MAX_DEPTH = 8

const parameters = /(?:^|\n)[^\S\n]*params: [\s\S]*/
const credentialsInUrl = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]*@/gi
const pathOfUrl = /(https?:\/\/[^\s/?#"'<>]*)(?:\/[^\s"'<>]|[?#])[^\s"'<>]*/gi
const quoted = /"[\s\S]*"/
const frame = /^\s+at /

/** Removes the parameters of SQL queries from a text, and all but the origins of its URLs, whose paths may be public links. */
export function withoutValues(text: string): string {
  return text.replace(parameters, '').replace(credentialsInUrl, '$1').replace(pathOfUrl, '$1/…')
}

/** A field of a value of any type; undefined without one. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function textOf(error: object, name: string): string | undefined {
  const value = fieldOf(error, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Whether the message quotes the value it is about: those of JSON.parse do, and those of SQLSTATE class 22, data
 * exception (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
function quotesItsInput(error: Error, code: string | undefined): boolean {
  return error instanceof SyntaxError || (code !== undefined && /^22[0-9A-Z]{3}$/.test(code))
}

function messageOf(error: Error, code: string | undefined): string {
  const message = withoutValues(error.message)
  return quotesItsInput(error, code) ? message.replace(quoted, '"…"') : message
}

/** The stack's frames without the message, which the stack begins with. */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? ''
  const start = error.message === '' ? -1 : stack.indexOf(error.message)
  const rest = start < 0 ? stack : stack.slice(start + error.message.length)
  return rest.split('\n').filter((line) => frame.test(line))
}

function describe(error: unknown, depth: number): LoggableError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: typeof error === 'string' ? withoutValues(error) : 'not an error' }
  }
  const type = error.constructor.name || error.name
  const code = textOf(error, 'code')
  // Drizzle keeps the statement beside its parameters, and Drizzle's message is both.
  const query = 'params' in error ? textOf(error, 'query') : undefined
  const message = query !== undefined && error.message.includes(query) ? 'Failed query' : messageOf(error, code)
  const described: LoggableError = { type, message }
  const facts = { code, query, table: textOf(error, 'table'), constraint: textOf(error, 'constraint') }
  Object.assign(described, Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)))
  const frames = framesOf(error)
  if (frames.length > 0) described.stack = [`${type}: ${message}`, ...frames].join('\n')
  if (depth < MAX_DEPTH) {
    if (error.cause !== undefined && error.cause !== null) described.cause = describe(error.cause, depth + 1)
    if (error instanceof AggregateError) described.errors = error.errors.map((part) => describe(part, depth + 1))
  }
  return described
}

/**
 * Converts anything that was thrown for the log. Copies known fields only, which leaves out what libraries add to their
 * errors: parameters, PostgreSQL's `detail` and `where`, the input of a failed parse.
 */
export function toLoggableError(error: unknown): LoggableError {
  return describe(error, 0)
}

/** Formats an error for a terminal, followed by its causes. */
export function formatError(error: unknown): string {
  const lines = (described: LoggableError): string[] => [
    described.stack ?? `${described.type}: ${described.message}`,
    ...(described.query === undefined ? [] : [`  in ${described.query}`]),
    ...(described.cause === undefined ? [] : [`Caused by ${lines(described.cause).join('\n')}`]),
  ]
  return lines(toLoggableError(error)).join('\n')
}
