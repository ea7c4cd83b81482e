import { words } from './tokens.ts'

/**
 * Function words of the languages people summarize most, by primary language subtag. They carry no topic, so they take
 * no part in similarity. Short lists suffice: words that are frequent in every sentence weigh little by their inverse
 * sentence frequency anyway.
 */
const lists: Readonly<Record<string, string>> = {
  en: "a about above after again against ago all almost along already also although always am among an and another any anybody anyone anything are aren't around as at away back be became because become been before behind being below between both but by came can can't cannot come could couldn't did didn't do does doesn't doing don't done down during each either else enough even ever every everybody everyone everything few first for from further get gets getting go goes going gone gonna got had hadn't has hasn't have haven't having he he'd he'll he's her here hers herself him himself his how however i i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself just kind knew know known last least less let let's like little ll look lot made make makes many may maybe me mean might mine more most much must my myself need never next no nobody none nor not nothing now of off often oh ok okay on once one ones only onto or other others our ours ourselves out over own per perhaps put quite rather re really right s said same saw say says see seem seemed seems several shall she she'd she'll she's should shouldn't since so some somebody someone something sometimes soon sort still such t take than that that'd that'll that's the their theirs them themselves then there there's these they they'd they'll they're they've thing things think this those though three through thus till to together too took toward towards two uh um under until up upon us use used very wanna want was wasn't way we we'd we'll we're we've well went were weren't what what's when where which while who who's whole whom whose why will with within without won't would wouldn't yeah yep yes yet you you'd you'll you're you've your yours yourself hmm mm mmm huh ve d m",
  de: 'aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin bis bist da dadurch daher damit dann das dass dasselbe dazu dein deine dem den denn der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer für gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene jetzt kann kein keine keinem keinen keiner können könnte mal man manche mehr mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit selbst sich sie sind so solche soll sollte sondern sonst über um und uns unser unter viel vom von vor wann war waren warum was weil welche welcher wenn wer werde werden wie wieder will wir wird wirst wo wollen worden wurde wurden während würde zu zum zur zwar zwischen',
  fr: "à afin ai ainsi alors après as au aucun aujourd aussi autre autres aux avaient avait avant avec avez avoir avons bien car ce ceci cela celle celles celui ces cet cette ceux chaque chez comme comment dans de depuis des donc dont du elle elles en encore entre es est et étaient était étant été être eu eux fait fois font furent fut il ils je jusque l la là le les leur leurs lors lui ma mais me même mêmes mes moi moins mon ne ni non nos notre nous on ont ou où par parce pas pendant peu peut plus plusieurs pour pourquoi puis quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si soit son sont sous sur ta tandis te tous tout toute toutes très tu un une vers voici voilà vos votre vous y c'est d'un d'une qu'il qu'elle n'est n'a s'est",
  es: 'a al algo alguna algunas alguno algunos ante antes aquel aquella así aun aunque bien cada casi como con contra cual cuales cuando de del desde después donde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue fueron ha había han hasta hay la las le les lo los luego más me mediante mi mientras mis mucho muchos muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque pues que qué quien quienes se sea según ser si sí sido sin sino sobre son su sus también tan tanto te tiene tienen toda todas todo todos tras tu tus un una unas uno unos usted y ya yo',
  it: "a ad agli ai al alla alle allo anche ancora avere aveva c'è che chi ci come con contro così cui da dagli dai dal dalla dalle dallo degli dei del della delle dello dentro di dopo dove due e è ed era erano essere fa fino fra già gli ha hanno ho i il in io la le lei li lo loro lui ma mentre mi mia mio molto ne negli nei nel nella nelle nello no noi non nostro o ogni oltre per perché però più poi prima quale quando quanto quella quelle quelli quello questa queste questi questo qui se sempre senza si sia solo sono sopra sotto sta stata stati stato su sua sue sugli sui sul sulla suo suoi tra tutta tutte tutti tutto un una uno vi voi",
  pt: 'a à ainda além algum alguma alguns ante antes ao aos apenas após aquela aquele aqueles as às assim até cada com como contra da das de dela dele deles depois desde dessa desse desta deste do dos duas durante e é ela elas ele eles em enquanto entre era eram essa essas esse esses esta está estão estas este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo meu minha muito muitos na não nas nem no nos nós nossa nosso num numa o os ou outra outras outro outros para pela pelas pelo pelos por porque qual quando que quem se seja sem ser será seu seus sido são só sobre sua suas também te tem têm tinha toda todas todo todos tu um uma umas uns você vocês',
  nl: 'aan af al alle alles als altijd ander andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen geweest haar had hadden heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat we wel werd werden wezen wie wij wil worden wordt ze zelf zich zij zijn zo zonder zou',
  sv: 'alla allt att av blev bli blir de dem den denna deras dess det detta dig din dina ditt du där då efter ej eller en er ett från för ha hade han hans har henne hennes hon honom hur här i icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när någon något några och om oss på samma sedan sig sin sina sitt själv skulle som så sådan till under upp ut utan vad var vara varit varje vem vi vid vilka vilken vår våra är över',
  pl: 'a aby albo ale ani bardzo bez bo być był była było były będzie będą co coś czy czyli dla do dlaczego dlatego gdy gdyż gdzie go i ich im in inne innych ja jak jako je jego jej jemu jest jestem jeszcze jeśli jeżeli już każdy kiedy która które którego której którzy który których którym lub ma mają może można mi mnie mu my na nad nam nas nasz nawet nic nie niej nich nim niż o od on ona one oni oraz po pod podczas przed przez przy są się tak także tam te tego tej ten też to tu tych tylko tym u w we wam was więc wszystko z za ze że',
  ru: 'а без более больше будет будто бы был была были было быть в вам вас весь вдруг ведь во вот впрочем все всегда всего всех всю вы где да даже два для до другой его ее её ей ему если есть еще ещё ж же за зачем здесь и из или им иногда их к как какая какой когда конечно кто куда ли лучше между меня мне много может можно мой моя мы на над надо наконец нас не него нее неё ней нельзя нет ни нибудь никогда ним них ничего но ну о об один он она они оно опять от перед по под после потом потому почти при про раз разве с сам свою себе себя сейчас со совсем так также такой там тебя тем теперь то тогда того тоже только том тот три тут ты у уж уже хорошо хоть чего чем через что чтоб чтобы чуть эти этих это этого этой этом этот эту я который которая которое которые которых',
  uk: 'а але б без би бо був буде будуть була були було бути в вам вас ваш вже ви від він вона вони воно все всі де для до є ж же з за зі й його йому і із її їй їм їх коли кого котрий крім лише між мене мені ми мій може на над нам нас наш не нею ним них ні ніж ну о об один по під після при про саме свій себе та так також там те тебе ти тим тих то тобто того той тому тут у хоч це цей цих цього цьому чи чому ще що щоб що я як яка який яких які якщо',
  tr: 'acaba ama ancak artık aslında az bana bazı belki ben beni benim beri bile bir biraz biri birkaç biz bize bizi bizim bu buna bunda bundan bunlar bunu bunun burada çok çünkü da daha de defa değil diye dolayı en gibi göre hem hep hepsi her hiç için ile ilgili ise kadar karşı kendi kez ki kim mı mi mu mü nasıl ne neden nerede niçin o olan olarak oldu olduğu olduğunu olur ona ondan onlar onu onun oysa pek rağmen sadece sanki sen siz sonra şey şu tüm ve veya ya yani yer yine yok zaten',
  ar: 'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين ما لا لم لن إن أن كان كانت يكون قد كل بعد قبل بين حتى إذا ثم أو أي و هو هي هم نحن أنا أنت كما عند عندما لكن ليس غير بعض منذ خلال حيث فقط أيضا ايضا وقد وهو وهي ولا وما فإن لقد به بها له لها فيه فيها منه منها عليه عليها إليه هناك هنا أكثر كيف لماذا سوف دون ضد نحو لأن',
  he: 'של את על לא זה היא הוא אני עם כל גם או כי אם יש מה אל היה הם זאת אבל רק אין עוד אך לפי בין אחרי לפני כדי כמו אשר היו היתה הייתה להיות יותר שלא אותו אותה שלו שלה שלהם זו אלה אנחנו אתה מי כן עד מאוד הזה הזאת בו בה לו לה להם',
  hi: 'का के की को में से है हैं था थे थी और यह वह एक पर भी ने हो कर इस तो ही या कि जो लिए साथ अपने कुछ नहीं उस उन इन होता होती होते गया गई गए रहा रही रहे करने किया करते करता तक जब तब अब फिर बाद द्वारा कोई सब बहुत',
  vi: 'và của là có cho các một không được trong với những này khi để từ đã sẽ đến cũng như về ra người năm vào ở hay hoặc nếu thì mà bạn tôi họ nó đó đây trên dưới sau trước theo bằng do bởi vì nên nhưng rất nhiều hơn cả còn phải đang tại thể',
  id: 'ada adalah agar akan aku anda antara apa atas atau bagi bahwa banyak beberapa belum bisa bukan dalam dan dapat dari dengan di dia hanya harus hingga ia ini itu jika juga kami karena ke kepada kita lagi lain lebih maka mereka namun oleh pada para saat saja sangat saya sebagai sebuah secara sedang sejak seperti serta setelah suatu sudah telah tentang tersebut tetapi tidak untuk yang',
}

