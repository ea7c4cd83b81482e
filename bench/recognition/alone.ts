import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { createWorker, OEM, PSM } from 'tesseract.js'
import { renderPage } from '../../src/ingest/formats/pdf/pdfium/render-page.ts'
import { codeOfLanguage, ENGLISH, openLanguageData } from '../../src/ingest/recognition/language-data.ts'
import { DOTS_PER_INCH } from '../../src/ingest/recognition/recognized-page.ts'

const run = promisify(execFile)

/** Pictures of a file as a recognizer alone is given them: the file as it is, or the pages of a PDF. */
export async function picturesOf(file: string): Promise<Buffer[]> {
  const bytes = await readFile(file)
  if (!file.endsWith('.pdf')) return [bytes]
  const pictures: Buffer[] = []
  for (;;) {
    const page = await renderPage(new Uint8Array(bytes), pictures.length + 1).catch(() => null)
    if (page === null) return pictures
    const raw = { width: page.width, height: page.height, channels: 1 } as const
    pictures.push(await sharp(page.pixels, { raw }).grayscale().png().withDensity(DOTS_PER_INCH).toBuffer())
  }
}

/** Tesseract's names of the languages of a file; English if they aren't known. */
const codesOf = (languages: string | null): string[] =>
  (languages ?? 'en').split('+').map((tag) => codeOfLanguage(tag) ?? ENGLISH)

/** Text of pictures by Tesseract.js alone, in the right language. */
export async function libraryText(pictures: readonly Buffer[], languages: string | null, folder: string) {
  const data = openLanguageData({ folder, npmScript: null })
  const [first = ENGLISH] = codesOf(languages)
  const found = await data.filesOf(first)
  const files = found ?? (await data.filesOf(ENGLISH))
  const worker = await createWorker(found === null ? ENGLISH : first, OEM.LSTM_ONLY, { ...files, cacheMethod: 'none' })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO_OSD, debug_file: '/dev/null' })
  const texts: string[] = []
  for (const picture of pictures)
    texts.push((await worker.recognize(picture).catch(() => ({ data: { text: '' } }))).data.text)
  await worker.terminate()
  return texts.join('\n')
}

/** Languages that the program `tesseract` on the PATH has; null without it. */
export async function programLanguages(): Promise<string[] | null> {
  const listed = await run('tesseract', ['--list-langs']).catch(() => null)
  return listed === null ? null : listed.stdout.split('\n').slice(1)
}

/** Text of pictures by the program `tesseract`, in the right languages, with its own detection of direction. */
export async function programText(pictures: readonly Buffer[], languages: string | null, installed: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'precis-tesseract-'))
  const known = codesOf(languages).filter((code) => installed.includes(code))
  const code = known.length === 0 ? ENGLISH : known.join('+')
  const texts: string[] = []
  for (const picture of pictures) {
    const file = join(folder, 'picture')
    await writeFile(file, picture)
    const read = await run('tesseract', [file, 'stdout', '-l', code, '--psm', '1']).catch(() => ({ stdout: '' }))
    texts.push(read.stdout)
  }
  await rm(folder, { recursive: true, force: true })
  return texts.join('\n')
}
