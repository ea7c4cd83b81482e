import { hearing } from './hearing.ts'
import { news } from './news.ts'
import { paper } from './paper.ts'
import { story } from './story.ts'

/** Pages that go through the product, by kind of source. */
export const writtenPages = { news, hearing, story, paper } as const
