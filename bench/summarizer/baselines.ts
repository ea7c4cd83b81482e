import { splitSentences } from '../../src/summarizer/text/sentences.ts'

/** A baseline: selects sentences up to a number of words; the caller truncates the last. */
export interface Baseline {
  name: string
  summarize: (paragraphs: readonly string[], words: number) => string
}

interface Row {
  text: string
  paragraph: number
  words: number
  vector: Map<string, number>
}

const stopWords = new Set(
  'a an and are as at be been but by for from had has have he her his i in is it its not of on or she so that the their them they this to was we were what which who will with would you your'.split(
    ' ',
  ),
)

/** TF-IDF over the document's own sentences, unit length. */
function rowsOf(paragraphs: readonly string[]): Row[] {
  const rows = paragraphs.flatMap((paragraph, index) =>
    splitSentences(paragraph).map((span) => {
      const text = paragraph.slice(span.start, span.end)
      const tokens = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((token) => !stopWords.has(token))
      const vector = new Map<string, number>()
      for (const token of tokens) vector.set(token, (vector.get(token) ?? 0) + 1)
      return { text, paragraph: index, words: text.split(/\s+/u).length, vector }
    }),
  )
  const frequency = new Map<string, number>()
  for (const row of rows) for (const token of row.vector.keys()) frequency.set(token, (frequency.get(token) ?? 0) + 1)
  for (const { vector } of rows) {
    let square = 0
    for (const [token, count] of vector) {
      const weight = (1 + Math.log(count)) * Math.log((rows.length + 1) / frequency.get(token)!)
      vector.set(token, weight)
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (const [token, weight] of vector) vector.set(token, weight / length)
  }
  return rows.filter((row) => row.words >= 6 && row.words <= 60 && row.vector.size >= 3)
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [token, weight] of small) sum += weight * (large.get(token) ?? 0)
  return sum
}

function similarities(rows: readonly Row[]): Float64Array[] {
  const matrix = rows.map(() => new Float64Array(rows.length))
  for (const [i, a] of rows.entries()) {
    for (let j = i + 1; j < rows.length; j += 1) {
      const similarity = cosine(a.vector, rows[j]!.vector)
      matrix[i]![j] = similarity
      matrix[j]![i] = similarity
    }
  }
  return matrix
}

/** Maximal marginal relevance (Carbonell & Goldstein 1998), lambda .7, in source order. */
function select(rows: readonly Row[], scores: readonly number[], matrix: readonly Float64Array[], words: number) {
  const greatest = Math.max(...scores, 1e-9)
  const taken: number[] = []
  const repeated = new Float64Array(rows.length)
  let used = 0
  while (used < words && taken.length < rows.length) {
    let best = -1
    let bestValue = -Infinity
    for (let i = 0; i < rows.length; i += 1) {
      if (taken.includes(i)) continue
      const value = (0.7 * scores[i]!) / greatest - 0.3 * repeated[i]!
      if (value > bestValue) {
        best = i
        bestValue = value
      }
    }
    taken.push(best)
    used += rows[best]!.words
    for (let i = 0; i < rows.length; i += 1) repeated[i] = Math.max(repeated[i]!, matrix[best]![i]!)
  }
  return taken
    .toSorted((a, b) => a - b)
    .map((index) => rows[index]!.text)
    .join(' ')
}

/** LexRank (Erkan & Radev 2004), continuous, damping .85. */
function lexRank(matrix: readonly Float64Array[]): number[] {
  const sums = matrix.map((row) => row.reduce((sum, value) => sum + value, 0) || 1)
  let ranks = matrix.map(() => 1 / matrix.length)
  for (let round = 0; round < 30; round += 1) {
    const next = matrix.map(() => 0.15 / matrix.length)
    for (const [i, row] of matrix.entries()) {
      const share = (0.85 * ranks[i]!) / sums[i]!
      for (let j = 0; j < row.length; j += 1) next[j]! += share * row[j]!
    }
    ranks = next
  }
  return ranks
}

/** Directed degree centrality like PacSum (Zheng & Lapata 2019): forward links only. */
function pacSum(matrix: readonly Float64Array[]): number[] {
  return matrix.map((row, i) => row.subarray(i + 1).reduce((sum, value) => sum + value, 0))
}

