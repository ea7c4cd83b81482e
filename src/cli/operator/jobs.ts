import { type Command, Option } from 'commander'
import { z } from 'zod'
import {
  type CommandRun,
  type DryRun,
  limitOption,
  parseTyped,
  type ResultOf,
  withDryRun,
  withJson,
} from '../command-run.ts'
import { MISUSED, type Terminal } from '../terminal.ts'
import { facts, listing, plainLine, shownMoment } from './output.ts'

type UnfinishedJob = ResultOf<'showJob'>

const states: readonly UnfinishedJob['state'][] = ['failed', 'waiting', 'running']

const idSchema = z.object({ id: z.uuid({ error: 'must be the id of a job from precis jobs list' }) })

interface ListOptions {
  state: UnfinishedJob['state']
  kind?: string | null
  limit: number
}

const failureOf = ({ failure }: UnfinishedJob): string => (failure === null ? '' : plainLine(failure))

function list({ jobs, more }: ResultOf<'listJobs'>, terminal: Terminal): string {
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    shownMoment(job.createdAt),
    String(job.tries),
    shownMoment(job.notBefore),
    failureOf(job),
  ])
  const head = ['ID', 'KIND', 'SINCE', 'TRIES', 'NOT BEFORE', 'LAST FAILURE']
  return listing(terminal, head, rows, { empty: 'No jobs.', more })
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

function retried({ retried: jobs, left, dryRun }: ResultOf<'retryJobs'>): string {
  const lines = [
    ...jobs.map(({ id, kind }) => `${kind} ${id} ${dryRun ? 'would' : 'will'} be retried.`),
    ...left.map(({ job, reason }) => `${job.kind} ${job.id} wasn’t retried. ${reason}`),
  ]
  if (lines.length === 0) lines.push('The dead letter queue is empty.')
  if (dryRun) lines.push('Nothing was changed.')
  return lines.map((line) => `${line}\n`).join('')
}

/** Adds the commands that list unfinished jobs and retry dead letters. */
export function addJobCommands(program: Command, run: CommandRun): void {
  const jobs = program.command('jobs').description('background jobs: emails, summaries, payments')
  const listCommand = jobs
    .command('list')
    .description('list dead letters, oldest first; or waiting or running jobs')
    .addOption(new Option('--state <STATE>', 'only jobs in this state').choices(states).default('failed'))
    .option('--kind <KIND>', 'only jobs of this kind')
    .addOption(limitOption())
  withJson(listCommand, 'precis jobs list --state waiting --kind email')
  run.operate(listCommand, list, async ({ actions, context }, { state, kind = null, limit }: ListOptions) =>
    actions.listJobs(context, { state, kind, limit }),
  )
  const show = jobs.command('show').description('show a job and its failure').argument('<ID>', 'id of the job')
  run.operate(withJson(show, null), page, async ({ actions, context }, id: string) =>
    actions.showJob(context, parseTyped(idSchema, { id }).id),
  )
  const retry = jobs
    .command('retry')
    .description('retry dead letters')
    .argument('[ID]', 'id of the job')
    .option('--all', 'all dead letters')
  withDryRun(retry, 'precis jobs retry --all --dry-run')
  retry.hook('preAction', () => {
    if ((retry.args.length === 0) === (retry.opts<{ all?: boolean }>().all === true)) return
    retry.error('error: give the id of a job, or --all', { exitCode: MISUSED })
  })
  run.operate(retry, retried, async ({ actions, context }, typed: string | undefined, { dryRun = false }: DryRun) => {
    const id = typed === undefined ? null : parseTyped(idSchema, { id: typed }).id
    return actions.retryJobs(context, { id, dryRun })
  })
}
