/**
 * Characters of Adobe-Japan1 that lie beyond the Basic Multilingual Plane, by their number in the collection (Adobe
 * Technical Note 5078; the mapping is that of Adobe's CMap resources).
 */
const rareKanji: readonly (readonly [number, number])[] = [
  [7641, 0x28cdd],
  [7670, 0x25874],
  [7673, 0x28ef6],
  [7825, 0x21a1a],
  [7838, 0x243d0],
  [13523, 0x2090e],
  [13646, 0x26951],
  [13691, 0x26222],
  [13706, 0x20bb7],
  [13717, 0x29d4b],
  [13718, 0x29d4b],
  [13723, 0x2363a],
  [13724, 0x2363a],
  [13755, 0x20a64],
  [13803, 0x20b9f],
  [13839, 0x2000b],
  [13849, 0x2967f],
  [13857, 0x201a2],
  [13898, 0x27fb7],
  [13904, 0x23cfe],
  [13922, 0x25ad7],
  [13953, 0x2123d],
  [13995, 0x24d14],
  [14075, 0x2567f],
  [14100, 0x266b0],
  [14105, 0x20628],
  [14108, 0x2008a],
  [14109, 0x20984],
  [14134, 0x26999],
  [14188, 0x2053f],
  [14189, 0x2626a],
  [14190, 0x26270],
  [14209, 0x200b0],
  [14253, 0x28987],
  [14256, 0x28e17],
  [14280, 0x2a61a],
  [14281, 0x242ee],
  [14282, 0x242ee],
  [14293, 0x23cbe],
  [14294, 0x20611],
  [15393, 0x2363a],
  [15422, 0x233fe],
  [15428, 0x235c4],
  [15437, 0x29e3d],
  [15443, 0x22609],
]

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
  for (const [index, [number]] of rareKanji.entries()) memory.writeUInt16LE(FIRST_STAND_IN + index, start + 2 * number)
}

/** The character that a code stands for, or the code itself. */
export function rareKanjiOf(code: number): number {
  if (code < FIRST_STAND_IN || code >= FIRST_STAND_IN + rareKanji.length) return code
  return rareKanji[code - FIRST_STAND_IN]?.[1] ?? code
}
