import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { describeFormats } from '../shared/formats.ts'
import { parseQuestion } from '../shared/questions/answer.ts'
import { focusSchema } from '../shared/summary/focus-schema.ts'
import type { ModelUsage } from '../shared/summary/summary.ts'
import { languageChoiceSchema } from '../shared/text/language-schemas.ts'
import { type LanguageChoice, sourceLanguage, summaryLanguages } from '../shared/text/languages.ts'
import { CommandRun, type Parts } from './command-run.ts'
import { addBackupCommands } from './operator/backups.ts'
import { addCancellationCommands } from './operator/cancellations.ts'
import { addInvitationCommands } from './operator/invitations.ts'
import { addJobCommands } from './operator/jobs.ts'
import { addPlanCommands } from './operator/plans.ts'
import { addStripeCommands } from './operator/stripe.ts'
import { addSuggestionCommands } from './operator/suggestions.ts'
import { addUserCommands } from './operator/users.ts'
import {
  ask,
  extract,
  questionAnswer,
  readForQuestions,
  type SummaryAnswer,
  sourceOf,
  sourceOfAll,
  summarize,
} from './pipeline-commands.ts'
import { renderAnswer, renderDocument, renderSummary, usageLines } from './render.ts'
import { askRequests, extractRequests, summarizeRequests } from './requests.ts'
import { DONE, MISUSED, write } from './terminal.ts'

/** In the order in which the help lists them. */
const operatorCommands = [
  addUserCommands,
  addCancellationCommands,
  addInvitationCommands,
  addSuggestionCommands,
  addPlanCommands,
  addStripeCommands,
  addBackupCommands,
  addJobCommands,
]

interface Options {
  json?: boolean
  jsonl?: boolean
  url?: string
  title?: string
  words?: number
  advanced?: boolean
  language?: LanguageChoice
  focus?: string
}

function positive(typed: string): number {
  const count = Number(typed)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Expected a whole number above 0.')
  return count
}

function languageChoice(typed: string): LanguageChoice {
  const parsed = languageChoiceSchema.safeParse(typed)
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError(`Expected one of: ${[sourceLanguage, ...summaryLanguages].join(', ')}.`)
}

function focusOption(typed: string): string {
  const parsed = focusSchema.safeParse(typed)
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError(parsed.error.issues.map(({ message }) => message).join(' '))
}

const extractInput =
  (run: CommandRun) =>
  async (inputs: readonly string[], options: Options): Promise<void> =>
    run.withPipeline(options, async (pipeline, progress) => {
      const { terminal, signal } = run.parts
      if (inputs.length === 0) return extractRequests(pipeline, terminal, signal)
      const source = await sourceOfAll(pipeline, inputs, terminal, { ...options, signal })
      const answer = await extract(pipeline, source, { signal, onProgress: progress.show })
      progress.clear()
      return run.print(options, answer, () => renderDocument(terminal, answer))
    })

const summarizeInput =
  (run: CommandRun) =>
  async (inputs: readonly string[], options: Options): Promise<void> =>
    run.withPipeline(options, async (pipeline, progress) => {
      const { terminal, signal } = run.parts
      const { words, advanced, language, focus } = options
      const wanted = { signal, words, advanced, language, focus }
      if (inputs.length === 0) return summarizeRequests(pipeline, terminal, wanted)
      const source = await sourceOfAll(pipeline, inputs, terminal, { ...options, signal })
      let usage: ModelUsage[] = []
      const onUsage = (now: ModelUsage[]): void => {
        usage = now
      }
      let answer: SummaryAnswer
      try {
        answer = await summarize(pipeline, source, { ...wanted, onProgress: progress.show, onUsage })
      } finally {
        progress.clear()
        if (options.json !== true) await write(terminal.errors, usageLines(usage))
      }
      return run.print(options, answer, () => renderSummary(terminal, answer))
    })

const askInput =
  (run: CommandRun) =>
  async (input: string | undefined, question: string | undefined, options: Options): Promise<void> =>
    run.withPipeline(options, async (pipeline, progress) => {
      const { terminal, signal } = run.parts
      const { language } = options
      if (input === undefined || question === undefined) return askRequests(pipeline, terminal, { signal, language })
      parseQuestion(question)
      const source = await sourceOf(input, terminal, options)
      let usage: ModelUsage[] = []
      try {
        const work = { signal, onProgress: progress.show }
        const document = await readForQuestions(pipeline, source, work)
        const onUsage = (now: ModelUsage[]): void => {
          usage = now
        }
        const answer = questionAnswer(await ask(pipeline, document, question, { ...work, language, onUsage }))
        progress.clear()
        await run.print(options, answer, () => renderAnswer(terminal, answer))
      } finally {
        progress.clear()
        if (options.json !== true) await write(terminal.errors, usageLines(usage))
      }
    })

