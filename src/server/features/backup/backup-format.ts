import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/**
 * How a backup is laid out: a gzipped tar archive of, in this order,
 *
 * - `backup.json`: what made it, of what, and when (`BackupHead`);
 * - `tables/NAME/000001.jsonl` and so on: the rows, an object a line, every value as PostgreSQL writes it, or null;
 *   tables that others refer to come before those;
 * - `files/KEY`: files that people sent and that have not been read yet;
 * - `manifest.json`: length and hash of every entry (`BackupManifest`). Without it the backup is not whole.
 */
export const FORMAT = 1

export const HEAD = 'backup.json'
export const MANIFEST = 'manifest.json'

const nameSchema = z.string().regex(/^[a-z][a-z\d_]{0,62}$/u)
const columnSchema = z.object({ name: nameSchema, type: z.string() })
const tableSchema = z.object({ name: nameSchema, columns: z.array(columnSchema).min(1) })

/** A table and its columns, in the order of the database. */
export type TableShape = z.infer<typeof tableSchema>

/** As much of the head as every format has. */
export const anyHeadSchema = z.object({
  product: z.literal('precis'),
  format: z.int().min(1),
  /** Of the product. */
  version: z.string().regex(/^[\w.+-]{1,60}$/u),
})

export const headSchema = anyHeadSchema.extend({
  format: z.literal(FORMAT),
  /** The moment of all that is in it. */
  createdAt: z.iso.datetime(),
  /** The last migration of the database: when it was written, as the journal of migrations has it. */
  migration: z.int(),
  tables: z.array(tableSchema),
  /** Tables that are not in it, each with the reason. */
  leftOut: z.record(z.string(), z.string()),
})
export type BackupHead = z.infer<typeof headSchema>

export const manifestSchema = z.object({
  /** SHA-256 in hex of every other entry. */
  entries: z.array(z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/u) })),
  /** Rows by table. */
  rows: z.record(z.string(), z.int().min(0)),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
})
export type BackupManifest = z.infer<typeof manifestSchema>

const MEBIBYTE = 1024 * 1024
/** Rows are collected up to this before they become an entry. */
export const PART_BYTES = MEBIBYTE
/** No row is longer: what is kept of the work on one summary has at most 24 MB, and escaping may lengthen it. */
const MAX_PART_BYTES = 128 * MEBIBYTE
/** More than any upload may have. */
export const MAX_FILE_BYTES = 64 * MEBIBYTE
const MAX_HEAD_BYTES = MEBIBYTE
/** About a million entries. */
const MAX_MANIFEST_BYTES = 128 * MEBIBYTE

const partPattern = /^tables\/(?<table>[a-z][a-z\d_]{0,62})\/\d{6}\.jsonl$/u
const filePattern = /^files\/(?<key>[\da-z][\da-z.-]{0,93})$/u

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
export const fileName = (key: string): string => `files/${key}`

/** The table that an entry holds rows of; null for other entries. */
export const tableOf = (name: string): string | null => partPattern.exec(name)?.groups?.['table'] ?? null

/** The key of the file that an entry is; null for other entries. */
export const keyOf = (name: string): string | null => filePattern.exec(name)?.groups?.['key'] ?? null

/** The most that an entry may hold; null for a name that none has. Names lead nowhere: they are never paths. */
export function maxBytesOf(name: string): number | null {
  if (name === HEAD) return MAX_HEAD_BYTES
  if (name === MANIFEST) return MAX_MANIFEST_BYTES
  if (tableOf(name) !== null) return MAX_PART_BYTES
  return keyOf(name) === null ? null : MAX_FILE_BYTES
}

/** Error of a file that is not a complete backup; nothing is restored from one. */
export const damaged = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_input', `This file is not a whole backup: ${reason}. Nothing was restored.`, { cause })
