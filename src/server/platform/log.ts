import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config/config.ts'
import { createScrubber } from './config/secrets.ts'
import { fieldOf, toLoggableError, withoutValues } from './loggable-error.ts'
import { currentRequestId, currentTrace } from './request-context.ts'

export type Log = Logger

/** Field names whose values may be secrets or user content. */
const secretNames =
  'password newPassword currentPassword token secret apiKey authorization cookie set-cookie params content email url'.split(
    ' ',
  )

/** Levels of nesting that are redacted. Each adds paths with one more wildcard, and a few microseconds to every log line. */
const REDACTED_DEPTH = 4

const redactedPaths = Array.from({ length: REDACTED_DEPTH }, (_, depth) =>
  secretNames.map((name) => `${'*.'.repeat(depth)}${name}`.replace(/\.?set-cookie$/, '["set-cookie"]')),
).flat()

const serializers = {
  err: toLoggableError,
  error: toLoggableError,
  // The path of a request may be a public link, and its query a token.
  req: (request: unknown) => ({
    method: fieldOf(request, 'method'),
    route: fieldOf(fieldOf(request, 'routeOptions'), 'url'),
  }),
  res: (response: unknown) => ({ statusCode: fieldOf(response, 'statusCode') }),
}

function errorIn(first: unknown): Error | null {
  if (first instanceof Error) return first
  const error = fieldOf(first, 'err')
  return error instanceof Error ? error : null
}

/** A message without values. Without a message, pino would use the error's own unchanged. */
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
 * A log for lines whose fields are known to contain neither secrets nor user content, so that they skip the redaction
 * by field name, which costs more than the rest of the line. The secrets of the installation are still removed.
 */
export const forKnownFields = (log: Log): Log => log.child({}, { redact: { paths: [] } })

/** Wraps a stream so that secrets are removed from each line. */
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
 * Creates the log: JSON lines, or readable lines on a terminal outside production. It contains no secrets and no user
 * content: errors lose their parameters, URLs their paths and queries, and known fields their values.
 * @param secrets values to remove from every line
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
      mixin: (fields) => {
        const reqId = 'reqId' in fields ? undefined : currentRequestId()
        return { ...(reqId === undefined ? {} : { reqId }), ...currentTrace() }
      },
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
