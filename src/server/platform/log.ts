import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'

export type Log = Logger

const secretPaths = ['password', 'newPassword', 'token', 'authorization', 'cookie', 'secret', 'apiKey']

/** Where secrets could stand in what is logged; their values are replaced. */
const redactedPaths = [
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  ...secretPaths,
  ...secretPaths.map((name) => `*.${name}`),
]

/** The log: JSON lines, or readable lines when a person watches a terminal outside production. */
export function createLog(config: Pick<Config, 'logLevel' | 'production'>): Log {
  const readable = !config.production && process.stdout.isTTY
  const stream = readable
    ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true })
    : pino.destination({ dest: 1, sync: false })
  return pino({ level: config.logLevel, redact: { paths: redactedPaths, censor: '[redacted]' } }, stream)
}
