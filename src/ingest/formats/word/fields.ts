/**
 * Fields (ISO/IEC 29500-1, 17.16; [MS-DOC] 2.8.25): a code that nobody sees, then the result that stands on the page.
 * They nest, and a result, such as a table of contents, can span paragraphs.
 */
export class Fields {
  /** One entry for each open field: whether its result has begun. */
  private open: boolean[] = []
  private codes = 0

  /** Whether text stands in a code. */
  get inCode(): boolean {
    return this.codes > 0
  }

  begin(): void {
    this.open.push(false)
    this.codes += 1
  }

  separate(): void {
    if (this.open.pop() === undefined) return
    this.open.push(true)
    this.count()
  }

  end(): void {
    this.open.pop()
    this.count()
  }

  /** A code ends with its paragraph at the latest: files that forget to end one don't lose what follows. */
  endParagraph(): void {
    if (!this.inCode) return
    this.open = this.open.filter(Boolean)
    this.count()
  }

  private count(): void {
    this.codes = this.open.filter((inResult) => !inResult).length
  }
}
