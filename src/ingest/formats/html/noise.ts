/** Why a part of a page is not its article. */
export type NoiseKind =
  | 'chrome'
  | 'footer'
  | 'share'
  | 'related'
  | 'promotion'
  | 'byline'
  | 'standfirst'
  | 'comments'
  | 'caption'
  | 'consent'
  | 'listing'

/** Compiles a list of names, apart by bars between spaces; a name is a pattern of words. */
function names(list: string): RegExp {
  const patterns = list.replace(/\s+/gu, ' ').trim().split(' | ')
  return new RegExp(` (?:${patterns.join('|')}) `, 'u')
}

/**
 * Vocabulary of class, id and role names, as words between spaces (see `nameWords`). Each entry is a word, or a run of
 * words, that site authors use for the same purpose everywhere; no entry is the name of a site.
 */
const vocabulary: readonly (readonly [NoiseKind, RegExp])[] = [
  [
    'comments',
    names(String.raw`
      comments? | commentlist | comment list | commenting | disqus(?: \w+)? | respond | livefyre | talkback |
      viafoura | coral | replies | fb comments | kommentar(?:e|en)? | commentaires? | comentarios? | comentários? | reacties 
    `),
  ],
  [
    'consent',
    names(String.raw`
      cookies? | cookiebar | consent | gdpr | ccpa | onetrust | paywall | regwall | modal | popup | pop up |
      overlay | lightbox | toast | adblock(?: \w+)?
    `),
  ],
  [
    'share',
    names(String.raw`
      shar(?:e|es|ing|er) | sharebar | sharedaddy | sharethis | addthis(?: \w+)? | addtoany | a2a |
      social(?:s|media|bar|icons?|links?|share|sharing|buttons?)? | share(?:bar|buttons?|links?|tools?|line) |
      teilen | partag(?:e|er) | compartir | compartilh(?:e|ar) | condividi | follow(?: us)? | bookmarks? | tweet this | print | toolbar | tools | reactions? | likes? | jp relatedposts |
      sd
    `),
  ],
  [
    'related',
    names(String.raw`
      related(?:\w+)? | recommend(?:s|ed|ation|ations)? | recirc(?:ulation)? | outbrain | taboola | trc | zergnet
      | revcontent | more (?:from|stories|news|articles|posts|on|in) | read (?:more|next|also|this) | readmore |
      readnext | see also | also | up next | next (?:post|article|story|up|prev) | prev next | prev(?:ious)?
      (?:post|article|next) | prevnext | pager | pagination | post nav(?:igation)? | nav links | trending | most
      (?:popular|read|viewed|shared|commented) | popular | latest | teasers? | further | suggest(?:ed|ions?)? |
      similar | you (?:may|might)(?: also)? (?:like|enjoy) | series nav | inline
      (?:story|article|link|links|related) | storylinks? | story (?:links?|package) | see more | carousel |
      playlist | topstories | top stories | headlines | link ?box | verwandt(?:e|es)? | zum thema | lire aussi | articles? liés? | relacionad[ao]s | correlati | leia (?:mais|tamb[eé]m)
    `),
  ],
  [
    'promotion',
    names(String.raw`
      ad | ads | advert(?:s|isement|isements|ising|orial)? | adsense | adsbygoogle | adslot | ad
      ?(?:slot|unit|box|container|wrapper|label|text|zone|block|placeholder) | dfp | gpt | sponsor(?:s|ed|ship)? |
      promos? | promo(?:tion|tions|tional|box|ted) | newsletters? | subscri(?:be|ption|ptions|ber) | sign ?up |
      signup(?: \w+)? | mailing ?list | mailchimp | mc embed | donat(?:e|ion|ions) | cta | call to action |
      banners? | affiliate(?: \w+)? | buy (?:now|box|button|link) | membership | optin | opt in | werbung | anzeigen? | publicit[eé] | publicidade? | pubblicit[aà] | reklam[ae]? | download app |
      app promo | email (?:signup|form|capture) | giveaway
    `),
  ],
  [
    'standfirst',
    names(String.raw`
      dek | stand ?first | sub ?titles? | sub ?head(?:ing|ings|line|er)? | sub ?decks? | alternative headline |
      (?:entry|article|post|story) (?:summary|excerpt|intro|lead|lede|standfirst|description) | lead
      description | key ?points?
    `),
  ],
  [
    'byline',
    names(String.raw`
      by ?lines? | author
      (?:bio|box|info|card|profile|description|details|about|block|meta|name|desc|links?|image|avatar|area|list|byline)
      | authors? | authorbox | bio | biography | about (?:the )?author | contributors? | dateline | datetime |
      time ?stamp | (?:header|article|post|story|publish(?:ed)?) time | pub(?:lish)?(?:ed)? ?(?:date|time|at|on) |
      publish | published | date | dates | updated | post ?meta | entry ?meta | article ?(?:meta|info|date|author)
      | meta ?(?:data|info|bar)? | metas | credits? | post ?info | posted on | reading time | read time | vcard | kicker | eyebrow | breadcrumbs?
    `),
  ],
  [
    'listing',
    names(String.raw`
      tags? | tagbox | tag box | tag ?(?:list|cloud|links) | tagcloud | topics | keywords? | categor(?:y|ies) |
      cat links | tags links | toc | table of contents | jump ?to | labels? | filed under | article tags | entry
      (?:tags|footer|categories) | post (?:tags|footer|categories) | article footer | story footer
    `),
  ],
  [
    'caption',
    names(String.raw`
      captions? | wp caption(?: \w+)? | figcaption | image ?(?:caption|credit|desc|description|source) | photo
      ?(?:caption|credit|info|by) | media ?(?:caption|credit|info) | cutline | gallery(?: \w+)? | slideshow |
      video(?: (?:caption|title|description|info|meta|player|wrapper)) | credit | copyright | pull ?quotes? |
      pullquote | embed caption | l[eé]gendes? | bildunterschrift | pie de foto | legenda | didascalia
    `),
  ],
  [
    'footer',
    names(String.raw`
      footers? | (?:site|page|global|main|bottom) footer | footer
      (?:wrap|wrapper|bottom|top|inner|container|content|text|section|area|nav|main) | contentinfo | colophon
    `),
  ],
  [
    'chrome',
    names(String.raw`
      nav | navbar | navigation | menu | menus | submenu | site (?:header|nav) | masthead | sidebars? | side
      ?(?:bar|rail|column|col) | rail | right (?:rail|column|col) | left (?:rail|column|col) | widgets? | widget
      area | search | searchbox | login | log in | skip(?: link| to content)? | skiplink | disclaimers? |
      legal | copyright | back to top | rating | ratings | stars | feedback | survey | poll | quiz | language
      (?:switcher|selector) | banner | complementary | noprint | no print | ticker | weather | infobox | navbox |
      mw editsection | editsection | reflist | references | footnotes | catlinks | hatnote | ambox | metadata |
      printfooter | author index | video js | vjs(?: \w+)? | jw ?player(?: \w+)? | jw (?:player|controlbar|controls) | bc player(?: \w+)? |
      brightcove(?: \w+)? | plyr(?: \w+)? | mejs(?: \w+)? | flowplayer | (?:video|player|media) controls
    `),
  ],
]

