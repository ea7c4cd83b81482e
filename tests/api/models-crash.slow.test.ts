import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { silent } from '../standins/models/behaviors.ts'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import type { ModelRequest } from '../standins/models/request.ts'
import { startModelServer } from '../standins/models/server.ts'
import { canaryKey, modelEnv } from '../support/model-product.ts'
import { type ServerProcess, signIn, startServer } from '../support/process.ts'
import { openServerHome } from '../support/server-home.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const lastWords = 'The last page of the notebook is left blank for the next visit.'
/** Long enough for several sections. */
const notebook = [
  ...Array.from({ length: 5 }, (_, at) => `Visit ${at + 1} is told here. ${tidePools}`),
  lastWords,
].join('\n\n')

/** A catalog that allows long texts, as an operator's file. */
async function writeCatalogue(folder: string): Promise<string> {
  const catalogue = loadCatalogue('two-plan')
  const plans = catalogue.plans.map((plan) => ({ ...plan, textLimitCharacters: 20_000 }))
  const file = path.join(folder, 'catalogue.json')
  await writeFile(file, JSON.stringify({ ...catalogue, plans }))
  return file
}

/** Whether a request is for the notes on a section. */
const isSection = ({ turns, schema }: ModelRequest): boolean =>
  JSON.stringify(schema).includes('"points"') && turns.some(({ text }) => text.includes('<source-'))
const isLast = ({ turns }: ModelRequest): boolean => turns.some(({ text }) => text.includes(lastWords))

describe('a process killed during a long summary', () => {
  const servers: ServerProcess[] = []
  const models = forSuite(async () => startModelServer({ model: faithfulModel, apiKey: canaryKey }))
  const home = forSuite(async () => openServerHome())
  afterAll(async () => {
    for (const server of servers) await server.stop('SIGKILL')
  })

  it('leaves finished sections: the next process requests only the rest', async () => {
    const env = {
      ...home.env,
      ...modelEnv(models.origin, ['openai:gpt-5-mini']),
      AI_CONTEXT_TOKENS: '4096',
      PLAN_CATALOGUE: await writeCatalogue(home.dataDir),
    }
    models.play((request) => (isLast(request) ? silent : []))
    const first = await startServer(env)
    servers.push(first)
    let send = await signIn(first.origin, 'ada@example.com')
    const asked = await send('POST', '/api/summaries', { content: notebook }, { prefer: 'respond-async' })
    const { id } = (await asked.json()) as Summary
    const now = async (): Promise<Summary> => (await (await send('GET', `/api/summaries/${id}`)).json()) as Summary
    const left = async (): Promise<number> => {
      const { progress } = await now()
      return progress === null || progress.done === 0 ? Number.POSITIVE_INFINITY : progress.total - progress.done
    }
    await expect.poll(left, { timeout: 30_000, interval: 100 }).toBe(1)
    const before = models.requests.length
    await first.stop('SIGKILL')

    models.play([])
    const second = await startServer(env)
    servers.push(second)
    send = await signIn(second.origin, 'ada@example.com')
    await expect.poll(async () => (await now()).status, { timeout: 40_000, interval: 100 }).toBe('ready')
    const { coverage } = await now()
    expect(coverage).toMatchObject({ sectionsRead: coverage?.sections, wordsRead: coverage?.words })
    const sections = models.requests.slice(before).filter(isSection)
    expect(sections.map(isLast)).toEqual([true])
    expect(await second.stop('SIGTERM')).toBe(0)
    for (const output of [first.output(), second.output()]) expect(output).not.toContain(canaryKey)
  }, 120_000)
})
