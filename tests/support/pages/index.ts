import type { Summary } from '../../../src/shared/summary/summary.ts'

import { column } from './column.ts'
import { council } from './council.ts'
import { hearing } from './hearing.ts'
import { letter } from './letter.ts'
import { meeting } from './meeting.ts'
import { news, opinion } from './news.ts'
import { arabic, japanese } from './other-scripts.ts'
import { report } from './report.ts'
import { story } from './story.ts'
import { talk } from './talk.ts'

/** Summaries with a page, of many kinds of source and in several scripts, by name. */
export const pageSamples = {
  news,
  report,
  meeting,
  talk,
  story,
  letter,
  opinion,
  hearing,
  arabic,
  japanese,
  column,
  council,
} as const satisfies Record<string, Summary>
