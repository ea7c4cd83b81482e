/** Characters put together at a time: a string that grows by single ones takes many times its size. */
const CHUNK = 4096

/** The text of a paragraph while it is read, character by character. */
export class Line {
  private text = ''
  private units: number[] = []

  /** @param unit a UTF-16 code unit */
  unit(unit: number): void {
    this.units.push(unit)
    if (this.units.length >= CHUNK) this.flush()
  }

  append(text: string): void {
    this.flush()
    this.text += text
  }

  /** Gives what was read and begins anew. */
  take(): string {
    this.flush()
    const { text } = this
    this.text = ''
    return text
  }

  private flush(): void {
    if (this.units.length === 0) return
    this.text += String.fromCharCode(...this.units)
    this.units = []
  }
}
