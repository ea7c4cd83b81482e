/**
 * Lines that stand alone on a page and are no part of what was written: labels, invitations, pointers to other pages.
 * The wordings are those that publishing systems and editors share, in the languages the corpus of the web is mostly in.
 */
const label = new RegExp(
  `^(?:${[
    'ad(?:vert(?:isement|isements|ising|orial|s)?)?',
    'publicidad[e]?|publicité|pubblicità|anzeige|werbung|реклама|広告|広告の下に記事が続きます|广告|廣告|إعلان|reklama|advertentie',
    'sponsored(?: content)?|paid post|promoted',
    '(?:\\d+ )?comments?|comentarios|commentaires|kommentare|комментарии|leave a (?:comment|reply)|add a comment|(?:view|show|hide|post|read) (?:the )?(?:all )?comments?(?: \\(\\d+\\))?',
    'shar(?:e|es|ing)(?: (?:this|on|via|with|to)\\b.{0,40})?|compartir|compartilh(?:e|ar)|partager|teilen|поделиться',
    'tweet(?: this)?|pin(?: it)?|like|email(?: this)?|e-mail|print(?: this)?|facebook|twitter|whatsapp|telegram|linkedin|reddit|pinterest|flipboard|copy link|copied|google\\+?|save(?: (?:for later|this story|article))?|bookmark|follow(?: us)?|(?:facebook|twitter|google\\+?|whatsapp|linkedin|pinterest|email|reddit)(?:[ ,|/·]+(?:facebook|twitter|google\\+?|whatsapp|linkedin|pinterest|email|reddit|print))+',
    'close|menu|search|loading\\.*|skip(?: (?:to|advertisement).{0,30})?|back(?: to top)?|next|prev(?:ious)?|voltar|volver|zurück|retour|more|show more|load more|see more|read more|continue reading|play|pause|listen(?: to (?:this )?article)?|watch(?: now| video)?|expand|collapse|view gallery|view all|see all|buy now',
    '(?:story|article|post) continues(?: below)?.{0,30}|article continues after (?:advertisement|sponsor).{0,20}|continue reading (?:the main story|below).{0,20}',
    '(?:top|partner|other|similar|featured) (?:stories|news|articles?|posts?)',
    "related(?: (?:articles?|stories|content|posts?|news|links?|topics?|coverage|reading|roundups?))?|relacionad[ao]s|see also|you (?:may|might) (?:also )?(?:like|enjoy|be interested in)(?:\\.{3}|…)?|recommended(?: (?:for you|reading|stories))?|more (?:stories|news|like this|from .{2,40})|most (?:read|popular|viewed|shared)|trending(?: now)?|popular(?: posts?)?|latest(?: (?:news|stories|posts))?|up next|editors?[’']? picks?|don[’']t miss|further reading|weitere artikel|mehr zum thema|à lire aussi|lire aussi|leia (?:mais|também)|lea también|ver también|te puede interesar|читайте также|смотрите также|leggi anche|関連記事|相关阅读|相關閱讀|相关新闻",
    'sign (?:in|up)|log ?in|register|subscribe(?: now| today)?|newsletter|get started|donate(?: now)?',
    '(?:photo|image|picture|video|getty images?|file photo|reuters|ap photo|ap|afp|shutterstock)s?',
    'tell us what you think.{0,5}|what do you think\\?|rate this.{0,30}|was this (?:article|page) helpful\\?.{0,20}|report (?:a typo|an error|this ad)',
    '(?:this (?:article|story|post) (?:was|has been) (?:updated|published|originally published).{0,80})',
    '\\[?(?:this story|developing story).{0,40}',
  ].join('|')})[\\s.:!…»›→>]*$`,
  'iu',
)

