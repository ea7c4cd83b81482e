/** Where the text of a group goes. */
export type Destination =
  | 'text'
  | 'info'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'author'
  | 'created'
  | 'revised'
  | 'note'
  | 'box'
  | 'nowhere'

/** Groups with a purpose of their own, by the word they begin with. */
const known: Readonly<Record<string, Destination>> = {
  info: 'info',
  fonttbl: 'fonts',
  stylesheet: 'styles',
  title: 'title',
  author: 'author',
  creatim: 'created',
  revtim: 'revised',
  footnote: 'note',
  shptxt: 'box',
}

/** Words that begin groups which show nothing, or show what is shown elsewhere. */
const nowhere: ReadonlySet<string> = new Set(
  [
    'colortbl filetbl listtable listoverridetable revtbl rsidtbl generator operator keywords subject doccomm',
    'company manager category hlinkbase comment vern nextfile template',
    'pict nonshppict objdata objclass objname shprslt sn sv fldinst datafield formfield',
    'header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc aftnsep aftnsepc',
    'annotation atnid atnauthor atndate atnref atnicn atrfstart atrfend atntime atnparent',
    'pntext pntxta pntxtb listtext pn pnseclvl xe tc rxe bkmkstart bkmkend nonesttables',
    'themedata colorschememapping datastore latentstyles defchp defpap xmlnstbl mmathPr passwordhash',
  ].flatMap((words) => words.split(' ')),
)

/** Groups of the kind that readers leave out if they don't know them, which hold text all the same. */
const transparent: ReadonlySet<string> = new Set(['shpinst', 'ud', 'shpgrp', 'nesttableprops'])

/**
 * The destination of a group by its first word; null for a word that begins none.
 *
 * @param optional whether it is marked to be left out by readers that don't know it (\*)
 */
export function destinationOf(word: string, optional: boolean): Destination | null {
  const destination = known[word]
  if (destination !== undefined) return destination
  if (nowhere.has(word) || word === 'upr') return 'nowhere'
  return optional && !transparent.has(word) ? 'nowhere' : null
}
