/**
 * Openings of a sentence that point back to the one before: pronouns and connectives, by primary language subtag.
 * A sentence that begins so can't be read alone. Lower case; phrases are separated by commas.
 */
const openers: Readonly<Record<string, string>> = {
  en: "he,she,it,they,him,his,her,hers,their,theirs,its,this,that,these,those,he's,she's,it's,they're,that's,he'd,she'd,they'd,he'll,she'll,they'll,it'll,they've,however,but,and,so,also,then,or,nor,yet,meanwhile,moreover,furthermore,therefore,thus,nevertheless,nonetheless,still,besides,instead,otherwise,consequently,hence,accordingly,additionally,likewise,similarly,conversely,indeed,such,both,neither,others,either,afterwards,afterward,later,later that,in addition,as a result,for example,for instance,on the other hand,on the contrary,in contrast,by contrast,after that,after this,before that,as such,at that,by then,in this,in that,with this,with that,the former,the latter,in other words,in fact,in turn,as well,even so,for this reason,for that reason,because of this,because of that,of these,of those,to this,to that,some of them,one of them,many of them,most of them,all of them,none of them,the same,another reason,and then,when he,when she,when they,when it,as he,as she,as they,while he,while she,after he,after she,until then,since then,that was,yes,yeah,okay,ok,oh,well,um,uh,hmm,mm",
  de: 'er,sie,es,ihm,ihr,ihre,ihren,sein,seine,seinen,dieser,diese,dieses,diesem,diesen,jener,jene,jenes,das,dies,aber,doch,und,oder,jedoch,allerdings,dennoch,trotzdem,deshalb,daher,darum,deswegen,somit,also,außerdem,zudem,ferner,ebenso,auch,dann,danach,dabei,damit,dafür,dagegen,hingegen,stattdessen,sonst,andernfalls,schließlich,inzwischen,zum beispiel,beispielsweise,im gegensatz dazu,infolgedessen,da,dort,hier,denn,so,solche,beide,weder',
  fr: "il,elle,ils,elles,ce,cela,ceci,ça,c'est,cet,cette,ces,celui-ci,celle-ci,ceux-ci,celui,celle,son,sa,ses,leur,leurs,mais,et,ou,or,donc,car,cependant,toutefois,pourtant,néanmoins,ainsi,alors,puis,ensuite,aussi,de plus,en outre,par ailleurs,en revanche,au contraire,par exemple,en effet,par conséquent,c'est pourquoi,d'autre part,enfin,y,lui,tous deux",
  es: 'él,ella,ello,ellos,ellas,este,esta,esto,estos,estas,ese,esa,eso,esos,esas,aquel,aquella,aquello,su,sus,pero,y,e,o,sin embargo,no obstante,por tanto,por lo tanto,por eso,así,así que,entonces,luego,después,además,también,asimismo,en cambio,por el contrario,por ejemplo,de hecho,es decir,mientras tanto,ambos,tampoco',
  it: "egli,ella,esso,essa,essi,esse,lui,lei,loro,questo,questa,questi,queste,quello,quella,ciò,il suo,la sua,i suoi,le sue,ma,e,o,però,tuttavia,quindi,perciò,dunque,così,allora,poi,inoltre,anche,invece,al contrario,per esempio,ad esempio,infatti,cioè,nel frattempo,entrambi,c'è",
  pt: 'ele,ela,eles,elas,isso,isto,este,esta,estes,estas,esse,essa,esses,essas,aquele,aquela,aquilo,seu,sua,seus,suas,mas,e,ou,porém,contudo,todavia,no entanto,entretanto,portanto,por isso,assim,então,depois,além disso,também,pelo contrário,por exemplo,de fato,ou seja,ambos',
  nl: 'hij,zij,ze,het,dit,dat,deze,die,zijn,haar,hun,maar,en,of,echter,toch,dus,daarom,daardoor,bovendien,ook,dan,daarna,vervolgens,daarentegen,integendeel,bijvoorbeeld,immers,namelijk,intussen,beide',
  sv: 'han,hon,den,det,de,hans,hennes,deras,dess,denna,detta,dessa,men,och,eller,dock,ändå,därför,alltså,dessutom,också,sedan,däremot,istället,till exempel,samtidigt,båda,så',
  pl: 'on,ona,ono,oni,one,jego,jej,ich,ten,ta,to,te,ci,tamten,ale,i,a,lub,jednak,więc,dlatego,zatem,ponadto,także,też,potem,następnie,natomiast,zamiast tego,na przykład,tymczasem,obaj',
  ru: 'он,она,оно,они,его,её,ее,их,ему,ей,им,это,этот,эта,эти,тот,та,те,такой,такие,но,и,а,или,однако,поэтому,затем,потом,также,тоже,кроме того,более того,тем не менее,таким образом,итак,напротив,наоборот,например,при этом,между тем,оба,зато,ведь,там,тогда,здесь',
  uk: 'він,вона,воно,вони,його,її,їх,їм,це,цей,ця,ці,той,та,ті,але,і,й,а,або,однак,проте,тому,отже,потім,також,крім того,навпаки,наприклад,при цьому,тим часом,обидва,там,тоді',
  tr: 'o,onlar,onun,onların,bu,bunlar,bunun,şu,ama,fakat,ancak,ve,veya,oysa,bu nedenle,bu yüzden,dolayısıyla,ayrıca,sonra,daha sonra,üstelik,örneğin,yine de',
  ar: 'هو,هي,هم,هذا,هذه,ذلك,تلك,هؤلاء,لكن,ولكن,ثم,أيضا,لذلك,ولذلك,وهذا,وهذه,وهو,وهي,كما,إلا أن,ومع ذلك,بالإضافة إلى ذلك,على سبيل المثال',
}