const cache = new Map<string, ReadonlySet<string>>()

/**
 * The stop words of a language; the empty set where there is no list (isf weighting then does the work alone).
 *
 * @param language primary language subtag, lower case
 */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = cache.get(language)
  if (known !== undefined) return known
  const words = new Set((lists[language] ?? '').split(' ').filter(Boolean))
  cache.set(language, words)
  return words
}

/** A language needs this share of its function words among all words of a sample before it is believed. */
const LEAST_SHARE = 0.15

/**
 * The primary subtag of a document's language: of its tag, else of the list of stop words that fits a sample best,
 * else the empty string.
 *
 * @param tag BCP 47 tag or null
 * @param sample lower-case words from the document, a few hundred are enough
 */
export function languageOf(tag: string | null, sample: readonly string[]): string {
  const subtag = tag?.toLowerCase().split('-')[0] ?? ''
  if (subtag !== '' && subtag !== 'und') return subtag
  let best = ''
  let bestHits = sample.length * LEAST_SHARE
  for (const candidate of Object.keys(lists)) {
    const words = stopWordsOf(candidate)
    const hits = sample.reduce((count, word) => count + (words.has(word) ? 1 : 0), 0)
    if (hits > bestHits) {
      best = candidate
      bestHits = hits
    }
  }
  return best
}

