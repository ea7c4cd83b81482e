import { Writable } from 'node:stream'
import { createLog, type Log } from '../../src/server/platform/log.ts'

/** An in-memory log. */
export interface KeptLog {
  log: Log
  /** All lines so far. */
  text: () => string
}

/** The product's own log at its most detailed level. */
export function keepLog(): KeptLog {
  let text = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk)
      done()
    },
  })
  return { log: createLog({ logLevel: 'trace', production: true }, stream), text: () => text }
}
