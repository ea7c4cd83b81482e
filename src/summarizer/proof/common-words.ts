/**
 * English words that are written with a capital without being the name of anything: forms of address, offices,
 * institutions, and what begins sentences. Folded. A summary may use them though its source does not.
 */
export const commonCapitals: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr sir lady lord king queen prince princess president vice prime minister chancellor senator congressman congresswoman congress parliament representative governor mayor secretary general captain colonel lieutenant sergeant major judge justice professor father mother brother sister uncle aunt pope bishop saint st jr sr god earth sun moon internet web university college school institute department ministry council committee commission court supreme high bank union party act law bill board agency company corporation group inc ltd co street avenue road city county state states north south east west northern southern eastern western central summer winter spring autumn english article author video speaker speakers host guest narrator chapter section part book paper study report story text page figure table appendix episode interview meeting lecture professor phd doctor grad postdoc marketing manager designer industrial expert interface project user'.split(
    ' ',
  ),
)

/**
 * Endings of English nouns that stand without an article at the beginning of a sentence though they name nothing
 * ("Inflation rose", "Scientists were").
 */
export const commonEnding =
  /(?:s|ing|ed|ly|tion|sion|ment|ness|ity|ety|ance|ence|ism|ship|cy|ry|gy|phy|hood|dom|ware|work|men|people|ure|age|ial|ful|ive|ous|able|ible|less)$/u

/** English words that only a subject stands before. */
export const finiteVerbs: ReadonlySet<string> = new Set(
  'is was has had will would said says told can could may might must should does did wrote writes argued argues believes believed thinks thought explains explained knows knew wants wanted goes went comes came takes took makes made gets got gives gave sees saw finds found asks asked tells'.split(
    ' ',
  ),
)
