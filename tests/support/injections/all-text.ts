import { unzipSync } from 'fflate'
import { type InjectedSource, unescapeMarkup } from './injection.ts'

/** All text in markup: texts, attributes, comments. */
const saidInMarkup = (markup: string): string =>
  unescapeMarkup(
    markup
      .replaceAll(/<!--|-->/g, ' ')
      .replaceAll(/<(?:"[^"]*"|[^>"])*>/g, (tag) =>
        Array.from(tag.matchAll(/"([^"]*)"/g), ([, value = '']) => ` ${value} `).join(''),
      ),
  )

/** Strings in the pages and the information of a test PDF, visible or not. */
function saidInPdf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const shown = Array.from(file.matchAll(/\/(\w+) [\d.]+ Tf [^<]*<([0-9a-f]*)> Tj/g), ([, font, codes = '']) => {
    const letters = Buffer.from(codes, 'hex')
    return font === 'unicode' ? letters.swap16().toString('utf16le') : letters.toString('latin1')
  })
  const facts = Array.from(file.matchAll(/\/(?:Title|Author|Subject|Keywords) \(([^)]*)\)/g), ([, fact = '']) => fact)
  return [...facts, ...shown].join(' ')
}

function saidInArchive(bytes: Uint8Array): string {
  const markup = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|xhtml|opf|ncx)$/.test(name) })
  return Object.values(markup)
    .map((part) => saidInMarkup(new TextDecoder().decode(part)))
    .join('\n')
}

/** Every word in a source, visible or not: the prompt of a careless product. */
export function allTextOf(source: InjectedSource): string {
  switch (source.kind) {
    case 'text':
      return source.content
    case 'page':
      return saidInMarkup(source.html)
    case 'captions':
      return [source.title, source.author, ...source.lines.map(([, , said]) => said)].join('\n')
    case 'file': {
      const said = source.fileName.endsWith('.pdf') ? saidInPdf(source.bytes) : saidInArchive(source.bytes)
      return `${source.fileName}\n${said}`
    }
  }
}
