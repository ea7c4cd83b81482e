import path from 'node:path'
import type { Command } from 'commander'
import type { MadeBackup } from '../../server/features/backup/make-backup.ts'
import type { RestoreResult } from '../../server/operator/backups.ts'
import { formatBytes, formatCount } from '../../shared/format.ts'
import type { OperatorOptions, OperatorRun } from './operator-run.ts'
import { facts, shownMoment } from './output.ts'

/** Loaded on use, as the server's modules take long to load. */
const actions = async () => import('../../server/operator/backups.ts')

interface BackupOptions extends OperatorOptions {
  dryRun?: boolean
}

interface RestoreOptions extends BackupOptions {
  force?: boolean
}

const countOf = (count: number, what: string, more = `${what}s`): string =>
  `${formatCount(count)} ${count === 1 ? what : more}`

/** Row counts of the tables that have rows. */
function rowLines(rows: Record<string, number>): (readonly [string, string])[] {
  return Object.entries(rows).flatMap(([table, count]) =>
    count === 0 ? [] : [[table.replaceAll('_', ' '), formatCount(count)] as const],
  )
}

function madePage({ file, bytes, createdAt, rows, files, dryRun }: MadeBackup): string {
  const lines = facts([
    ['File', `${file} (${formatBytes(bytes)})`],
    ['Of', shownMoment(new Date(createdAt))],
    ...rowLines(rows),
    ['files', `${formatCount(files.count)} (${formatBytes(files.bytes)})`],
  ])
  if (dryRun) return `${lines}\nNothing was written.\n`
  return `${lines}
It holds personal data. Only the user who made it may read the file; keep it so, also where you copy it to.
`
}

function restoredPage(restored: RestoreResult): string {
  const { file, createdAt, version, rows, files, ended, replaced, refusal } = restored
  const lines = facts([
    ['Backup', file],
    ['Of', `${shownMoment(new Date(createdAt))}, Precis ${version}`],
    ...rowLines(rows),
    ['files', formatCount(files)],
  ])
  if (ended === null) {
    const next =
      replaced === 0
        ? 'It would be restored into an empty database.'
        : `It would replace everything here, the accounts of ${countOf(replaced, 'person', 'people')} among it.`
    return `${lines}\nThe backup is whole. ${refusal === null ? `${next} ` : ''}Nothing was changed.\n`
  }
  const again = ended === 0 ? '' : ` ${countOf(ended, 'summary', 'summaries')} in the making can be tried again.`
  return `${lines}\nEverything was restored, and counted. Everybody signs in again.${again}\n`
}

/** Adds the commands that make and restore backups. */
export function addBackupCommands(program: Command, run: OperatorRun): void {
  const absolute = (file: string): string => path.resolve(run.terminal.folder, file)
  program
    .command('backup')
    .description('write all that is kept into one file, while servers go on')
    .argument('[FILE]', 'where to; a file in DATA_DIR/backups, named by the time, when left out or -')
    .option('--dry-run', 'read all of it and say what would be written where, and write nothing')
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis backup /mnt/backups/precis.tar.gz')
    .action(async (file: string | undefined, { dryRun = false, ...options }: BackupOptions) =>
      run.perform(
        options,
        async (context, signal) => {
          const target = file === undefined || file === '-' ? null : absolute(file)
          return (await actions()).backUp(context, { file: target, dryRun }, signal)
        },
        { page: madePage },
      ),
    )
  program
    .command('restore')
    .description('put a backup into an empty database; servers have to be stopped')
    .argument('<FILE>', 'what backup has written')
    .option('--dry-run', 'look through the backup and say what would happen')
    .option('--force', 'replace everything that is there, for good')
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis restore --dry-run /mnt/backups/precis.tar.gz')
    .action(async (file: string, { force = false, dryRun = false, ...options }: RestoreOptions) =>
      run.perform(
        options,
        async (context, signal) => (await actions()).restore(context, { file: absolute(file), force, dryRun }, signal),
        { page: restoredPage, fault: ({ refusal }) => refusal },
      ),
    )
}
