import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { isTest, type SourceTexts } from './source.ts'

export interface Expression {
  /** Path and line of the source. */
  place: string
  pattern: string
  flags: string
}

const parser = new RegExpParser()

/** Reads the regular expressions that sources contain as literals, without those of tests. */
export function literalExpressions(texts: SourceTexts): Expression[] {
  const expressions: Expression[] = []
  for (const [path, text] of texts) {
    if (isTest(path)) continue
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const line = text.slice(0, node.start).split('\n').length
        expressions.push({ place: `${path}:${line}`, ...node.regex })
      },
    }).visit(parseSync(path, text).program)
  }
  return expressions
}

/**
 * Describes each way in which a regular expression can take more than linear time, as scslre finds them: quantifiers
 * that compete for the same characters, and runs that are tried again from each of their characters.
 */
export function slowWays({ place, pattern, flags }: Expression): string[] {
  const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')]
  const { reports } = analyse({
    pattern: parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets }),
    flags: parser.parseFlags(flags),
  })
  return reports.map((report) => {
    const degree = report.exponential ? 'exponential' : 'polynomial'
    if (report.type === 'Trade')
      return `${place} is ${degree}: ${report.startQuant.raw} and ${report.endQuant.raw} compete`
    if (report.type === 'Self') return `${place} is ${degree}: ${report.quant.raw} repeats in ${report.parentQuant.raw}`
    return `${place} is ${degree}: ${report.quant.raw} is tried again from each character`
  })
}
