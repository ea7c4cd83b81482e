import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'
import { toLoggableError, withoutValues } from './loggable-error.ts'
import { currentRequestContext, currentTrace } from './request-context.ts'
import { createScrubber } from './secrets.ts'

export type Log = Logger

/** Names under which secrets, and what people wrote, could stand in what is logged. */
const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'apiKey',
  'authorization',
  'cookie',
  'set-cookie',
  'params',
  'content',
  'email',
]

/** Levels of nesting that redaction reaches. Each needs paths with one more wildcard, and costs each line some microseconds. */
const REDACTED_DEPTH = 4

const redactedPaths = Array.from({ length: REDACTED_DEPTH }, (_, depth) =>
  secretNames.map((name) => `${'*.'.repeat(depth)}${name}`.replace(/\.?set-cookie$/, '["set-cookie"]')),
).flat()

const pathOf = (url: unknown): unknown => (typeof url === 'string' ? url.split(/[?#]/)[0] : undefined)

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const serializers = {
  err: toLoggableError,
  error: toLoggableError,
  url: pathOf,
  req: (request: unknown) => ({ method: fieldOf(request, 'method'), url: pathOf(fieldOf(request, 'url')) }),
  res: (response: unknown) => ({ statusCode: fieldOf(response, 'statusCode') }),
}

/** The error that a line is about, where it is about one. */
function errorIn(first: unknown): Error | null {
  if (first instanceof Error) return first
  const error = fieldOf(first, 'err')
  return error instanceof Error ? error : null
}

/** A message that holds no values. Where none is given pino takes the error's own as it stands, so one is given. */
function cleanMessage(first: unknown, message: string | undefined): string | undefined {
  const error = errorIn(first)
  if (error !== null && (message === undefined || message === error.message)) return toLoggableError(error).message
  return message === undefined ? undefined : withoutValues(message)
}

function defaultStream(config: Pick<Config, 'production'>): DestinationStream {
  const readable = !config.production && process.stdout.isTTY
  return readable
    ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true })
    : pino.destination({ dest: 1, sync: false })
}

/**
 * A log for lines whose fields are all known to hold neither secrets nor what people sent: looking for such names in
 * each costs more than the rest of the line. Secrets of the installation are taken out of them as of all lines.
 */
export const forKnownFields = (log: Log): Log => log.child({}, { redact: { paths: [] } })

/** The request in whose name a line is written. */
function originFields(): { reqId?: string } {
  const origin = currentRequestContext()
  return origin === undefined ? {} : { reqId: origin.requestId }
}

/** A stream that hands on lines without secrets. What ends a process waits for its last line, as on the stream itself. */
function scrubbed(stream: DestinationStream, secrets: readonly string[]): DestinationStream {
  if (secrets.length === 0) return stream
  const scrub = createScrubber(secrets)
  const flushSync: unknown = Reflect.get(stream, 'flushSync')
  return {
    write: (line) => stream.write(scrub(line)),
    ...(typeof flushSync === 'function' ? { flushSync: () => void flushSync.call(stream) } : {}),
  }
}

/**
 * The log: JSON lines, or readable lines when a person watches a terminal outside production. No secret and nothing
 * that people sent reaches it: errors lose their parameters, addresses their queries, and known names their values.
 *
 * @param stream where lines go; standard output when left out
 * @param secrets what no line may hold, whoever says it
 */
export function createLog(
  config: Pick<Config, 'logLevel' | 'production'>,
  stream: DestinationStream = defaultStream(config),
  secrets: readonly string[] = [],
): Log {
  return pino(
    {
      level: config.logLevel,
      redact: { paths: redactedPaths, censor: '[redacted]' },
      serializers,
      mixin: (fields) => ({ ...('reqId' in fields ? {} : originFields()), ...currentTrace() }),
      hooks: {
        logMethod([first, message, ...rest], method) {
          if (typeof first === 'string') method.apply(this, [withoutValues(first), message, ...rest])
          else method.apply(this, [first, cleanMessage(first, message), ...rest])
        },
      },
    },
    scrubbed(stream, secrets),
  )
}
