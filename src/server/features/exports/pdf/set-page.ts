import { readFile } from 'node:fs/promises'
import {
  initSync,
  type TypstCompiler,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler'
import { z } from 'zod'
import type { PdfDocument } from './document.ts'
import { type CutTexts, chooseFonts } from './fonts/choose-fonts.ts'
import { Slices } from './fonts/slices.ts'

const MAIN = '/page.typ'
/** Diagnostics as objects. */
const DIAGNOSTICS = 3

const resultSchema = z.object({
  result: z.instanceof(Uint8Array).optional(),
  diagnostics: z.array(z.object({ severity: z.string(), message: z.string(), range: z.string() })).optional(),
})

/** What is set in each cut: page.typ, as far as fonts are concerned. */
function textsOf(document: PdfDocument): CutTexts {
  const { title, running, brand, sourceLine, sourceUrl, sections, foot } = document
  const text: string[] = []
  const titles = [title, brand]
  const labels = [running, sourceUrl ?? '', ...foot, ...sourceLine.map((fact) => fact.text)]
  for (const section of sections) {
    titles.push(section.heading)
    if (section.kind === 'parts') {
      titles.push(...section.parts.map((part) => part.title ?? ''))
      text.push(...section.parts.flatMap((part) => part.paragraphs))
    } else {
      text.push(...section.items.map((item) => item.text))
      labels.push(...section.items.flatMap((item) => item.places.map((place) => place.text)))
    }
  }
  return { text: text.join(''), title: titles.join(''), label: labels.join('') }
}

/** Typst, which turns documents into PDF. */
export interface Setter {
  /** @throws Error with what the compiler says, for a document that it cannot set */
  set: (document: PdfDocument) => Promise<Uint8Array>
  /** Bytes of memory that the compiler has taken. It never gives any back. */
  memoryBytes: () => number
}

async function createCompiler(): Promise<TypstCompiler> {
  const builder = new TypstCompilerBuilder()
  // There is no file, no package and no network for it: what it can read is what it is given.
  builder.set_dummy_access_model()
  const compiler = await builder.build()
  compiler.add_source(MAIN, await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
  return compiler
}

/** Opens the compiler. One thread has one. */
export async function openSetter(module: WebAssembly.Module): Promise<Setter> {
  const { memory } = initSync({ module })
  const compiler = await createCompiler()
  const slices = new Slices()
  return {
    async set(document) {
      const { fonts, families } = await chooseFonts(slices, textsOf(document), document.script)
      const resolver = new TypstFontResolverBuilder()
      for (const font of fonts) resolver.add_raw_font(font)
      compiler.set_fonts(await resolver.build())
      const inputs = [
        ['document', JSON.stringify(document)],
        ['families', JSON.stringify(families)],
      ]
      const { result, diagnostics } = resultSchema.parse(compiler.compile(MAIN, inputs, 'pdf', DIAGNOSTICS))
      if (result !== undefined) return result
      throw new Error(`A page could not be set: ${JSON.stringify(diagnostics)}`)
    },
    memoryBytes: () => memory.buffer.byteLength,
  }
}
