import { foldText } from '../../../formats/clean-text.ts'

/** Tags that style captions in SRT, WebVTT and YouTube's own formats. Others are words: "the <div> tag". */
const styling =
  /<\/?(?:i|b|u|s|c|v|p|em|strong|font|span|ruby|rt|lang|br)(?:[\s.:][^<>]{0,300})?\/?>|<(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}>/giu
/** Positions and drawing orders of SubStation, which strays into SRT: {\an8}. */
const override = /\{\\[^{}]{0,200}\}/gu

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu

/** The words of a line of captions: styling gone, entities read. White space stays as it is. */
export function plainWords(text: string): string {
  const bare = text.includes('<') ? text.replace(styling, '') : text
  const placed = bare.includes('{\\') ? bare.replace(override, '') : bare
  return placed.includes('&') ? placed.replace(entity, decodeEntity) : placed
}

/** The lines of a cue as a viewer sees them, empty ones left out. */
export function visibleLines(text: string): string[] {
  return plainWords(text.replace(/<br\s*\/?>/giu, '\n'))
    .split(/\r\n?|\n/u)
    .map(foldText)
    .filter((line) => line !== '')
}
