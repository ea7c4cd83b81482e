import type { Behavior, Plan } from './plan.ts'
import type { ModelRequest } from './request.ts'

/** How one request is answered: behaviors are applied in order; none is a plain answer. */
export type Step = Behavior | readonly Behavior[]

/** A step per request, then plain answers; or a function that returns the step. */
export type Script = readonly Step[] | ((request: ModelRequest) => Step)

/** A plain answer, for scripts. */
const answers: Step = []

/** Answers every request in the same way. */
export const always =
  (...behaviors: readonly Behavior[]): Script =>
  () =>
    behaviors

/** A separate script for each model, by its name in requests; other models answer plainly. */
export function byModel(scripts: Readonly<Record<string, Script>>): Script {
  const playing = new Map(Object.entries(scripts).map(([model, script]) => [model, startScript(script)]))
  return (request) => playing.get(request.model)?.(request) ?? answers
}

/** Plays a script from its beginning. */
export function startScript(script: Script): (request: ModelRequest) => Step {
  if (typeof script === 'function') return script
  let at = 0
  return () => {
    const step = script[at] ?? answers
    at += 1
    return step
  }
}

/** Applies the behaviors of a step. */
export function applyStep(step: Step, plan: Plan, request: ModelRequest): Plan {
  if (typeof step === 'function') return step(plan, request)
  return step.reduce((changed, behavior) => behavior(changed, request), plan)
}