/** Scripts in which languages are written, where a run of Latin words is another language. */
const ownScripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/gu,
  fa: /\p{Script=Arabic}/gu,
  ur: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  uk: /\p{Script=Cyrillic}/gu,
  bg: /\p{Script=Cyrillic}/gu,
  sr: /\p{Script=Cyrillic}/gu,
  el: /\p{Script=Greek}/gu,
  hi: /\p{Script=Devanagari}/gu,
  th: /\p{Script=Thai}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  zh: /\p{Script=Han}/gu,
  ko: /\p{Script=Hangul}/gu,
}
const latin = /\p{Script=Latin}/gu

/** From this many Latin letters to one of the document's own script on, a sentence is not in its language. */
const LATIN_FOR_EACH = 6
const LEAST_LATIN_LETTERS = 24
/** English function words a sentence must have, and how many times as many as of the document's language. */
const LEAST_ENGLISH = 3
const TIMES_OWN = 3

/**
 * Whether a sentence is in another language than its document. A passage left untranslated is nearly always English,
 * and in a document of another script any Latin one.
 *
 * @param language primary language subtag of the document, lower case
 */
export function isForeign(text: string, language: string): boolean {
  const own = ownScripts[language]
  if (own !== undefined) {
    const letters = text.match(latin)?.length ?? 0
    return letters >= LEAST_LATIN_LETTERS && letters > LATIN_FOR_EACH * (text.match(own)?.length ?? 0)
  }
  const known = stopWordsOf(language)
  if (language === 'en' || known.size === 0) return false
  const english = stopWordsOf('en')
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const hits = words.filter((word) => english.has(word)).length
  return hits >= LEAST_ENGLISH && hits >= TIMES_OWN * words.filter((word) => known.has(word)).length
}

/** Scripts by what writes them; the first that a letter belongs to is its own. */
const scripts = {
  Latn: /\p{Script=Latin}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Arab: /\p{Script=Arabic}/u,
  Deva: /\p{Script=Devanagari}/u,
  Beng: /\p{Script=Bengali}/u,
  Taml: /\p{Script=Tamil}/u,
  Thai: /\p{Script=Thai}/u,
  Hang: /\p{Script=Hangul}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hani: /\p{Script=Han}/u,
} as const
type Script = keyof typeof scripts

/** Scripts that writing systems are made of, by their ISO 15924 code where it is not the script's own. */
const writtenIn: Readonly<Record<string, readonly Script[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
}

