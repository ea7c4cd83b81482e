import type { SetName } from './corpus.ts'
import type { Rouge } from './rouge.ts'

/** ROUGE-1 targets of the engine; news has none, since an absolute target invites fitting to these articles. */
const leastR1: Readonly<Record<SetName, number>> = { cnndm: 0, qmsum: 0.25, squality: 0.4 }

/** Baselines that every set must reach. */
const peers: ReadonlySet<string> = new Set(['first words of the document', 'LexRank + MMR'])

/** One line for each target of a set: expected and actual. */
export function targetLines(set: SetName, ours: Rouge, baselines: readonly { name: string; score: Rouge }[]): string[] {
  const line = (name: string, asked: number) =>
    `${set.padEnd(10)}${name.padEnd(34)}${ours.r1.toFixed(4)}  ${asked.toFixed(4)}  ${ours.r1 >= asked ? 'reached' : 'NOT REACHED'}`
  const best = Math.max(...baselines.filter(({ name }) => peers.has(name)).map(({ score }) => score.r1))
  return [line('ROUGE-1 at least', leastR1[set]), line('no worse than lead and LexRank', best)]
}

/** Standard error of the mean over documents. */
export function standardError(scores: readonly Rouge[], key: keyof Rouge): number {
  const mean = scores.reduce((sum, score) => sum + score[key], 0) / scores.length
  const square = scores.reduce((sum, score) => sum + (score[key] - mean) ** 2, 0)
  return Math.sqrt(square / Math.max(1, scores.length - 1) / scores.length)
}
