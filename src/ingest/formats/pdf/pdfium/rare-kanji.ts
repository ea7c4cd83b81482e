import table from './rare-kanji.json' with { type: 'json' }

/** Characters of Adobe-Japan1 beyond the Basic Multilingual Plane, by their number in the collection. */
const rareKanji = Object.entries(table.characters).map(([number, character]) => ({
  number: Number(number),
  code: character.codePointAt(0) ?? 0,
}))

/** First of the private-use codes for the characters above, since PDFium's table has 16 bits per character. */
const FIRST_STAND_IN = 0xee80

/** Values in PDFium's table by which it is found in memory: 亜唖娃阿哀愛挨姶. */
const SIGNATURE = [0x4e9c, 0x5516, 0x5a03, 0x963f, 0x54c0, 0x611b, 0x6328, 0x59f6]
const SIGNATURE_AT = 1125

/** A position at which PDFium's table has the common form of a rare kanji. */
const PROBE = 13_706
const PROBED = 0x5409

/** Offset of the collection's table in memory, in bytes, or null. */
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
 * Makes PDFium distinguish rare kanji from their common forms. Its table of Japanese characters has 16 bits for each, and
 * the common form for characters that need more, which would change names of people and places.
 */
export function installRareKanji(bytes: Uint8Array<ArrayBuffer>): void {
  const memory = Buffer.from(bytes.buffer)
  const start = findTable(memory)
  if (start === null) return
  for (const [index, { number }] of rareKanji.entries())
    memory.writeUInt16LE(FIRST_STAND_IN + index, start + 2 * number)
}

/** The character of a private-use code, or the code itself. */
export function rareKanjiOf(code: number): number {
  // A lookup below the first element is slow, and this runs for every character.
  return code < FIRST_STAND_IN ? code : (rareKanji[code - FIRST_STAND_IN]?.code ?? code)
}
