import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Scenario } from './server.ts'

/** Files of a folder that are no recorded answers. */
const notRecorded = /^(?:expected\.json|source-)/u

/**
 * A scenario out of a folder that holds what YouTube once answered: `*.json` is what every client of the player
 * endpoint is told, `*.html` is the watch page.
 *
 * @param captions what every caption address answers
 * @param pageStatus the status that the page came with, which a saved page doesn't tell
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
