import type { Engine } from '../../../shared/summary.ts'

/** The built-in engine as summaries show it. */
export const extractiveEngine: Engine = {
  id: 'extractive',
  label: 'Written in the source’s own sentences',
}
