import { captionInjections } from './captions.ts'
import { fileInjections } from './files.ts'
import type { Injection } from './injection.ts'
import { pageInjections } from './pages.ts'
import { plainInjections, structuralInjections } from './pasted.ts'

/** Thirty documents that try to take over the model that reads them. */
export const injections: readonly Injection[] = [
  ...plainInjections,
  ...structuralInjections,
  ...pageInjections,
  ...fileInjections,
  ...captionInjections,
]
