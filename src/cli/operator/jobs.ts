import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { JobList, JobState, RetriedJobs, UnfinishedJob } from '../../server/operator/jobs.ts'
import { MISUSED, type Terminal } from '../terminal.ts'
import { count, type OperatorOptions, type OperatorRun, parseTyped } from './operator-run.ts'
import { facts, plainLine, shownMoment, table } from './output.ts'

/** Loaded on use, as the server's modules take long to load. */
const actions = async () => import('../../server/operator/jobs.ts')

const states: readonly JobState[] = ['failed', 'waiting', 'running']

const idSchema = z.object({ id: z.uuid({ error: 'must be the id of a job, as precis jobs list shows it' }) })

interface ListOptions extends OperatorOptions {
  state: JobState
  kind?: string
  limit: number
}

interface RetryOptions extends OperatorOptions {
  all?: boolean
  dryRun?: boolean
}

const failureOf = ({ failure }: UnfinishedJob): string => (failure === null ? '' : plainLine(failure))

function list(terminal: Terminal, { jobs, more }: JobList): string {
  if (jobs.length === 0) return 'No jobs.\n'
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    shownMoment(job.createdAt),
    String(job.tries),
    shownMoment(job.notBefore),
    failureOf(job),
  ])
  const listed = table(terminal, ['ID', 'KIND', 'SINCE', 'TRIES', 'NOT BEFORE', 'LAST FAILURE'], rows)
  return more ? `${listed}\nThere are more: raise --limit.\n` : listed
}

function page(job: UnfinishedJob): string {
  return facts([
    ['Job', job.id],
    ['Kind', job.kind],
    ['State', job.state],
    ...Object.entries(job.about).map(([name, id]) => [name, id] as const),
    ['Since', shownMoment(job.createdAt)],
    ['Not before', shownMoment(job.notBefore)],
    ['Ended', job.endedAt === null ? null : shownMoment(job.endedAt)],
    ['Tries', String(job.tries)],
    ['Failure', failureOf(job) || null],
  ])
}

function retried({ retried: jobs, left, dryRun }: RetriedJobs): string {
  const lines = [
    ...jobs.map(({ id, kind }) => `${kind} ${id} ${dryRun ? 'would be' : 'is'} tried again.`),
    ...left.map(({ job, reason }) => `${job.kind} ${job.id} is left as it is. ${reason}`),
  ]
  if (lines.length === 0) lines.push('No job was given up.')
  if (dryRun) lines.push('Nothing was changed.')
  return lines.map((line) => `${line}\n`).join('')
}

/** Adds the commands that list unfinished jobs and retry dead letters. */
export function addJobCommands(program: Command, run: OperatorRun): void {
  const jobs = program.command('jobs').description('work in the background: letters, summaries, payments')
  jobs
    .command('list')
    .description('list jobs that were given up, the oldest first; or those that wait or run')
    .addOption(new Option('--state <STATE>', 'in this state').choices(states).default('failed'))
    .option('--kind <KIND>', 'of this kind only')
    .addOption(new Option('--limit <N>', 'at most so many').argParser(count).default(100))
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis jobs list --state waiting --kind letter')
    .action(async ({ state, kind, limit, ...options }: ListOptions) =>
      run.perform(
        options,
        async (context) => (await actions()).listJobs(context, { state, kind: kind ?? null, limit }),
        { page: (answer) => list(run.terminal, answer) },
      ),
    )
  jobs
    .command('show')
    .description('show a job: what it is about, and how it failed')
    .argument('<ID>', 'id of the job')
    .option('--json', 'answer with one JSON object')
    .action(async (id: string, options: OperatorOptions) =>
      run.perform(options, async (context) => (await actions()).showJob(context, parseTyped(idSchema, { id }).id), {
        page,
      }),
    )
  jobs
    .command('retry')
    .description('try once more what was given up')
    .argument('[ID]', 'id of the job')
    .option('--all', 'all that were given up')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', '\nExample:\n  precis jobs retry --all --dry-run')
    .action(
      async (id: string | undefined, { all = false, dryRun = false, ...options }: RetryOptions, command: Command) => {
        if ((id === undefined) !== all) command.error('error: name one job, or --all of them', { exitCode: MISUSED })
        await run.perform(
          options,
          async (context) => {
            const job = id === undefined ? null : parseTyped(idSchema, { id }).id
            return (await actions()).retryJobs(context, { id: job, dryRun })
          },
          { page: retried },
        )
      },
    )
}
