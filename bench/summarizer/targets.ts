import type { SetName } from './corpus.ts'
import type { Rouge } from './rouge.ts'

/** ROUGE-1 that the engine is to reach at least. */
const leastR1: Readonly<Record<SetName, number>> = { cnndm: 0.37, qmsum: 0.24, squality: 0.44 }

/**
 * Best of each measure that baselines reached on these sets in another implementation (another sentence splitter and
 * stop list); the run's own baselines raise it where they do better.
 */
const published: Readonly<Record<SetName, Rouge>> = {
  cnndm: { r1: 0.35, r2: 0.15, rl: 0.252 },
  qmsum: { r1: 0.197, r2: 0.04, rl: 0.117 },
  squality: { r1: 0.425, r2: 0.081, rl: 0.168 },
}

const measures = { r1: 'ROUGE-1', r2: 'ROUGE-2', rl: 'ROUGE-L' } as const
const keys = ['r1', 'r2', 'rl'] as const

/** One line for each target of a set: what is asked, what is reached. */
export function targetLines(set: SetName, ours: Rouge, baselines: readonly Rouge[]): string[] {
  const line = (name: string, value: number, asked: number, reached: boolean) =>
    `${set.padEnd(10)}${name.padEnd(34)}${value.toFixed(4)}  ${asked.toFixed(4)}  ${reached ? 'reached' : 'NOT REACHED'}`
  return [
    line('ROUGE-1 at least', ours.r1, leastR1[set], ours.r1 >= leastR1[set]),
    ...keys.map((key) => {
      const best = Math.max(published[set][key], ...baselines.map((score) => score[key]))
      return line(`${measures[key]} above the best baseline`, ours[key], best, ours[key] > best)
    }),
  ]
}

/** Standard error of the mean of a measure, by documents: how far another sample of documents may well lie. */
export function standardError(scores: readonly Rouge[], key: keyof Rouge): number {
  const mean = scores.reduce((sum, score) => sum + score[key], 0) / scores.length
  const square = scores.reduce((sum, score) => sum + (score[key] - mean) ** 2, 0)
  return Math.sqrt(square / Math.max(1, scores.length - 1) / scores.length)
}
