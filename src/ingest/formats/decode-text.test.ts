import { describe, expect, it } from 'vitest'
import { loadDetector } from '../language.ts'
import { decodeText } from './decode-text.ts'

await loadDetector()

/** Bytes of a text in a legacy encoding, by looking through all that its decoder knows. */
function encodeAs(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  for (let lead = 0; lead < 256; lead += 1) {
    const single = decoder.decode(Uint8Array.of(lead))
    if (!single.includes('\ufffd')) table.set(single, [lead])
  }
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const pair = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(pair).length === 1 && !table.has(pair)) table.set(pair, [lead, trail])
    }
  }
  return Uint8Array.from(Array.from(text).flatMap((character) => table.get(character) ?? [0x3f]))
}

const page = (text: string, head = ''): string =>
  `<html><head>${head}<title>x</title></head><body><p>${text}</p></body></html>`

const texts: Record<string, string> = {
  shift_jis: 'この文章は文字コードを宣言していないページの例です。読む人には関係のないことですが、機械には大切です。',
  'euc-jp': 'この文章は文字コードを宣言していないページの例です。読む人には関係のないことですが、機械には大切です。',
  gb18030: '这是一个没有声明字符编码的网页。读者不会在意这件事，但是程序必须知道怎样读它。',
  big5: '這是一個沒有宣告字元編碼的網頁。讀者不會在意這件事，但是程式必須知道怎樣讀它。',
  'euc-kr': '이 문서는 문자 인코딩을 선언하지 않은 웹 페이지입니다. 독자는 신경 쓰지 않지만 프로그램은 알아야 합니다.',
  'windows-1251':
    'Эта страница не говорит, в какой кодировке она написана. Читателю всё равно, а программе нужно знать.',
  'koi8-r': 'Эта страница не говорит, в какой кодировке она написана. Читателю всё равно, а программе нужно знать.',
  'windows-1252':
    'Cette page ne dit pas dans quel codage elle est écrite. Le lecteur s’en moque, mais le programme doit le savoir, même à l’été.',
  'windows-1253':
    'Αυτή η σελίδα δεν λέει με ποια κωδικοποίηση είναι γραμμένη. Ο αναγνώστης δεν νοιάζεται, το πρόγραμμα όμως πρέπει να ξέρει.',
  'windows-1255': 'הדף הזה אינו אומר באיזה קידוד הוא כתוב. לקורא זה לא משנה, אבל התוכנה צריכה לדעת.',
  'windows-1256': 'هذه الصفحة لا تذكر الترميز الذي كتبت به. القارئ لا يهتم بذلك لكن البرنامج يجب أن يعرف.',
  'windows-1250':
    'Ta strona nie mówi, w jakim kodowaniu została napisana. Czytelnikowi jest wszystko jedno, ale program musi to wiedzieć, żeby przeczytać źródło.',
}

describe('decodeText', () => {
  it.each(Object.entries(texts))('guesses undeclared %s', (encoding, text) => {
    expect(decodeText(encodeAs(encoding, page(text)), null)).toContain(text)
  })

  it.each(Object.entries(texts))('believes a declaration of %s', (encoding, text) => {
    const declared = page(text, `<meta charset="${encoding}">`)
    expect(decodeText(encodeAs(encoding, declared), null)).toContain(text)
    expect(decodeText(encodeAs(encoding, page(text)), encoding)).toContain(text)
  })

  it('finds a declaration beyond the first kilobyte', () => {
    const text = texts['windows-1251'] ?? ''
    const late = page(text, `<!--${'-'.repeat(3000)}x--><meta charset="windows-1251">`)
    expect(decodeText(encodeAs('windows-1251', late), null)).toContain(text)
  })

  it('prefers a byte order mark to any declaration', () => {
    const bytes = Buffer.from(`\ufeff${page('Größe')}`, 'utf16le')
    expect(decodeText(bytes, 'iso-8859-1')).toContain('Größe')
  })

  it('reads valid UTF-8 as UTF-8, with any declaration or none', () => {
    const bytes = Buffer.from(page('Größe und “Maß”', '<meta charset="iso-8859-1">'))
    expect(decodeText(bytes, null)).toContain('Größe und “Maß”')
    expect(decodeText(Buffer.from(page('Größe')), null)).toContain('Größe')
  })

  it('guesses the encoding if declared UTF-8 is invalid', () => {
    const text = texts['windows-1251'] ?? ''
    expect(decodeText(encodeAs('windows-1251', page(text, '<meta charset="utf-8">')), null)).toContain(text)
  })
  it('guesses the encoding if the declared one is forbidden', () => {
    const bytes = Buffer.from(page('Größe', '<meta charset="iso-2022-kr">'), 'latin1')
    expect(decodeText(bytes, 'iso-2022-kr')).toContain('Größe')
  })
})