const requestsHelp = `
INPUT is a URL (https://…) of a video, an article or a document; a file:
${describeFormats().join(', ')},
a saved page or a text; or - for standard input.

With --jsonl, requests are read from standard input, one JSON object per line:
  {"id": 1, "input": "https://example.com/article"}
  {"id": 2, "input": "saved/page.html", "url": "https://example.com/page"}
  {"id": 3, "document": "A text, or the object that extract answers."}
and answered in the same order, one line each:
  {"id": 1, "ok": true, …}   or   {"id": 1, "ok": false, "error": {"code": …, "message": …}}`

const askHelp = `${requestsHelp}
Each request also has a "question". Questions about the same source in a row read it once.`

/** Adds the argument and the options that all commands about a source have in common. */
const addSource = (command: Command, help = requestsHelp): Command =>
  command
    .option('--json', 'print the whole result as JSON')
    .addOption(new Option('--jsonl', 'answer requests from standard input, one per line').conflicts('json'))
    .option('--url <URL>', 'original URL of a file, for its links')
    .option('--title <TITLE>', 'title of a file or text')
    .addHelpText('after', help)

/** Fails the command unless it has either all of its arguments or --jsonl. */
function requireArguments(command: Command, given: Readonly<Record<string, string | undefined>>, jsonl = false): void {
  const missing = Object.keys(given).find((name) => given[name] === undefined)
  if (!jsonl && missing !== undefined) command.error(`error: ${missing} is missing`, { exitCode: MISUSED })
  if (jsonl && given['INPUT'] !== undefined) command.error('error: --jsonl takes no INPUT', { exitCode: MISUSED })
}

const INPUT = 'a URL, a file, or - for standard input'

/** Adds a command with one source. */
function addCommand(
  program: Command,
  name: string,
  act: (inputs: readonly string[], options: Options) => Promise<void>,
): Command {
  const command: Command = program.command(name)
  return addSource(command.argument('[INPUT...]', `${INPUT}; or pictures, as the pages of one document`)).action(
    async (inputs: readonly string[], options: Options) => {
      requireArguments(command, { INPUT: inputs[0] }, options.jsonl)
      await act(inputs, options)
    },
  )
}

function addAskCommand(program: Command, run: CommandRun): void {
  const command: Command = program.command('ask')
  const described = command.description('answer a question about a URL, a file or a text').argument('[INPUT]', INPUT)
  addSource(described, askHelp)
    .argument('[QUESTION]', 'the question, in any language')
    .addOption(new Option('--language <TAG>', 'language to answer in, such as de or pt-BR').argParser(languageChoice))
    .action(async (input: string | undefined, question: string | undefined, options: Options) => {
      requireArguments(command, { INPUT: input, QUESTION: question }, options.jsonl)
      await askInput(run)(input, question, options)
    })
}

function buildProgram(run: CommandRun): Command {
  const { terminal } = run
  const program = new Command('precis')
    .description('Summaries with key takeaways, each line showing where it comes from.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.errors.write(text),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
    })
  addCommand(program, 'summarize', summarizeInput(run))
    .description('summarize a URL, a file or a text')
    .addOption(new Option('--words <N>', 'maximum length of the summary').argParser(positive))
    .option('--advanced', 'add the advanced summary and notable quotes')
    .addOption(new Option('--language <TAG>', 'language to write in, such as de or pt-BR').argParser(languageChoice))
    .addOption(new Option('--focus <TEXT>', 'what the page should be about').argParser(focusOption))
  addCommand(program, 'extract', extractInput(run)).description('extract a URL, a file or a text, without a summary')
  addAskCommand(program, run)
  for (const add of operatorCommands) add(program, run)
  return program
}

/**
 * Runs the command.
 * @param args what was typed after its name
 * @returns the exit code: 0, 1 when the work failed, 2 when the command was misused, 130 when it was interrupted
 */
export async function runCommand(args: readonly string[], parts: Parts): Promise<number> {
  const run = new CommandRun(parts)
  try {
    await buildProgram(run).parseAsync(args, { from: 'user' })
    return run.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? DONE : MISUSED
  }
}
