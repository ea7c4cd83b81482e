import { parseJson } from '../../clean-text.ts'
import { type DomDocument, findElements } from '../dom.ts'

/** A JSON object whose members are not known yet. */
type JsonObject = Readonly<Record<string, unknown>>

/** Types of schema.org for a piece of writing. */
const articleTypes: ReadonlySet<string> = new Set(
  `Article AdvertiserContentArticle NewsArticle AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle
  OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle Report SatiricalArticle ScholarlyArticle
  MedicalScholarlyArticle SocialMediaPosting BlogPosting LiveBlogPosting DiscussionForumPosting TechArticle
  APIReference Recipe Review CreativeWork HowTo`.split(/\s+/u),
)

const withoutVocabulary = (type: string): string => type.replace(/^https?:\/\/schema\.org\//u, '')
const isArticle = (type: string): boolean => articleTypes.has(withoutVocabulary(type))

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const asArray = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A script's content without the CDATA marks that XHTML pages put around it. */
function withoutCdata(source: string): string {
  const text = source.trim()
  const start = /^(?:\/\*|\/\/)?\s*<!\[CDATA\[(?:\s*\*\/)?/u.exec(text)?.[0].length ?? 0
  const end = start === 0 ? text.length : text.lastIndexOf(']]>')
  return text.slice(start, end === -1 ? text.length : end).replace(/(?:\/\*|\/\/)$/u, '')
}

/** Parses JSON with the commonest errors of templates: raw line breaks inside strings, then trailing commas. */
function parseLoosely(source: string): unknown {
  const content = withoutCdata(source)
  const folded = content.replace(/[\r\n\t]+/gu, ' ')
  const attempts = [content, folded, folded.replace(/, *([}\]])/gu, '$1')].values()
  return attempts.map(parseJson).find((parsed) => parsed !== null) ?? null
}

const typesOf = (node: JsonObject): string[] => asArray(node['@type']).filter((type) => typeof type === 'string')

/** The nodes of a document, with graphs flattened. */
function nodesOf(value: unknown): JsonObject[] {
  const found: JsonObject[] = []
  for (const node of asArray(value)) {
    if (!isObject(node)) continue
    found.push(node)
    if (isObject(node['mainEntity'])) found.push(node['mainEntity'])
    for (const inner of nodesOf(node['@graph'])) found.push(inner)
  }
  return found
}

/** Names of people or organizations, following references by `@id` within the page. */
function namesOf(value: unknown, byId: ReadonlyMap<string, JsonObject>): string[] {
  const names = asArray(value).flatMap((entry) => {
    if (typeof entry === 'string') return byId.has(entry) ? namesOf(byId.get(entry), byId) : [entry.trim()]
    if (!isObject(entry)) return []
    if (entry['@list'] !== undefined) return namesOf(entry['@list'], byId)
    const id = text(entry['@id'])
    const node = entry['name'] === undefined && id !== null ? (byId.get(id) ?? entry) : entry
    const parts = [text(node['givenName']), text(node['familyName'])].filter((part) => part !== null)
    return asArray(node['name'] ?? parts.join(' '))
      .map(text)
      .filter((name) => name !== null)
  })
  return [...new Set(names.filter((name) => name !== '' && !/^(?:https?:)?\/\//u.test(name)))]
}

function imageOf(value: unknown): string | null {
  const [first] = asArray(value)
  return isObject(first) ? text(first['url'] ?? first['contentUrl']) : text(first)
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? count : null
}

/** The article in a page's JSON-LD (https://schema.org/Article), without the address of the vocabulary in its type. */
export type LinkedArticle = NonNullable<ReturnType<typeof readLinkedArticle>>

/** Reads the first article in a page's JSON-LD, or null. Skips broken scripts. */
export function readLinkedArticle(document: DomDocument) {
  const scripts = findElements(
    document.documentElement,
    (element) =>
      element.localName === 'script' && /^\s*application\/ld\+json\b/iu.test(element.getAttribute('type') ?? ''),
  )
  const nodes = scripts.flatMap((script) => nodesOf(parseLoosely(script.textContent)))
  const byId = new Map<string, JsonObject>()
  for (const node of nodes) {
    const id = text(node['@id'])
    if (id !== null && node['name'] !== undefined) byId.set(id, node)
  }
  const articles = nodes.filter((node) => typesOf(node).some(isArticle))
  const article = articles.find((node) => text(node['articleBody']) !== null) ?? articles[0]
  if (article === undefined) return null
  const authorsOf = (node: JsonObject): string[] => namesOf(node['author'] ?? node['creator'], byId)
  return {
    type: typesOf(article).map(withoutVocabulary).find(isArticle) ?? null,
    name: text(article['name']),
    headline: text(article['headline']),
    authors: [article, ...articles].map(authorsOf).find((names) => names.length > 0) ?? [],
    publisher: namesOf(article['publisher'], byId)[0] ?? null,
    datePublished: text(article['datePublished']),
    articleBody: text(article['articleBody'] ?? article['text']),
    image: imageOf(article['image'] ?? article['thumbnailUrl']),
    language: text(article['inLanguage']),
    // Part of the article is declared to be for subscribers only.
    paywalled: article['isAccessibleForFree'] === false || /^false$/iu.test(String(article['isAccessibleForFree'])),
    wordCount: countOf(article['wordCount']),
  }
}
