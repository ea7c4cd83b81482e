import { beforeAll, describe, expect, it } from 'vitest'
import { hostileFiles } from '../support/files/hostile.ts'
import { report, wordDocument } from '../support/files/samples.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { processUpload, setPlan, storedFiles, uploadFile } from '../support/uploads.ts'

const hostile = new Map(hostileFiles('http://127.0.0.1:9/').map((file) => [file.name, file]))
const madeUp = (name: string): { fileName: string; bytes: Uint8Array } => {
  const file = hostile.get(name)
  if (file === undefined) throw new Error('There is no such file.')
  return { fileName: file.fileName, bytes: file.bytes() }
}

/** A selection of uploadable attacks. src/ingest/parsing/hostile.slow.test.ts reads all of them. */
const refused = [
  'a zip bomb of one file',
  'a billion laughs in a document',
  'a PDF whose picture is four billion pixels',
  'a document that is a link to a file of ours',
  'a document whose parts are locked',
]

/** Files that look suspicious, but are read without the suspicious parts. */
const readAnyway = [
  'names that lead out of an archive',
  'names with zeros, turned around, and without end',
  'a document whose parts stand elsewhere',
  'a PDF with a document behind it',
]

describe('uploads of malicious files', () => {
  let user: TestClient
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    user = await test.register('ada@example.com')
    await setPlan(test, 'ada@example.com', 'elite')
  })

  it.each(refused)('%s is rejected with a message and removed; the next file is read', async (name) => {
    const { fileName, bytes } = madeUp(name)
    const bad = await uploadFile(test, user, fileName, bytes)
    const answer = await processUpload(user, bad, fileName)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: expect.stringMatching(
        /^source_(?:too_complex|damaged|too_short|empty|encrypted|no_text_layer|type_unsupported)$/,
      ),
      message: expect.stringMatching(/\.$/),
    })
    expect(answer.body).not.toMatch(/root:|node_modules|\.ts\b|Error/)
    const good = await uploadFile(test, user, report.name, report.buffer)
    const kept = await storedFiles(test.dataDir)
    expect([good, bad].map((path) => kept.includes(path.replace('uploads/', '')))).toEqual([true, false])
    expect((await processUpload(user, good, report.name)).json()).toMatchObject({ fileType: 'pdf' })
    expect((await user.post('/api/summaries', { fileUrl: good })).statusCode).toBe(201)
  })

  it.each(readAnyway)('%s: is read without them', async (name) => {
    const { fileName, bytes } = madeUp(name)
    const sent = await uploadFile(test, user, fileName, bytes)
    const looked = await processUpload(user, sent, fileName)
    expect([looked.statusCode, looked.body.includes('etc/passwd')]).toEqual([200, false])
    const made = await user.post('/api/summaries', { fileUrl: sent })
    expect(made.json().basicSummary).toContain('Tides rise and fall')
    expect(made.body).not.toMatch(/root:|etc\/passwd/)
  })

  it.each([
    ['that leads elsewhere', '../../../../etc/cron.d/x.docx', 'x.docx'],
    ['that leads elsewhere on Windows', 'C:\\Windows\\..\\x.docx', 'x.docx'],
    ['with a zero', 'a.docx\0.exe', 'a.docx.exe'],
    ['that is turned around', 'invoice\u202Excod.exe', 'invoice\u202Excod.exe'],
    ['of lines', 'a\r\nSet-Cookie: b=c\u2028.docx', 'a\r\nSet-Cookie: b=c\u2028.docx'],
    ['of half a character', 'a\ud800.docx', 'a\ufffd.docx'],
    ['that is a device', 'CON', 'CON'],
    ['that every object has', '__proto__', '__proto__'],
    ['of markup', '<img src=x onerror=hit()>.docx', '<img src=x onerror=hit()>.docx'],
  ])('a file name is only a label: %s', async (_, name, shown) => {
    const before = await storedFiles(test.dataDir)
    const sent = await uploadFile(test, user, 'a.docx', wordDocument.buffer)
    const looked = await processUpload(user, sent, name)
    expect(looked.json()).toMatchObject({ fileType: 'docx', fileName: shown })
    const kept = (await storedFiles(test.dataDir)).filter((file) => !before.includes(file))
    expect(kept).toEqual([sent.replace('uploads/', '')])
    const made = await user.post('/api/summaries', { fileUrl: sent, title: name, fresh: true })
    expect(made.json().sourceInfo.fileName).toBe(shown)
    const exported = await user.get(`/api/summaries/${made.json().id}/export?format=markdown`)
    expect(exported.statusCode).toBe(200)
    expect(exported.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w .,()'-]+\.md"(?:; filename\*=UTF-8''[\w%.~-]+)?$/,
    )
    expect(exported.headers['set-cookie']).toBeUndefined()
  })
})