/** Written without spaces, so they are matched as prefixes. */
const unspaced =
  /^(?:他们|她们|它们|他|她|它|这些|那些|这|那|此外|但是|但|然而|因此|所以|而且|并且|同时|另外|例如|比如|于是|不过|彼ら|彼女|彼は|彼が|これ|それ|あれ|この|その|あの|しかし|だが|また|そして|だから|したがって|そのため|さらに|例えば|たとえば|一方|ところが|でも|なお|つまり)/u

const korean =
  /^(?:그는|그녀는|그들은|이것은|그것은|이는|그러나|하지만|그리고|그래서|따라서|또한|한편|예를 들어|반면)(?:\s|,)/u

const sets = new Map<string, ReadonlySet<string>>()

function setOf(language: string): ReadonlySet<string> {
  const known = sets.get(language)
  if (known !== undefined) return known
  const made = new Set((openers[language] ?? '').split(',').filter(Boolean))
  sets.set(language, made)
  return made
}

const leadingMarks = /^[\s"'“”‘’«»„([{¿¡—–-]+/u
const allowed =
  /^(?:it (?:is|was|has been) [\p{L}-]+ (?:that|to)\b|(?:this|these) (?:paper|study|article|book|report|chapter|work|thesis|guide|week|month|year|morning|summer|winter|spring|autumn|fall|season|essay|survey|review|research)\b|(?:both|either) (?!of|were|are|have|had)\p{L}|well[- ]\p{L}+ed)/u

/** Direct speech with its speaker named after it: what it opens with is the speaker's affair. */
const speech = /^["“«„「].{3,}["”»“」][,.!?]?\s*\p{L}[^"“”«»„「」]{4,}$/su

/** How people begin to speak; in speech these words join nothing. */
const spokenOpening = /^(?:(?:so|and|but|well|okay|ok|now|um|uh|oh|yeah|yes|right|mm|hmm|alright|actually)\b[\s,.]*)+/iu

/**
 * Whether a sentence opens with a word that needs the sentence before it.
 *
 * @param language primary language subtag, lower case
 * @param spoken it comes from a transcript
 */
export function pointsBack(text: string, language: string, spoken = false): boolean {
  if (speech.test(text)) return false
  const marked = text.replace(leadingMarks, '')
  const bare = spoken ? marked.replace(spokenOpening, '') : marked
  if (unspaced.test(bare) || korean.test(bare)) return true
  const lower = bare.slice(0, 60).toLowerCase().replaceAll('’', "'")
  const known = setOf(language)
  if (known.size === 0 || (language === 'en' && allowed.test(lower))) return false
  const opening = lower.split(/[\s,:;]+/u, 4)
  return opening.some((_, index) => known.has(opening.slice(0, index + 1).join(' ')))
}
