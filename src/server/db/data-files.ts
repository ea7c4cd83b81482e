import type { Db } from './database.ts'

/** One file of what is kept about a person, as they get it. */
export interface DataFile {
  /** Path with forward slashes, of characters that every system takes in a name. */
  name: string
  text: string
}

/**
 * What one feature keeps about a person. It reads page by page, never in one transaction: the embedded database would
 * keep everybody else waiting.
 */
export type DataPart = (db: Db, userId: string) => AsyncIterable<DataFile>

/** A file of JSON, laid out for people to read. */
export const jsonFile = (name: string, value: unknown): DataFile => ({
  name,
  text: `${JSON.stringify(value, null, 2)}\n`,
})
