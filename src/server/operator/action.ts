import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { ActionContract } from './contract.ts'
import type { DataDeps, Openings, SettingsDeps, WorkDeps } from './operator-deps.ts'

/** Who asks, and whether they still wait. */
export interface ActionRun {
  /** Name of the account of the machine that the command runs under. */
  operator: string
  /** Fires when whoever asked has given up. */
  signal: AbortSignal
}

/** How an action is done; `needs` says what has to be open for it. */
type Doing<I extends z.ZodType, O extends z.ZodType> =
  | { needs: 'settings'; run: (deps: SettingsDeps, input: z.output<I>, run: ActionRun) => Promise<z.input<O>> }
  | { needs: 'data'; run: (deps: DataDeps, input: z.output<I>, run: ActionRun) => Promise<z.input<O>> }
  | { needs: 'work'; run: (deps: WorkDeps, input: z.output<I>, run: ActionRun) => Promise<z.input<O>> }

/** Something an operator can do, whatever goes in and comes out. */
export interface OperatorAction {
  readonly name: string
  /**
   * What has to be open: settings only; the data (database and files); or the data, payments and the queue of jobs.
   */
  readonly needs: 'settings' | 'data' | 'work'
  /**
   * Checks what came in, does it, and checks what comes out.
   *
   * @throws AppError `invalid_input` for an input that is none, and what the action throws
   */
  readonly perform: (open: Openings, raw: unknown, run: ActionRun) => Promise<unknown>
}

function parseInput<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
  throw new AppError('invalid_input', complaints.join('\n'))
}

/** People are told what they can do; operators also what is behind it. */
async function withCauses<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable' && error.cause instanceof Error)) throw error
    throw new AppError(error.code, `${error.message}\n${error.cause.message}`, { cause: error.cause })
  }
}

/** Says how what a contract names is done. */
export function defineAction<I extends z.ZodType, O extends z.ZodType>(
  { name, input, output }: ActionContract<I, O>,
  doing: Doing<I, O>,
): OperatorAction {
  const work = async (open: Openings, parsed: z.output<I>, run: ActionRun): Promise<z.input<O>> => {
    if (doing.needs === 'settings') return doing.run(await open.settings(), parsed, run)
    if (doing.needs === 'work') return doing.run(await open.work(), parsed, run)
    return doing.run(await open.data(), parsed, run)
  }
  return {
    name,
    needs: doing.needs,
    perform: async (open, raw, run) =>
      output.parse(await withCauses(async () => work(open, parseInput(input, raw), run))),
  }
}
