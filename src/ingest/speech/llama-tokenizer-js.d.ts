declare module 'llama-tokenizer-js' {
  const tokenizer: {
    /** The text of tokens; the first one, which starts a text, is left out. */
    decode(tokens: number[]): string
  }
  export default tokenizer
}
