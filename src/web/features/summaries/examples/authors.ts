import type { ExampleName } from '../../../../shared/examples.ts'
import { pagePaths } from '../../../../shared/paths.ts'

/** Author of an example's summary: us, or the built-in engine. */
export const authorNames = { hand: 'Written by hand', builtIn: 'Built-in engine' } as const
export type ExampleAuthor = keyof typeof authorNames
export const authors = ['hand', 'builtIn'] as const satisfies readonly ExampleAuthor[]

const QUERY = 'by=engine'

export const examplePath = (name: ExampleName, author: ExampleAuthor): string =>
  author === 'hand' ? pagePaths[name] : `${pagePaths[name]}?${QUERY}`

export const authorIn = (search: string): ExampleAuthor => (search.includes(QUERY) ? 'builtIn' : 'hand')
