import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import type { Section } from '../sections.ts'
import { languageOf, stopWordsOf } from '../text/languages.ts'
import { findSpeakers } from '../text/speakers.ts'
import { words } from '../text/tokens.ts'
import type { ModelInput } from './document-model.ts'
import { profileOf } from './profile.ts'
import { type ReadingContext, readSentences, type Sentence } from './read-sentences.ts'
import { type SentenceTerms, TermIndex } from './terms.ts'

/**
 * Headings of the parts around a text that are not the text: references, contents, imprint, thanks, links. Folded as
 * `foldHeading` does.
 */
const headings: ReadonlySet<string> = new Set(
  (
    'references,reference list,bibliography,works cited,literature cited,citations,notes,endnotes,footnotes,notes and references,' +
    'further reading,see also,external links,related articles,related stories,related posts,related content,sources,' +
    'acknowledgements,acknowledgments,acknowledgement,acknowledgment,contents,table of contents,index,list of figures,' +
    'list of tables,conventions used in this book,using code examples,how to contact us,safari® books online,safari books online,about the book,about this book,copyright,copyright page,copyright notice,imprint,colophon,legal notice,license,licence,disclaimer,' +
    'title page,cover,dedication,about the author,about the authors,about the publisher,about this ebook,also by the author,' +
    'author contributions,author information,competing interests,conflict of interest,conflicts of interest,' +
    'declaration of competing interest,data availability,comments,leave a comment,leave a reply,newsletter,advertisement,' +
    'literatur,literaturverzeichnis,einzelnachweise,quellen,quellenverzeichnis,weblinks,anmerkungen,fußnoten,siehe auch,' +
    'danksagung,inhalt,inhaltsverzeichnis,impressum,register,stichwortverzeichnis,abbildungsverzeichnis,über den autor,' +
    'über die autorin,lizenz,kommentare,références,bibliographie,notes et références,voir aussi,liens externes,' +
    "remerciements,table des matières,sommaire,mentions légales,à propos de l'auteur,commentaires,referencias,bibliografía," +
    'notas,véase también,enlaces externos,agradecimientos,índice,contenido,sobre el autor,créditos,comentarios,riferimenti,' +
    'bibliografia,note,voci correlate,collegamenti esterni,ringraziamenti,indice,sommario,commenti,referências,ver também,' +
    'ligações externas,agradecimentos,sumário,comentários,literatuur,bronnen,noten,zie ook,externe links,dankwoord,inhoud,' +
    'inhoudsopgave,colofon,reacties,källor,referenser,noter,se även,externa länkar,innehåll,innehållsförteckning,' +
    'litteratur,kilder,referanser,se også,eksterne lenker,przypisy,źródła,zobacz też,linki zewnętrzne,podziękowania,' +
    'spis treści,komentarze,литература,примечания,источники,ссылки,см также,список литературы,благодарности,содержание,' +
    'оглавление,комментарии,література,примітки,джерела,посилання,див також,зміст,подяки,kaynakça,kaynaklar,notlar,' +
    'ayrıca bakınız,dış bağlantılar,içindekiler,teşekkür,المراجع,المصادر,مراجع,مصادر,انظر أيضا,وصلات خارجية,شكر وتقدير,' +
    'الفهرس,المحتويات,الهوامش,הערות שוליים,מקורות,ראו גם,קישורים חיצוניים,לקריאה נוספת,תודות,תוכן עניינים,ביבליוגרפיה,' +
    'सन्दर्भ,संदर्भ,इन्हें भी देखें,बाहरी कड़ियाँ,विषय सूची,आभार,referensi,daftar pustaka,catatan kaki,lihat pula,pranala luar,' +
    'daftar isi,ucapan terima kasih,tham khảo,tài liệu tham khảo,chú thích,xem thêm,liên kết ngoài,mục lục,lời cảm ơn,' +
    '参考文献,脚注,注釈,出典,関連項目,外部リンク,謝辞,目次,索引,奥付,著者紹介,著者略歴,参考资料,參考文獻,參考資料,注释,注釋,参见,參見,' +
    '外部链接,外部連結,致谢,致謝,鸣谢,目录,目錄,版权页,版权声明,作者简介,相关阅读,延伸阅读,참고 문헌,참고문헌,각주,같이 보기,외부 링크,' +
    '감사의 말,목차,차례,색인,저자 소개'
  ).split(','),
)

