import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { hurryLetters, type MailedProduct, startMailedProduct } from '../support/mail.ts'
import { runOperator } from '../support/operator.ts'

const NO_JOB = '11111111-1111-4111-8111-111111111111'

describe('jobs', () => {
  let test: MailedProduct
  afterEach(async () => test.close())
  const typed = async (...args: string[]) => runOperator(test, ['jobs', ...args])
  const list = async (...args: string[]) => (await typed('list', ...args, '--json')).json()

  /** An email whose attempts are exhausted after greylisting. */
  async function letterGivenUp(): Promise<string> {
    await test.register('ada@example.com')
    const waiting = async () => list('--state', 'waiting', '--kind', 'email')
    await expect.poll(waiting).toMatchObject({ jobs: [{ kind: 'email', tries: 0, failure: expect.any(String) }] })
    await test.database.db.execute(sql`UPDATE jobs.job SET retry_limit = 1 WHERE name = 'email'`)
    await hurryLetters(test)
    await expect.poll(async () => list()).toMatchObject({ jobs: [{ kind: 'email', state: 'failed', tries: 2 }] })
    return (await typed('list')).output.split('\n')[1]!.split(' ')[0]!
  }

  it('in the dead letter queue are listed, shown, and retried', async () => {
    test = await startMailedProduct({ mail: { script: ['greylist', 'greylist'] } })
    expect((await typed('list')).output).toBe('No jobs.\n')
    const id = await letterGivenUp()
    const { output } = await typed('list')
    expect(output).toMatch(/^ID {36}KIND {3}SINCE/)
    expect(output).toContain('451 4.7.1')
    const shown = await typed('show', id)
    expect(shown.output).toMatch(/^State {7,}failed$/m)
    expect(shown.output).toMatch(/^linkId\s+[\da-f-]{36}$/m)
    for (const said of [output, shown.output, (await typed('show', id, '--json')).output])
      expect(said).not.toContain('ada@example.com')

    const dry = await typed('retry', '--all', '--dry-run')
    expect(dry.output).toBe(`email ${id} would be retried.\nNothing was changed.\n`)
    expect(await list()).toMatchObject({ jobs: [{ id }] })
    expect((await typed('retry', id)).output).toBe(`email ${id} will be retried.\n`)
    await expect.poll(async () => (await test.nextMail('ada@example.com')).to).toContain('ada@example.com')
    await expect.poll(async () => list()).toEqual({ jobs: [], more: false })
    await expect.poll(async () => (await typed('retry', id)).errors).toMatch(/^precis: There is no such job\./)
    expect((await typed('retry', '--all')).output).toBe('The dead letter queue is empty.\n')
  })

  it('of summaries are retried by their users only', async () => {
    test = await startMailedProduct()
    await test.database.db.execute(
      sql`INSERT INTO jobs.job (name, data, state, policy) VALUES ('summarize', ${JSON.stringify({ summaryId: NO_JOB })}, 'failed', 'standard')`,
    )
    const { output } = await typed('retry', '--all')
    expect(output).toMatch(/^summarize [\da-f-]{36} wasn’t retried\. The summary has failed\. /)
    expect(await list()).toMatchObject({ jobs: [{ kind: 'summarize', about: { summaryId: NO_JOB } }] })
  })

  it.each([
    [['show', NO_JOB], 1, 'There is no such job.'],
    [['show', 'first'], 1, 'id: must be the id of a job from precis jobs list'],
    [['retry'], 2, 'error: give the id of a job, or --all'],
    [['retry', NO_JOB, '--all'], 2, 'error: give the id of a job, or --all'],
    [['list', '--state', 'done'], 2, 'Allowed choices are failed, waiting, running.'],
  ])('reject invalid options %j', async (args, exitCode, words) => {
    test = await startMailedProduct()
    const said = await typed(...args)
    expect(said).toMatchObject({ exitCode, output: '' })
    expect(said.errors).toContain(words)
  })
})
