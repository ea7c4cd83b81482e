import { readFile } from 'node:fs/promises'
import { initSync, TypstCompilerBuilder, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { z } from 'zod'
import { threadWork } from '../../../../threads/thread-work.ts'
import type { LinkedText } from '../summary-facts.ts'
import type { Part, PdfDocument, Section } from './document.ts'
import { type ChosenFont, chooseFonts, FontCache, type StyleTexts } from './fonts/font-cache.ts'
import { type FontStyle, wideMarksOf } from './fonts/typefaces.ts'

export interface PdfTask {
  document: PdfDocument
  /** The compiled compiler. */
  module: WebAssembly.Module
}

const MAIN = '/page.typ'
/** Format of diagnostics: objects. */
const DIAGNOSTICS = 3

const resultSchema = z.object({
  result: z.instanceof(Uint8Array).optional(),
  diagnostics: z.array(z.object({ severity: z.string(), message: z.string(), range: z.string() })).optional(),
})

/** The texts of a section by the font style that page.typ uses. */
function sectionTexts(section: Section): Partial<Record<FontStyle, string[]>> {
  const labelsOf = (lines: readonly { citations: LinkedText[] }[]): string[] =>
    lines.flatMap(({ citations }) => citations.map((link) => link.text))
  const textsOfParts = (parts: readonly Part[]) => {
    const lines = parts.flatMap((part) => part.lines)
    return {
      text: lines.flatMap(({ cells }) => cells),
      label: [
        ...parts.flatMap(({ header, shared }) => [...header, ...shared.map(({ text }) => text)]),
        ...labelsOf(lines),
      ],
    }
  }
  switch (section.kind) {
    case 'gist':
      return { title: [section.gist.text], label: labelsOf([section.gist]) }
    case 'parts': {
      const { heading, parts } = section
      return { ...textsOfParts(parts), title: [heading ?? '', ...parts.map((part) => part.title)] }
    }
    case 'takeaways': {
      const { heading, items } = section
      const details = textsOfParts(items.flatMap((item) => item.details))
      return {
        text: [...items.map((item) => item.text), ...details.text],
        strong: items.map((item) => item.label),
        title: [heading],
        label: [...labelsOf(items), ...details.label],
      }
    }
    case 'quotes': {
      const { heading, items } = section
      const label = [...items.map((item) => item.speaker), ...labelsOf(items)]
      return { text: items.map((item) => item.text), title: [heading], label }
    }
  }
}

/** The texts of a document by the font style that page.typ uses. */
function textsOf({ title, running, brand, kindWords, sourceLine, sourceUrl, sections, foot }: PdfDocument): StyleTexts {
  const smallPrint = [running, sourceUrl ?? '', ...kindWords, ...foot, ...sourceLine.map((fact) => fact.text)]
  const all = [{ title: [title, brand], label: smallPrint }, ...sections.map(sectionTexts)]
  const inStyle = (style: FontStyle): string =>
    all.flatMap((texts: Partial<Record<FontStyle, string[]>>) => texts[style] ?? []).join('')
  return { text: inStyle('text'), strong: inStyle('strong'), title: inStyle('title'), label: inStyle('label') }
}

/** Font weights by which page.typ selects font styles. */
const weights: Record<FontStyle, number> = { label: 300, text: 400, title: 500, strong: 700 }

/** Font info for Typst: the weight selects the font style, and `coverage` lists the characters to use. */
function infoOf({ style, characters }: ChosenFont): object {
  const coverage = characters.flatMap((code, n) => [code - (characters[n - 1] ?? -1) - 1, 1])
  return {
    info: [
      { family: 'precis', variant: { style: 'normal', weight: weights[style], stretch: 1000 }, flags: '', coverage },
    ],
    conditions: [],
  }
}

/**
 * How page.typ fits the text to its pages: with less space, or with a page break before a part or a later paragraph of one,
 * counted from the end.
 */
interface Fit {
  tight: boolean
  /** 0 for no break. */
  breakBefore: number
}

/** End of the text, in millimeters from the top of its page. */
const endSchema = z.tuple([z.object({ page: z.int(), y: z.number() })])
const breakSchema = z.tuple([z.number()])

/** End of about a dozen lines below the upper margin, the least that a last page should have. */
const MIN_LAST_PAGE_MM = 100
/** Earliest end of a page from which text moves to the last one: almost half of it stays used. */
const MIN_BROKEN_PAGE_MM = 120
/** Parts and later paragraphs that move to the last page, at most. */
const MAX_MOVED = 12

/** Finds the fit that leaves no last page of a few lines: they fit on the page before, or get a part of it. */
function fitOf({ sections }: PdfDocument, find: (fit: Fit, label: string) => unknown): Fit {
  const plain: Fit = { tight: false, breakBefore: 0 }
  const endOf = (fit: Fit) => endSchema.parse(find(fit, 'end'))[0]
  const { page, y } = endOf(plain)
  if (page === 1 || y >= MIN_LAST_PAGE_MM) return plain
  const tight: Fit = { ...plain, tight: true }
  if (endOf(tight).page < page) return tight
  const parts = sections.flatMap((section) => (section.kind === 'parts' ? section.parts : []))
  const places = parts.reduce((sum, { form, lines }) => sum + (form === 'text' ? lines.length : 1), 0)
  for (let breakBefore = 1; breakBefore <= Math.min(places, MAX_MOVED); breakBefore += 1) {
    const fit: Fit = { ...plain, breakBefore }
    const end = endOf(fit)
    const [brokenAt] = breakSchema.parse(find(fit, 'break'))
    if (end.page === page && end.y >= MIN_LAST_PAGE_MM && brokenAt >= MIN_BROKEN_PAGE_MM) return fit
  }
  return plain
}

/** Memory of the thread's compiler, which never frees about 1 MiB of each document. */
let memory: WebAssembly.Memory | undefined

type Render = (document: PdfDocument) => Promise<Uint8Array>

async function openTypst(module: WebAssembly.Module): Promise<Render> {
  memory = initSync({ module }).memory
  const builder = new TypstCompilerBuilder()
  // The compiler has no access to files, packages or the network.
  builder.set_dummy_access_model()
  const compiler = await builder.build()
  compiler.add_source(MAIN, await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
  const cache = new FontCache()
  return async (document) => {
    const resolver = new TypstFontResolverBuilder()
    for (const chosen of await chooseFonts(cache, textsOf(document), document.script))
      resolver.add_lazy_font(infoOf(chosen), () => chosen.font)
    compiler.set_fonts(await resolver.build())
    const inputsOf = (fit: Fit) => [
      ['document', JSON.stringify(document)],
      ['weights', JSON.stringify(weights)],
      ['marks', wideMarksOf(document.script)],
      ['fit', JSON.stringify(fit)],
    ]
    const compile = (fit: Fit): Uint8Array => {
      const { result, diagnostics } = resultSchema.parse(compiler.compile(MAIN, inputsOf(fit), 'pdf', DIAGNOSTICS))
      if (result !== undefined) return result
      throw new Error(`Typst failed: ${JSON.stringify(diagnostics)}`)
    }
    const find = (fit: Fit, label: string): unknown =>
      JSON.parse(compiler.query(MAIN, inputsOf(fit), `<${label}>`, 'value'))
    return compile(fitOf(document, find))
  }
}

let opened: Promise<Render> | undefined

export default threadWork(
  async ({ document, module }: PdfTask) => {
    const render = await (opened ??= openTypst(module))
    return render(document)
  },
  () => memory?.buffer.byteLength ?? 0,
)
