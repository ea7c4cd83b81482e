import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { ReadContext } from '../summaries/read.ts'
import type { PdfPress } from './pdf/press.ts'

/** Ports and settings of the exports. */
export interface ExportsContext extends ReadContext {
  clock: Clock
  config: Pick<Config, 'http'>
  press: PdfPress
}
