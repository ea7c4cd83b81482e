import table from './rare-kanji.json' with { type: 'json' }

/** Characters of Adobe-Japan1 beyond the Basic Multilingual Plane, by their number in the collection. */
const rareKanji = Object.entries(table.characters).map(([number, character]) => ({
  number: Number(number),
  code: character.codePointAt(0) ?? 0,
}))

/** Private-use codes that stand for the characters above where PDFium has room for 16 bits only. */
const FIRST_STAND_IN = 0xee80

/** What PDFium's table has at some numbers, by which it is found in its memory: 亜唖娃阿哀愛挨姶. */
const SIGNATURE = [0x4e9c, 0x5516, 0x5a03, 0x963f, 0x54c0, 0x611b, 0x6328, 0x59f6]
const SIGNATURE_AT = 1125

/** Where PDFium has the common form of a kanji for one of the rare ones. */
const PROBE = 13_706
const PROBED = 0x5409

/** Where in memory the table of the collection begins, in bytes; null where it is not found. */
function findTable(memory: Buffer): number | null {
  const signature = Buffer.from(Uint16Array.from(SIGNATURE).buffer)
  let at = memory.indexOf(signature)
  while (at !== -1) {
    const start = at - 2 * SIGNATURE_AT
    const probe = start + 2 * PROBE
    if (start >= 0 && probe + 2 <= memory.length && memory.readUInt16LE(probe) === PROBED) return start
    at = memory.indexOf(signature, at + 2)
  }
  return null
}

/**
 * Has PDFium tell rare kanji from their common forms. Its table of Japanese characters holds 16 bits for each, and the
 * common form where more are needed: names of people and places would be read as others.
 */
export function installRareKanji(bytes: Uint8Array<ArrayBuffer>): void {
  const memory = Buffer.from(bytes.buffer)
  const start = findTable(memory)
  if (start === null) return
  for (const [index, { number }] of rareKanji.entries())
    memory.writeUInt16LE(FIRST_STAND_IN + index, start + 2 * number)
}

/** The character that a code stands for, or the code itself. */
export function rareKanjiOf(code: number): number {
  return rareKanji[code - FIRST_STAND_IN]?.code ?? code
}
