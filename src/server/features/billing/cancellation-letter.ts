import { type CancellationFacts, factsOf, type ReadCancellationDeps } from './cancellations.ts'
import { findCancellation } from './cancellations-repo.ts'

/** What letters say of a request to cancel, and to whom. */
export interface CancellationLetter extends CancellationFacts {
  emailVerified: boolean
  firstName: string | null
}

/** Undefined where the request is gone, with its person. */
export async function findCancellationLetter(
  deps: ReadCancellationDeps,
  requestId: string,
): Promise<CancellationLetter | undefined> {
  const found = await findCancellation(deps.db, requestId)
  if (found === undefined) return undefined
  const { emailVerified, firstName } = found.person
  return { ...factsOf(deps, found), emailVerified, firstName }
}
