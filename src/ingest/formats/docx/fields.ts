/**
 * Fields (ISO/IEC 29500-1, 17.16): a code that nobody sees, then the result that stands on the page. They nest, and a
 * result, such as a table of contents, can span paragraphs.
 */
export class Fields {
  /** One entry for each open field: whether its result has begun. */
  private open: boolean[] = []

  /** Whether text stands in a code. */
  get inCode(): boolean {
    return this.open.includes(false)
  }

  mark(kind: string | undefined): void {
    if (kind === 'begin') this.open.push(false)
    else if (kind === 'separate' && this.open.length > 0) this.open[this.open.length - 1] = true
    else if (kind === 'end') this.open.pop()
  }

  /** A code ends with its paragraph at the latest: files that forget to end one don't lose what follows. */
  endParagraph(): void {
    this.open = this.open.filter(Boolean)
  }
}
