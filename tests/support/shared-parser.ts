import { createParserPool, type ParserPool } from '../../src/ingest/parsing/parser-pool.ts'

/** One pool for all readers that a test file opens, which saves each of them the start of its threads. */
export const sharedParser: ParserPool = { ...createParserPool(), close: async () => {} }