/** A label before a link to something else: "Related: …", "READ MORE: …". */
const pointer = new RegExp(
  `^[\\s>»•*–—-]*(?:${[
    'related(?: (?:articles?|stor(?:y|ies)|content|posts?|news|links?|topics?|roundups?|reading|coverage|forums?))?',
    "also(?: (?:read|see|watch|on|check))?|see also|read(?: (?:more|next|also|this|now|the))?|more(?: (?:from|on|about|at|in|to read))?|watch(?: (?:now|this|also|more))?|listen|recommended|must[ -]read|don[’']t miss|click here|keep reading|next up|further reading|you (?:may|might) (?:also )?(?:like|enjoy)|check out|previously|up next|in case you missed it|icymi|see more|find out more|learn more",
    'leia (?:mais|também)|lea también|lee también|ver también|te puede interesar|à lire|lire aussi|voir aussi|lesen sie (?:auch|mehr)|mehr (?:zum thema|dazu)|siehe auch|leggi anche|читайте (?:также|ещ[её])|смотрите также|по теме|zobacz|czytaj|lees ook|läs (?:också|mer)',
    'tags?|tagged(?: (?:with|as|under|in))?|filed (?:under|in)|topics?|categor(?:y|ies)|posted (?:in|under)|keywords?|etiquetas|schlagw[oö]rter|теги|метки',
  ].join('|')})\\s*(?:[:：|»›>–—-]|$)`,
  'iu',
)

/** Sentences that ask the reader for something, or tell how the page came about; judged where articles end. */
const closing = new RegExp(
  [
    '\\b(?:sign up|signup|subscribe|register)\\b.{0,80}\\b(?:newsletter|inbox|email|e-mail|updates|alerts?|channel|free|today|now)\\b',
    '\\b(?:newsletters?|inbox)\\b.{0,60}\\b(?:sign up|subscribe|here|daily|weekly)\\b',
    '\\bdelivered (?:straight |right |directly )?(?:to|through|into) your\\b',
    '^(?:please )?(?:follow|like|find|join|connect with) (?:us|me|him|her|them|@?\\w+(?: \\w+){0,3}) (?:on|at|via)\\b',
    '\\bfollow (?:@\\w+|us|him|her|them|me)\\b.{0,40}\\b(?:twitter|facebook|instagram|youtube|linkedin|telegram|threads|bluesky|mastodon)\\b',
    '\\b(?:twitter|facebook|instagram)\\b.{0,40}\\bfollow (?:us|him|her|them)\\b',
    '\\b(?:download|get) (?:the|our) .{0,30}\\bapp\\b',
    'click here (?:to (?:get|sign|subscribe|read|see|download|view|for)|for (?:more|the))',
    'contributed to this (?:report|story|article|post)',
    '^(?:have|got) (?:a|any) (?:news )?(?:tips?|story|question)s?\\b',
    '^(?:reach|contact|email) .{0,60}(?:@|\\bat \\d|\\bhere\\b)',
    '^first published\\b.{0,40}\\d',
    '^(?:last )?(?:updated|modified)(?: (?:at|on))?:? ?.{0,40}\\d',
    '^(?:additional )?(?:reporting|writing|editing|compiled|edited|written|translated) by\\b',
    '\\bappeared first on\\b',
    '^join (?:the|our) (?:conversation|discussion|community|newsletter|mailing list)',
    '^(?:support|donate)\\b.{0,80}\\b(?:journalism|us|today|donation|membership)\\b',
    '^(?:send|submit) us\\b|\\bsend us your\\b',
    '^get (?:the )?latest .{0,60}(?:inbox|newsletter|updates)',
    '^(?:get|unlock|enjoy)\\b.{0,40}\\baccess to\\b.{0,120}\\bsubscri',
    '\\bcomments (?:are|will be|have been) (?:now )?(?:moderated|closed|reviewed|turned off)|\\bcoment[aá]rios?\\b.{0,80}\\b(?:aprovad|moderad)|\\bkommentare\\b.{0,60}\\bmoderiert|\\bcommentaires\\b.{0,60}\\bmodér',
    'newsletter (?:abonnieren|bestellen)|abonnieren sie|melden sie sich .{0,40}newsletter|(?:inscrivez|abonnez)-vous .{0,60}(?:newsletter|lettre|chaîne)|suscr[ií]b(?:e|i|a)(?:te|rse) .{0,60}(?:boletín|newsletter|canal)|(?:inscreva|assine|cadastre)(?:-se)? .{0,60}(?:newsletter|boletim|canal)|iscriviti .{0,60}(?:newsletter|canale)|(?:schrijf je in|meld je aan) .{0,40}nieuwsbrief|подпис(?:ывайтесь|аться|ывайся) на|メルマガ(?:登録|に登録)|订阅我们|扫(?:描|一扫).{0,20}(?:二维码|关注)|뉴스레터.{0,10}구독',
    '^(?:folgen sie|suivez-nous|s[ií]guenos|siga-nos|siga a gente|seguici|volg ons|śledź nas|следите за|читайте нас) .{0,80}$',
  ].join('|'),
  'iu',
)