/** Letters that are looked at. */
const SAMPLE = 2000
/** Less text than this, in letters, tells nothing. */
const LEAST_LETTERS = 24
/** Share of letters that must be of the language's own script: technical texts are full of Latin names. */
const OWN_SCRIPT = { Latn: 0.5, other: 0.3 }
/** A character of these says as much as so many letters. */
const DENSE = 3
const dense: ReadonlySet<Script> = new Set<Script>(['Hani', 'Kana', 'Hang'])
/** Japanese is told from Chinese by its kana. */
const LEAST_KANA = 0.1
const MOST_KANA = 0.1
/** Share of words that are function words of a language, in a text that plainly is written in it. */
const OWN = 0.22
/** Languages share short words by chance; the one that a text is written in has this many times more of them. */
const LEAD = 2.5
const LEAST_WORDS = 12

/** Frequent characters that only one of the two ways to write Chinese has. */
const simplified = /[这国说时会对们来为个过发还经后学实样动问关东长门见车书马]/gu
const traditional = /[這國說時會對們來為個過發還經後學實樣動問關東長門見車書馬]/gu

function countScripts(text: string): { counts: Map<Script, number>; letters: number } {
  const counts = new Map<Script, number>()
  let letters = 0
  for (const [letter] of text.slice(0, SAMPLE * 3).matchAll(/\p{L}/gu)) {
    if (letters >= SAMPLE) break
    letters += 1
    for (const [script, test] of Object.entries(scripts)) {
      if (!test.test(letter)) continue
      if (isScript(script)) counts.set(script, (counts.get(script) ?? 0) + 1)
      break
    }
  }
  return { counts, letters }
}

function isScript(name: string): name is Script {
  return Object.hasOwn(scripts, name)
}

function expectedScripts(tag: string): readonly Script[] {
  try {
    const locale = new Intl.Locale(tag)
    if (locale.language === 'und') return []
    // Serbian and others are written in two scripts; a tag that names none allows both.
    if (locale.script === undefined && ['sr', 'uz', 'kk', 'az', 'bs'].includes(locale.language)) return ['Latn', 'Cyrl']
    const script = locale.maximize().script ?? ''
    return writtenIn[script] ?? (isScript(script) ? [script] : [])
  } catch {
    return []
  }
}

function shareOf(list: readonly string[], language: string): number {
  const known = stopWordsOf(language)
  return list.filter((word) => known.has(word)).length / Math.max(1, list.length)
}

/** Among languages of Latin letters, by function words: many of another's, and few of its own. */
function strangeWords(text: string, language: string): boolean {
  const list = words(text).slice(0, 400)
  if (list.length < LEAST_WORDS) return false
  const other = languageOf(null, list)
  if (other === '' || other === language) return false
  const share = shareOf(list, other)
  // Neighbors share many function words; where there is no list for the language, only English is told from it.
  if (stopWordsOf(language).size === 0) return other === 'en' && share > OWN
  return share > OWN && share > shareOf(list, language) * LEAD
}

function wrongChinese(text: string, tag: string): boolean {
  const script = new Intl.Locale(tag).maximize().script
  const few = text.match(simplified)?.length ?? 0
  const many = text.match(traditional)?.length ?? 0
  return script === 'Hant' ? few > 3 && many * 4 < few : many > 3 && few * 4 < many
}

/**
 * Whether a text is plainly not in a language: in another script, or made of another language's function words.
 * Between neighbors (Danish and Norwegian, Croatian and Serbian) it says no: it looks for answers that forgot which
 * language was wanted, not for mistakes.
 *
 * @param tag BCP 47 tag of the language that was wanted
 */
export function isInOtherLanguage(text: string, tag: string): boolean {
  const expected = expectedScripts(tag)
  const { counts, letters } = countScripts(text)
  if (expected.length === 0 || letters < LEAST_LETTERS) return false
  const weigh = (script: Script): number => (counts.get(script) ?? 0) * (dense.has(script) ? DENSE : 1)
  const own = expected.reduce((sum, script) => sum + weigh(script), 0)
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const all = [...counts.keys()].reduce((sum, script) => sum + weigh(script), letters - known)
  if (own < all * (expected.includes('Latn') ? OWN_SCRIPT.Latn : OWN_SCRIPT.other)) return true
  const kana = counts.get('Kana') ?? 0
  if (expected.includes('Kana')) return kana < letters * LEAST_KANA
  if (expected.includes('Hani') && !expected.includes('Hang'))
    return kana > letters * MOST_KANA || wrongChinese(text, tag)
  const language = tag.toLowerCase().split('-')[0] ?? ''
  return expected.includes('Latn') && !expected.includes('Cyrl') && strangeWords(text, language)
}
