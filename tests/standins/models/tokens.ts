const ascii = /[ -~\s]/gu

/**
 * Rough number of tokens of a text: four characters each in plain Latin letters, one and a half in others. Close enough
 * to what vendors report for a server that tests look at.
 */
export function estimateTokens(text: string): number {
  const plain = text.match(ascii)?.length ?? 0
  return Math.ceil(plain / 4 + (text.length - plain) / 1.5)
}
