import { describe, expect, it } from 'vitest'
import { fails } from '../../../tests/standins/models/behaviors.ts'
import { always } from '../../../tests/standins/models/script.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { providers, startTestModels } from '../../../tests/support/test-models.ts'
import { createPageReader } from './read-pages.ts'

const paragraphs = ['  Dear  Anna,', '', 'the lamp is lit\nwith paraffin now.']
const models = forEachTest(async () => startTestModels(() => ({ paragraphs })))
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3)
const { signal } = new AbortController()

describe('a page that a model reads', () => {
  it.each(providers)('is sent as a picture to %s, and its usage is counted', async (name) => {
    const reading = createPageReader(models.create([name])).begin()
    expect(await reading.read(jpeg, signal)).toEqual({
      paragraphs: ['Dear Anna,', 'the lamp is lit with paraffin now.'],
      model: name,
    })
    const [request] = models.server.requests
    expect(JSON.stringify(request?.body)).toContain(Buffer.from(jpeg).toString('base64'))
    expect(reading.usage()).toMatchObject([{ model: name, calls: 1 }])
  })

  it('stays unread if no model takes pictures', async () => {
    models.server.play(always(fails('bad_request')))
    const reading = createPageReader(models.create(providers)).begin()
    expect(await reading.read(jpeg, signal)).toBeNull()
  })

  it('ends with the signal', async () => {
    const reason = new Error('stop')
    await expect(createPageReader(models.create(providers)).begin().read(jpeg, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    )
  })
})
