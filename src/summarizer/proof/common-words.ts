/**
 * English words that are written with a capital without being the name of anything: forms of address, offices,
 * institutions, and what begins sentences. Folded. A summary may use them though its source does not.
 */
export const commonCapitals: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr sir lady lord king queen prince princess president vice prime minister chancellor senator congressman congresswoman congress parliament representative governor mayor secretary general captain colonel lieutenant sergeant major judge justice professor father mother brother sister uncle aunt pope bishop saint st jr sr god earth sun moon internet web university college school institute department ministry council committee commission court supreme high bank union party act law bill board agency company corporation group inc ltd co street avenue road city county state states north south east west northern southern eastern western central summer winter spring autumn english article author video speaker speakers host guest narrator chapter section part book paper study report story text page figure table appendix episode interview meeting lecture professor phd doctor grad postdoc marketing manager designer industrial expert interface project user united nations kingdom republic federal national international royal minister former new health foreign affairs interior defense defence finance education economic central reserve constitutional security assembly chamber police army navy air force church museum library theater theatre festival league cup world olympic games war revolution treaty declaration people public office center centre society association organization organisation organisations foundation fund project programme program plan strategy law code science technology research history art music sea ocean river lake mountain island bay cape valley square bridge station airport park house hall tower palace castle'.split(
    ' ',
  ),
)

/** Short forms that stand for common words, folded. */
export const commonAcronyms: ReadonlySet<string> = new Set(
  'tv tvs pm am asap aka faq faqs diy ceo ceos cfo cto coo it hr pr ppt pdf url dna rna gps usb id ids ok ai vip iq ad bc bce ce phd md mp mps pc pcs cd dvd sms fm hq qa ui ux api app gdp ngo ngos rsvp atm suv suvs wwi wwii'.split(
    ' ',
  ),
)

/** English words that begin a sentence and name nothing, as far as no list of stop words has them. Folded. */
export const commonOpeners: ReadonlySet<string> = new Set(
  'despite later afterwards afterward meanwhile moreover besides due throughout therefore outside inside today yesterday tomorrow various unless apart furthermore nevertheless nonetheless thereafter hence thus otherwise instead somehow sometime sometimes alongside beyond unlike like prior neither either early late soon next overall beneath among amid amidst across toward towards within without according based given regarding concerning considering including excluding plus minus via per versus upon whereas whenever wherever whatever whoever several many most some few such each every another both half readers listeners viewers everyone everybody nobody anyone someone something nothing everything people critics experts researchers scientists officials key main major minor notable one two three four five six seven eight nine ten first second third fourth fifth last former following subsequent trust success growth change time life money power hope fear love debate demand supply support output input access debt trade risk sleep food water air energy data talent nature knowledge wealth death birth youth truth faith light sound sugar oil gas coal steel land labor labour capital profit income poverty freedom speech memory language music sport travel traffic weather climate heat cold rain snow fire blood exercise diet weight pain cancer research evidence feedback context content value quality quantity speed size scale focus effort practice discipline motivation luck chance fate anger joy grief guilt shame pride envy desire patience courage wisdom reason logic doubt belief chaos panic tension violence crime peace conflict control pressure pollution waste plastic paper software hardware code traffic housing rent tax taxes spending saving investment interest inflation unemployment total part most progress stress business productivity consumer user customer today overall ultimately key'.split(
    ' ',
  ),
)

/**
 * Endings of English nouns that stand without an article at the beginning of a sentence though they name nothing
 * ("Inflation rose", "Scientists were").
 */
export const commonEnding =
  /(?:ics|[^aeiou]s|es|ing|ed|ly|tion|sion|ment|ness|ity|ety|ance|ence|ism|ship|cy|gy|phy|hood|dom|ware|work|men|people|ure|age|ial|ful|ive|ous|able|ible|less)$/u

/** English words that only a subject stands before. */
export const finiteVerbs: ReadonlySet<string> = new Set(
  'is was has had will would said says told can could may might must should does did wrote writes argued argues believes believed thinks thought explains explained knows knew wants wanted goes went comes came takes took makes made gets got gives gave sees saw finds found asks asked tells flew sent set brought led left met ran fell won lost held kept felt grew drew broke spoke chose rose built bought became began stood paid put hit sold taught caught fought sang ate drove threw hid bit cut read meant'.split(
    ' ',
  ),
)