/** Posts of social networks that the author shows are part of what is written. */
const embedded = / (?:social|twitter|tweet|instagram|facebook|bluesky|mastodon|media) .*embed(?:ded)? /u

const article = / (?:article|story|post|entry) ?(?:body|content|text) | articlebody | hentry | type post /u
const conflicting =
  / (?:comments?|related|share|social|sidebar|footer|promo|newsletter|recommended|ad|caption|meta|header) /u

/** Longer attributes list state, not purpose. */
const MAX_NAME_CHARACTERS = 600

/**
 * Class, id, role and test names of an element as lower-case words with a space around each: "c-shareBar__item" and
 * "main" become " c share bar item main ".
 */
export function nameWords(attribute: string): string {
  const words = attribute
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? '' : ` ${words} `
}

/** What the names of an element say about it, or null. */
export function noiseOfNames(words: string): NoiseKind | null {
  if (words === '' || (article.test(words) && !conflicting.test(words)) || embedded.test(words)) return null
  for (const [kind, pattern] of vocabulary) if (pattern.test(words)) return kind
  return null
}

const tagNoise = new Map<string, NoiseKind>([
  ['nav', 'chrome'],
  ['footer', 'footer'],
  ['aside', 'related'],
  ['menu', 'chrome'],
  ['form', 'promotion'],
  ['fieldset', 'promotion'],
  ['figcaption', 'caption'],
  ['address', 'byline'],
  ['dialog', 'consent'],
  ['header', 'standfirst'],
  ['button', 'chrome'],
  ['label', 'chrome'],
  ['amp-sidebar', 'chrome'],
  ['amp-consent', 'consent'],
])

/** What the tag itself says, or null. */
export function noiseOfTag(tag: string): NoiseKind | null {
  return tagNoise.get(tag) ?? null
}