const numbering =
  /^(?:(?:appendix|chapter|section|part)\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,7}|[a-z])?[.):\s]+(?=\p{L})/u

/** A heading without its number, its marks and its case. */
function foldHeading(heading: string): string {
  const lower = heading.slice(0, 80).toLowerCase().replaceAll('’', "'").trim()
  const bare = headings.has(lower) ? lower : lower.replace(numbering, '')
  return bare
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Words and marks of an imprint or licence, one of which in so many words makes a block one. */
const imprint =
  /\bISBN\b|\bISSN\b|©|\(c\) ?\d{4}|\ball rights reserved\b|\bcopyright (?:©|\(c\)|\d{4}|holders?|notice)|\bno part of this (?:book|publication|work)\b|\bproject gutenberg\b|\blibrary of congress\b|\bfirst (?:published|edition|printing)\b|\bprinted in\b|\bpublished by\b|\bcreative commons\b|\blicen[cs]ed under\b|\bpermission (?:is|of the publisher)\b|\bwithout (?:the )?(?:prior )?(?:written )?permission\b|\bebook\b|\btypeset (?:in|by)\b|\bcover (?:design|art|image)\b|\balle rechte vorbehalten\b|\btous droits réservés\b|\btodos los derechos reservados\b|\btutti i diritti riservati\b|\btodos os direitos reservados\b|все права защищены|版权所有|著作権|無断転載|무단\s?전재|جميع الحقوق محفوظة|כל הזכויות שמורות/giu
const IMPRINT_WORDS = 18

/** Marks of a bibliographic entry, of which one stands in every few words there. */
const citation =
  /^\s*\[?\d{1,3}[\].]\s|\bvol\. ?\d|\bno\. ?\d|\bpp?\. ?\d+|\bissue \d|\bdoi\b|\barxiv\b|\bproc(?:eedings|\.) |\bin proceedings\b|\bjournal of\b|\btransactions on\b|\buniversity press\b|\beds?\.|\bet al\b|\bibid\b|\bretrieved (?:from|on)\b|\bavailable (?:at|from)\b|\baccessed \d|\bS\. ?\d{1,4}|\((?:19|20)\d\d[a-z]?\)|[,.(] ?(?:19|20)\d\d[.):;]|(?:^|[\s(])\p{Lu}\.(?:[ -]?\p{Lu}\.)*,? |(?<=\p{L}), \p{Lu}\.|\d{1,4} ?\(\d{1,4}\) ?:|\d{1,4}[–-]\d{1,4}/giu
const LEAST_CITATIONS = 3
const CITATION_WORDS = 7

function dense(text: string, pattern: RegExp, least: number, wordsEach: number): boolean {
  const hits = text.match(pattern)?.length ?? 0
  return hits >= least && hits * wordsEach >= countWords(text)
}

/** Whether a text is an entry of a bibliography, or a note that is one. */
export function isReference(text: string): boolean {
  return dense(text.slice(0, 600), citation, LEAST_CITATIONS, CITATION_WORDS)
}

/** With more of the words than this below such headings they are what the document is about. */
const MOST_SHARE = 0.5
/** Longer blocks are text, whatever words they use. */
const MOST_IMPRINT_CHARACTERS = 1500

function isImprint(text: string): boolean {
  return text.length <= MOST_IMPRINT_CHARACTERS && dense(text, imprint, 1, IMPRINT_WORDS)
}

/** A title after the number of its section, several of which in a row make a table of contents. */
const numberedTitle = /(?:^|\s)\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}/gu
const LEAST_TITLES = 3
const TITLE_WORDS = 18

function isContents(text: string): boolean {
  return dense(text.slice(0, 2000), numberedTitle, LEAST_TITLES, TITLE_WORDS)
}

function hasMatterHeading({ headingPath, place }: Block): boolean {
  // The outermost heading of a document is its title; a title alone makes no reference list of it.
  const own = headingPath.length > 1 ? headingPath.slice(1) : headingPath
  const titles = place.kind === 'chapter' && place.title !== undefined ? [place.title, ...own] : own
  return titles.some((title) => headings.has(foldHeading(title)))
}

/**
 * The blocks of a document that stand around its text: reference lists, contents, imprint, acknowledgements, links.
 * They are read, and nothing is picked from them.
 */
export function findMatter(blocks: readonly Block[]): ReadonlySet<Block> {
  const headed = new Set<Block>()
  const told = new Map<string, boolean>()
  let headedCharacters = 0
  let characters = 0
  for (const block of blocks) {
    const title = block.place.kind === 'chapter' ? (block.place.title ?? '') : ''
    const key = [title, ...block.headingPath].join('\u0000')
    const known = told.get(key) ?? hasMatterHeading(block)
    told.set(key, known)
    characters += block.text.length
    if (!known) continue
    headed.add(block)
    headedCharacters += block.text.length
  }
  const found = headedCharacters <= characters * MOST_SHARE ? headed : new Set<Block>()
  for (const block of blocks) {
    if (!found.has(block) && (isImprint(block.text) || isReference(block.text) || isContents(block.text)))
      found.add(block)
  }
  return found
}

/** Words looked at to tell the language where the document does not name it. */
const SAMPLE_CHARACTERS = 6000
/** A full stop less often than once in so many words means that nobody set any (automatic captions). */
const WORDS_A_STOP = 60
/** Share of sentences that must end in a full stop for one to be demanded of all. */
const PUNCTUATED_SHARE = 0.4

const stop = /[.!?。！？؟।॥።](?=\s|["'”’»)\]」』]|$)/gu
const terminal = /[.!?…。！？؟।॥።]["'”’»)\]」』]*$/u

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])

function isUnpunctuated(document: ExtractedDocument): boolean {
  const texts = document.blocks.filter((block) => prose.has(block.type)).map((block) => block.text)
  const stops = texts.reduce((sum, text) => sum + (text.match(stop)?.length ?? 0), 0)
  return document.words > WORDS_A_STOP && stops * WORDS_A_STOP < document.words
}

/** Nobody takes a breath in less; captions that run on leave none. */
const PAUSE_SECONDS = 0.9

/** Blocks of speech that begin after a pause. */
function findPauses(blocks: readonly Block[]): ReadonlySet<Block> {
  return new Set(
    blocks.filter((block, at) => {
      const before = blocks[at - 1]?.place
      if (block.place.kind !== 'time' || before === undefined) return true
      return before.kind !== 'time' || block.place.startSeconds - before.endSeconds >= PAUSE_SECONDS
    }),
  )
}

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Terms of the title, or null where it only repeats the first words of the text. */
function titleTerms(document: ExtractedDocument, index: TermIndex): SentenceTerms | null {
  const title = fold(document.title)
  const first = document.blocks.find((block) => prose.has(block.type))
  if (title === '' || (first !== undefined && fold(first.text.slice(0, 400)).startsWith(title.slice(0, 60))))
    return null
  return index.read(document.title)
}

/**
 * Reads all sentences of a document, section by section. Yields the number of sections read after each.
 */
export function* readDocument(
  document: ExtractedDocument,
  sections: readonly Section[],
): Generator<number, ModelInput> {
  const sample = words(
    document.blocks
      .slice(0, 60)
      .map((block) => block.text)
      .join(' ')
      .slice(0, SAMPLE_CHARACTERS),
  )
  const language = languageOf(document.language, sample)
  const context: ReadingContext = {
    speakers: findSpeakers(document.blocks.map((block) => block.text)),
    unpunctuated: isUnpunctuated(document),
    language,
    matter: findMatter(document.blocks),
    afterPause: findPauses(document.blocks),
  }
  const index = new TermIndex(stopWordsOf(language))
  const title = titleTerms(document, index)
  const sentences: Sentence[] = []
  const terms: SentenceTerms[] = []
  for (const [at, section] of sections.entries()) {
    for (const block of section.blocks) {
      for (const sentence of readSentences(block, at, sentences.length, context)) {
        sentences.push(sentence)
        terms.push(index.read(sentence.text))
      }
    }
    yield at + 1
  }
  const punctuated = sentences.filter((sentence) => terminal.test(sentence.text)).length
  return {
    sentences,
    terms,
    index,
    title,
    profile: profileOf(sentences, context.unpunctuated),
    language,
    lenient: context.unpunctuated || punctuated < sentences.length * PUNCTUATED_SHARE,
  }
}
