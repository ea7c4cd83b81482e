/**
 * Elements whose content does not stand in the text: deleted and moved away; codes and data of fields; properties before
 * a change; comments; placeholders' properties; phonetic guides; headers and footers (in Word 2003's XML they stand in
 * the text's part).
 */
export const leftOut: ReadonlySet<string> = new Set([
  'w:del',
  'w:moveFrom',
  'w:delText',
  'w:delInstrText',
  'w:fldData',
  'w:pPrChange',
  'w:rPrChange',
  'w:tblPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:sectPrChange',
  'w:tblPrExChange',
  'w:numberingChange',
  'w:sdtPr',
  'w:rt',
  'w:sectPr',
  'w:hdr',
  'w:ftr',
  'w:binData',
  'w:smartTagPr',
  'w:customXmlPr',
  'm:ctrlPr',
])
