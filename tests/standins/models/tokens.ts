const ascii = /[ -~\s]/gu

/**
 * Rough number of tokens in a text: four characters each for ASCII, one and a half for others. Close enough to vendors'
 * numbers for tests.
 */
export function estimateTokens(text: string): number {
  const plain = text.match(ascii)?.length ?? 0
  return Math.ceil(plain / 4 + (text.length - plain) / 1.5)
}
