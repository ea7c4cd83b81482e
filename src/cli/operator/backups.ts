import path from 'node:path'
import type { Command } from 'commander'
import { formatBytes, formatCount } from '../../shared/text/format.ts'
import { type CommandRun, type DryRun, type ResultOf, withJson } from '../command-run.ts'
import { facts, shownMoment } from './output.ts'

const countOf = (count: number, what: string, more = `${what}s`): string =>
  `${formatCount(count)} ${count === 1 ? what : more}`

function rowLines(rows: Record<string, number>): (readonly [string, string])[] {
  return Object.entries(rows).flatMap(([table, count]) =>
    count === 0 ? [] : [[table.replaceAll('_', ' '), formatCount(count)] as const],
  )
}

function madePage({ file, bytes, createdAt, rows, files, dryRun }: ResultOf<'backUp'>): string {
  const lines = facts([
    ['File', `${file} (${formatBytes(bytes)})`],
    ['Created', shownMoment(new Date(createdAt))],
    ...rowLines(rows),
    ['files', `${formatCount(files.count)} (${formatBytes(files.bytes)})`],
  ])
  if (dryRun) return `${lines}\nNothing was written.\n`
  return `${lines}
It contains personal data. Only your system user can read the file: keep it that way wherever you copy it.
`
}

function restoredPage(restored: ResultOf<'restore'>): string {
  const { file, createdAt, version, rows, files, ended, replaced, refusal } = restored
  const lines = facts([
    ['Backup', file],
    ['Created', `${shownMoment(new Date(createdAt))}, Precis ${version}`],
    ...rowLines(rows),
    ['files', formatCount(files)],
  ])
  if (ended === null) {
    const next =
      replaced === 0
        ? 'It would be restored into an empty database.'
        : `It would replace everything here, including the accounts of ${countOf(replaced, 'user', 'users')}.`
    return `${lines}\nThe backup is complete. ${refusal === null ? `${next} ` : ''}Nothing was changed.\n`
  }
  const again = ended === 0 ? '' : ` ${countOf(ended, 'unfinished summary', 'unfinished summaries')} can be retried.`
  return `${lines}\nEverything was restored and verified. All users must sign in again.${again}\n`
}

export function addBackupCommands(program: Command, run: CommandRun): void {
  const absolute = (file: string): string => path.resolve(run.terminal.folder, file)
  const backup = program
    .command('backup')
    .description('write a backup of all data to one file, while servers run')
    .argument('[FILE]', 'target file (default, or with -: a file in DATA_DIR/backups named by the time)')
    .option('--dry-run', 'read everything and show what would be written, without writing')
  withJson(backup, 'precis backup /mnt/backups/precis.tar.gz')
  run.operate(
    backup,
    madePage,
    async ({ actions, context, signal }, typed: string | undefined, { dryRun = false }: DryRun) => {
      const file = typed === undefined || typed === '-' ? null : absolute(typed)
      return actions.backUp(context, { file, dryRun }, signal)
    },
  )
  const restore = program
    .command('restore')
    .description('restore a backup into an empty database; stop all servers first')
    .argument('<FILE>', 'a file written by precis backup')
    .option('--dry-run', 'verify the backup and show what would happen')
    .option('--force', 'replace all existing data permanently')
  withJson(restore, 'precis restore --dry-run /mnt/backups/precis.tar.gz')
  run.operate(
    restore,
    { page: restoredPage, fault: ({ refusal }) => refusal },
    async (
      { actions, context, signal },
      typed: string,
      { force = false, dryRun = false }: DryRun & { force?: boolean },
    ) => actions.restore(context, { file: absolute(typed), force, dryRun }, signal),
  )
}
