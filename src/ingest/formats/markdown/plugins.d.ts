declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'

  /** Reads notes: `[^1]` in the text, `[^1]: …` below. */
  export default function footnotePlugin(md: MarkdownIt): void
}

declare module 'markdown-it-mark' {
  import type { MarkdownIt } from 'markdown-it'

  /** Reads `==words==` as highlighted words. */
  export default function markPlugin(md: MarkdownIt): void
}
