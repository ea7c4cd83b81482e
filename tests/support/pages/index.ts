import type { Summary } from '../../../src/shared/summary/summary.ts'

import { column, hearing, interview } from './conversations.ts'
import { guide } from './guide.ts'
import { meeting } from './meeting.ts'
import { news, opinion } from './news.ts'
import { arabic, japanese } from './other-scripts.ts'
import { letter, offer, reference } from './reference.ts'
import { report } from './report.ts'
import { story, storyExtracts } from './story.ts'
import { talk } from './talk.ts'

/** A summary with a page for each kind of source, and further ones with notices and in other scripts, by name. */
export const pageSamples = {
  news,
  report,
  meeting,
  talk,
  guide,
  story,
  reference,
  offer,
  letter,
  opinion,
  column,
  hearing,
  interview,
  storyExtracts,
  arabic,
  japanese,
} as const satisfies Record<string, Summary>