/** Words that a line about time and authorship is made of, beside numbers. */
const dateWords = new RegExp(
  `\\b(?:${[
    'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
    'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?',
    'st|nd|rd|th|am|pm|a\\.m|p\\.m|at|on|by|an?|ago|hours?|minutes?|mins?|days?|last|gmt|utc|[ecmp][sd]?t|cest|bst|ist|kst|jst',
    'published|posted|updated|modified|created|first|date|time|read(?:ing)?',
    'publicado|publié|le|veröffentlicht|am|aktualisiert|por|el|pubblicato|опубликовано|기사입력|입력|수정|更新日?|公開日?|投稿日?|发布时间|发表于',
  ].join('|')})\\b|[가-힣]{2,4}입력`,
  'giu',
)

/** Whether a line tells only when, and perhaps by whom, something was published. */
export function isDateline(text: string): boolean {
  if (text.length > 160 || !/\d/u.test(text)) return false
  const rest = text
    .replace(dateWords, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  const dated = /\d{1,4}\s?[./年-]\s?\d{1,2}\s?[./月-]\s?\d{1,4}|\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b|\bago\b/iu.test(text)
  return (
    dated &&
    (rest.length <= 6 ||
      (text.length <= 160 && rest.length <= 40 && /^\W*(?:\d|published|posted|updated|by\b)/iu.test(text)))
  )
}

const metaField =
  /\b(?:posted|published|written|filed|publicado|publicada|publié|veröffentlicht) (?:by|in|on|por|em|par|von|am)\b|\b(?:author|autor|auteur|categor\w+|kategorie|catégorie|tags?|views|comments|source|fonte|fuente)\s*:/giu

/** Whether a line lists properties of the article: "12/03/2024 - Posted by: A. B. - Category: Sea - Tags: tides". */
export const isMetaLine = (text: string): boolean => text.length <= 240 && (text.match(metaField)?.length ?? 0) >= 2

/** Names of icons that an icon font would draw: "arrow_forward_ios". */
const iconName = /^[a-z]+(?:_[a-z]+)+$/u

/** Labels over lists of other pages. */
const sectionLabel =
  /\b(?:related|top|partner|other|similar|featured|recommended|more|latest|popular|trending|read|viewed|shared|next|like|also|picks|further|stories|news|weitere|mehr|autres|otr[ao]s|altri)\b|relacionad|thema|lire|leia|lea|te puede|также|関連|相关|相關|correlati|verwandte/iu

export const isSectionLabel = (text: string): boolean => text.length <= 60 && sectionLabel.test(text)

export const isLabel = (text: string): boolean => text.length <= 90 && (label.test(text) || iconName.test(text))
export const isPointer = (text: string): boolean => text.length <= 300 && pointer.test(text)
export const isClosing = (text: string): boolean => text.length <= 500 && closing.test(text)