/** Centrality like HipoRank (Dong et al. 2020): links weighted by nearness to a boundary, and sections. */
function hipoRank(rows: readonly Row[], matrix: readonly Float64Array[]): number[] {
  const sectionSize = Math.max(5, Math.ceil(Math.sqrt(rows.length) * 2))
  const edge = (i: number) => {
    const at = i % sectionSize
    return Math.min(at, sectionSize - at)
  }
  return matrix.map((row, i) => {
    let within = 0
    let between = 0
    for (let j = 0; j < row.length; j += 1) {
      const value = row[j]! * (edge(i) <= edge(j) ? 1 : 0.5)
      if (Math.floor(i / sectionSize) === Math.floor(j / sectionSize)) within += value / sectionSize
      else between += value / rows.length
    }
    const boundary = Math.min(i, rows.length - 1 - i) / rows.length
    return (within + between) * (1 - boundary)
  })
}

/** TextRank (Mihalcea & Tarau 2004): shared words divided by the logarithms of the lengths, damping .85. */
function textRank(rows: readonly Row[]): number[] {
  const sets = rows.map((row) => new Set(row.vector.keys()))
  const matrix = rows.map(() => new Float64Array(rows.length))
  for (const [i, a] of sets.entries()) {
    for (let j = i + 1; j < sets.length; j += 1) {
      const b = sets[j]!
      let common = 0
      for (const token of a) if (b.has(token)) common += 1
      const similarity = common / (Math.log(a.size + 1) + Math.log(b.size + 1))
      matrix[i]![j] = similarity
      matrix[j]![i] = similarity
    }
  }
  return lexRank(matrix)
}

/** SumBasic (Nenkova & Vanderwende 2005): the best sentence with the likeliest word, whose words are then squared. */
function sumBasic(paragraphs: readonly string[], words: number): string {
  const rows = rowsOf(paragraphs)
  const chances = new Map<string, number>()
  let total = 0
  for (const row of rows) {
    for (const token of row.vector.keys()) {
      chances.set(token, (chances.get(token) ?? 0) + 1)
      total += 1
    }
  }
  for (const [token, count] of chances) chances.set(token, count / total)
  const mean = (row: Row) =>
    [...row.vector.keys()].reduce((sum, token) => sum + chances.get(token)!, 0) / row.vector.size
  const open = new Set(rows)
  const taken: Row[] = []
  let used = 0
  while (used < words && open.size > 0) {
    const alive = new Set<string>()
    for (const row of open) for (const token of row.vector.keys()) alive.add(token)
    const likeliest = [...alive].reduce((best, token) => (chances.get(token)! > chances.get(best)! ? token : best))
    const holders = [...open].filter((row) => row.vector.has(likeliest))
    const best = holders.reduce((first, row) => (mean(row) > mean(first) ? row : first))
    open.delete(best)
    taken.push(best)
    used += best.words
    for (const token of best.vector.keys()) chances.set(token, chances.get(token)! ** 2)
  }
  const order = new Map(rows.map((row, at) => [row, at]))
  return taken
    .toSorted((a, b) => order.get(a)! - order.get(b)!)
    .map((row) => row.text)
    .join(' ')
}

function ranked(score: (rows: readonly Row[], matrix: readonly Float64Array[]) => number[]): Baseline['summarize'] {
  return (paragraphs, words) => {
    const rows = rowsOf(paragraphs)
    const matrix = similarities(rows)
    return select(rows, score(rows, matrix), matrix, words)
  }
}

export const baselines: readonly Baseline[] = [
  { name: 'first words of the document', summarize: (paragraphs) => paragraphs.join(' ') },
  { name: 'SumBasic', summarize: sumBasic },
  { name: 'TextRank + MMR', summarize: ranked(textRank) },
  { name: 'LexRank + MMR', summarize: ranked((_, matrix) => lexRank(matrix)) },
  { name: 'PacSum-like + MMR', summarize: ranked((_, matrix) => pacSum(matrix)) },
  { name: 'HipoRank-like + MMR', summarize: ranked(hipoRank) },
]
