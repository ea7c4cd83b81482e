import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Scenario } from './server.ts'

/** Files of a folder that aren't recorded responses. */
const notRecorded = /^(?:expected\.json|source-)/u

/**
 * A scenario from a folder of recorded YouTube responses: `*.json` answers every client of the player endpoint,
 * `*.html`
 * is the watch page.
 * @param captions response to every caption URL
 * @param pageStatus status of the watch page, which a saved page doesn't record
 */
export function recordedScenario(folder: string, captions: Answer, pageStatus = 200): Scenario {
  const files = readdirSync(folder).filter((name) => !notRecorded.test(name))
  const read = (ending: string): string | undefined => {
    const name = files.find((file) => file.endsWith(ending))
    return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8')
  }
  const player = read('.json')
  const page = read('.html')
  return {
    ...(player === undefined ? {} : { player: () => ({ body: player, contentType: 'application/json' }) }),
    ...(page === undefined ? {} : { page: () => ({ status: pageStatus, body: page }) }),
    captions: () => captions,
  }
}
