import { z } from 'zod'

/** One instruction of a Dockerfile. */
export interface Step {
  instruction: string
  /** `--from=web` as `from: web`. */
  flags: Record<string, string>
  /** The list of arguments, or the words if it isn't a list. */
  args: string[]
}

export interface Stage {
  name: string
  /** The stage or image on which it is based. */
  from: string
  steps: Step[]
}

const listSchema = z.array(z.string())

/** Flags before the arguments of an instruction. */
function takeFlags(text: string): { flags: Record<string, string>; rest: string } {
  const flags: Record<string, string> = {}
  let rest = text
  for (;;) {
    const found = /^--([a-z-]+)=(\S+)\s+/.exec(rest)
    if (found === null) return { flags, rest }
    flags[found[1] ?? ''] = found[2] ?? ''
    rest = rest.slice(found[0].length)
  }
}

function parseStep(line: string): Step {
  const [, instruction = '', text = ''] = /^([A-Za-z]+)\s+(.*)$/.exec(line) ?? []
  const { flags, rest } = takeFlags(text)
  // HEALTHCHECK has its command after another keyword.
  const body = instruction === 'HEALTHCHECK' ? rest.replace(/^CMD\s+/, '') : rest
  return { instruction, flags, args: body.startsWith('[') ? listSchema.parse(JSON.parse(body)) : body.split(/\s+/) }
}

/**
 * Parses the stages of a Dockerfile (https://docs.docker.com/reference/dockerfile/), as far as ours needs the format:
 * without heredocs, variables and directives.
 */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const step of lines.map(parseStep)) {
    if (step.instruction === 'FROM') {
      const [from = '', , name = ''] = step.args
      stages.push({ name, from, steps: [] })
    } else stages.at(-1)!.steps.push(step)
  }
  return stages
}

/** Arguments of the last instruction of a name, which is the effective one. */
export function lastArgs(stage: Stage, instruction: string): string[] {
  return stage.steps.findLast((step) => step.instruction === instruction)?.args ?? []
}

/** Environment of the image. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = stage.steps.filter(({ instruction }) => instruction === 'ENV').flatMap(({ args }) => args)
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}
