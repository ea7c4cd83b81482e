import path from 'node:path'
import { z } from 'zod'
import { defineContract } from './contract.ts'

const fileSchema = z.string().refine((file) => path.isAbsolute(file), 'A whole path is needed.')

const factsSchema = z.object({
  file: z.string(),
  createdAt: z.iso.datetime(),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
})

const madeSchema = factsSchema.extend({
  bytes: z.int(),
  files: z.object({
    count: z.int(),
    bytes: z.int(),
  }),
  dryRun: z.boolean(),
})
export type Made = z.output<typeof madeSchema>

/** Writes all that is kept into one file, or only says what it would hold; null: one in the data folder, named by the time. */
export const backupContract = defineContract({
  name: 'backup',
  input: z.object({ file: fileSchema.nullable(), dryRun: z.boolean() }),
  output: madeSchema,
})

const restoredSchema = factsSchema.extend({
  /** Of the product that made the backup. */
  version: z.string(),
  files: z.int(),
  /** People whose accounts were, or would be, replaced. */
  replaced: z.int(),
  /** Summaries that were being made when the backup was, and can be tried again; null before the restore. */
  ended: z.int().nullable(),
  /** Why it would not be done; null where it was, or would be. */
  refusal: z.string().nullable(),
})
export type Restored = z.output<typeof restoredSchema>

/** Puts a backup into the database and the storage, in place of what is there; or only says what that would do. */
export const restoreContract = defineContract({
  name: 'restore',
  input: z.object({ file: fileSchema, force: z.boolean(), dryRun: z.boolean() }),
  output: restoredSchema,
})
