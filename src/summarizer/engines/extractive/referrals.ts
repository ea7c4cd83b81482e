/**
 * Openings and turns by which manuals send their readers elsewhere: to a section, a page, a manual. Such a sentence
 * says nothing by itself. By primary language subtag.
 */
const referrals: Readonly<Record<string, RegExp>> = {
  en: /^(?:please |also |or )?(?:see|refer to|consult|cf\.) (?!(?:if|whether|how|that)\b)(?:also )?(?:the |this |our |its |appendix|chapter|section|sect?\.|part|page|“|"|\S+\(\d\)|§).{0,160}$|^(?:please )?(?:read|check|look at|take a look at) (?:the |this |our )?(?:[\p{L}\p{N}-]+ ){0,3}(?:section|chapter|appendix|manual|documentation|docs|man ?page|file|guide|readme|faq|web ?page|website)\b|^(?:for|more|further|additional|detailed) (?:\p{L}+ ){0,3}(?:information|details?|documentation|instructions?|examples?|explanations?|discussion)\b.{0,80}\b(?:see|refer|consult|(?:is|are|can be) (?:given|found|available|provided|listed|described)|(?:given|found|available) (?:in|at|on))\b|\b(?:is|are) (?:described|explained|discussed|documented|covered) in (?:more |greater )?(?:detail )?(?:in )?(?:the |section|chapter|appendix|sec\.)|^(?:details|examples|instructions|explanations) (?:are|is|can be) (?:given|found|described|available|in)\b|^note that (?:the )?(?:following|above)\b|\b(?:is|are) discussed in sec(?:tion|\.)/iu,
  de: /^(?:bitte )?(?:siehe|vgl\.|vergleiche|lesen sie|schauen sie|beachten sie|konsultieren sie)(?=\s)|^(?:näheres|weitere|mehr|genauere|zusätzliche|nähere)(?: \p{L}+){0,3} (?:finden|findet|finden sie|erhalten|stehen|lesen|gibt es|siehe)(?=\s)|^(?:weitere|mehr|nähere|zusätzliche) (?:informationen|details|einzelheiten|hinweise)(?=\s)/iu,
  fr: /^(?:veuillez )?(?:voir|voyez|consultez|consulter|reportez-vous|se reporter|référez-vous|cf\.|lisez)(?=\s)|^(?:pour (?:plus|davantage|de plus amples)|(?:plus|davantage)) d['’]?(?:e )?\s?(?:informations?|détails?|explications?|précisions?)/iu,
  es: /^(?:por favor,? )?(?:véase|vea|ver|consulte|consúltese|lea|cf\.|revise)(?=\s)|^(?:para (?:obtener )?)?(?:más|mayor) (?:información|detalles|informaciones)/iu,
  it: /^(?:si )?(?:vedere|veda|vedi|consultare|consulti|leggere|cfr\.)(?=\s)|^(?:per )?(?:maggiori|ulteriori|altre) (?:informazioni|dettagli)/iu,
  pt: /^(?:por favor,? )?(?:veja|ver|vide|consulte|leia|cf\.)(?=\s)|^(?:para )?(?:mais|maiores) (?:informações|detalhes)/iu,
  nl: /^(?:zie|raadpleeg|lees|bekijk|kijk)(?=\s)|^(?:voor )?(?:meer|verdere) (?:informatie|details)/iu,
  sv: /^(?:se|läs)(?= (?:även|avsnitt|kapitel|också|mer))|^(?:för )?(?:mer|ytterligare) (?:information|detaljer)/iu,
  pl: /^(?:zobacz|patrz|zob\.|por\.|przeczytaj|sprawdź)(?=\s)|^(?:więcej|dalsze|szczegółowe) (?:informacji|informacje|szczegółów)/iu,
  ru: /^(?:см\.|смотрите|смотри|обратитесь|ознакомьтесь|прочтите|прочитайте)(?=\s)|^(?:более |дополнительн|подробн|больше )[^.]{0,60}(?:информаци|сведени|подробност|см\.|можно (?:найти|прочитать|узнать)|находится|описан)|см\. (?:раздел|главу|приложение|также)[^.]{0,80}[.»)]*$/iu,
  uk: /^(?:див\.|дивіться|зверніться|ознайомтеся|прочитайте)(?=\s)|^(?:більше|додатков|детальн)[^.]{0,60}(?:інформаці|відомост|див\.|можна (?:знайти|прочитати))/iu,
  tr: /^(?:bkz\.?|bakınız)(?=\s)|^(?:daha fazla|ayrıntılı|ek) (?:bilgi|ayrıntı)/iu,
  vi: /^(?:xem|hãy xem|hãy đọc|tham khảo)(?=\s)|^(?:để biết )?(?:thêm )?thông tin chi tiết/iu,
  id: /^(?:lihat|silakan lihat|baca|rujuk)(?=\s)|^(?:untuk )?informasi (?:lebih lanjut|selengkapnya)/iu,
  el: /^(?:δείτε|βλ\.|βλέπε|ανατρέξτε|διαβάστε)(?=\s)|^(?:για )?περισσότερες (?:πληροφορίες|λεπτομέρειες)/iu,
  ar: /^(?:انظر|راجع|طالع|اقرأ)(?:وا)?(?=\s)|^(?:\[\d{1,3}\] ?)?ل?(?:لمزيد|مزيد) من (?:المعلومات|التفاصيل)/u,
  he: /^(?:ראו?|עיינו?|קראו?)(?= (?:את|ב|גם|פרק|סעיף))|^(?:למידע|לפרטים) נוספ/u,
  fa: /^(?:برای|جهت) (?:کسب )?(?:اطلاعات|جزئیات) بیشتر|را (?:ببینید|مشاهده کنید)\.$/u,
  hi: /^(?:अधिक|और|ज़्यादा|ज्यादा) (?:जानकारी|विवरण)/u,
  ko: /(?:참조|참고)(?:하십시오|하세요|하시오|하기 바랍니다|하시기 바랍니다)?\.?$|(?:정보|내용)[은는이가]? .{0,40}(?:에|에서) (?:있습니다|있다|볼 수 있습니다)\.$|^.{0,60}(?:자세한|추가) (?:내용|정보|사항)[은는].{0,30}\.$/u,
}
const unspaced =
  /^(?:请|請)?(?:参见|參見|参阅|參閱|参考|參考|参照|详见|詳見|查看|查阅)|(?:请|請)(?:参见|參見|参阅|參閱|参考|參考|查阅|查看)[^。]{0,60}。$|(?:详细|更多|進一步|进一步)(?:信息|資訊|资料|情况|内容|細節|细节)[^。]{0,20}(?:参见|參見|参阅|參閱|查阅|請見|请见|参考|访问)|(?:を|も)(?:参照|ご覧|ご参照|見て)(?:して|に)?(?:ください|下さい|のこと|せよ)?。$|^(?:詳細|詳しく)(?:は|については)/u

/** A longer sentence says something besides. */
const MOST_CHARACTERS = 260

/**
 * Whether a sentence only sends the reader to another place.
 *
 * @param language primary language subtag, lower case
 */
export function isReferral(text: string, language: string): boolean {
  if (text.length > MOST_CHARACTERS) return false
  return unspaced.test(text) || referrals[language]?.test(text) === true
}
