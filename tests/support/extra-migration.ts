import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { migrationsFolder } from '../../src/server/db/migrate.ts'

const journalSchema = z.object({
  version: z.string(),
  dialect: z.string(),
  entries: z.array(
    z.object({ idx: z.int(), version: z.string(), when: z.int(), tag: z.string(), breakpoints: z.boolean() }),
  ),
})

/** Adds a migration to a folder, like the next version of the product. */
export async function addMigration(folder: string, tag: string, statements: readonly string[]): Promise<void> {
  const journalFile = path.join(folder, 'meta', '_journal.json')
  const journal = journalSchema.parse(JSON.parse(await readFile(journalFile, 'utf8')))
  const last = journal.entries.at(-1)!
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag })
  await writeFile(path.join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'))
  await writeFile(journalFile, JSON.stringify(journal))
}

/** Copies the product's migrations to a new folder, with an additional one. */
export async function migrationsWith(
  statements: readonly string[],
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  await addMigration(folder, 'planted', statements)
  return { folder, remove: async () => rm(folder, { recursive: true, force: true }) }
}
