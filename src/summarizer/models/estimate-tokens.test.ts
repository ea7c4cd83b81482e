import { describe, expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

/**
 * Texts of our own with their tokens by o200k_base, the vocabulary of OpenAI's models since 2024, one of the most
 * thrifty.
 */
const counted: readonly [string, number][] = [
  [
    'The committee, which met on Tuesday in Geneva, decided by twelve votes to three that its members would review the 2024 budget before the summer. "We owe it to the people who pay for it," said the chair.',
    46,
  ],
  [
    'I went to the shop and I saw a big red dog that ran to me and sat on my foot for a very long time, so I could not go home.',
    34,
  ],
  [
    'Der Ausschuss, der am Dienstag in Genf zusammentrat, beschloss mit zwölf zu drei Stimmen, den Haushaltsplan vor der Sommerpause zu überprüfen.',
    32,
  ],
  [
    'Tiistaina Genevessä kokoontunut valiokunta päätti äänin kaksitoista kolmea vastaan tarkistaa talousarvion ennen kesätaukoa.',
    36,
  ],
  [
    'Комитет, собравшийся во вторник в Женеве, двенадцатью голосами против трёх решил пересмотреть бюджет до начала лета.',
    34,
  ],
  [
    'Η επιτροπή, που συνεδρίασε την Τρίτη στη Γενεύη, αποφάσισε να επανεξετάσει τον προϋπολογισμό πριν από το καλοκαίρι.',
    46,
  ],
  ['قررت اللجنة التي اجتمعت يوم الثلاثاء في جنيف مراجعة الميزانية قبل حلول فصل الصيف بأغلبية اثني عشر صوتا.', 29],
  ['הוועדה שהתכנסה ביום שלישי בז׳נבה החליטה לבחון מחדש את התקציב לפני הקיץ ברוב של שנים עשר קולות.', 34],
  ['मंगलवार को जिनेवा में हुई समिति की बैठक में गर्मियों से पहले बजट की समीक्षा करने का निर्णय लिया गया।', 27],
  ['செவ்வாய்க்கிழமை ஜெனீவாவில் கூடிய குழு கோடைக்கு முன் வரவு செலவுத் திட்டத்தை மறுபரிசீலனை செய்ய முடிவு செய்தது.', 39],
  ['委员会星期二在日内瓦举行会议，以十二票对三票决定在夏季之前重新审查预算。主席说，我们有责任向纳税人说明情况。', 37],
  ['委員会は火曜日にジュネーブで会合を開き、夏までに予算を見直すことを十二対三の賛成多数で決定した。', 41],
  ['위원회는 화요일 제네바에서 회의를 열고 여름이 오기 전에 예산을 다시 검토하기로 열두 표 대 세 표로 결정했다.', 37],
  ['คณะกรรมการซึ่งประชุมกันที่เจนีวาเมื่อวันอังคารมีมติให้ทบทวนงบประมาณก่อนถึงฤดูร้อนด้วยคะแนนเสียงสิบสองต่อสาม', 43],
  ['គណៈកម្មាធិការដែលបានប្រជុំនៅទីក្រុងហ្សឺណែវកាលពីថ្ងៃអង្គារបានសម្រេចពិនិត្យឡើងវិញនូវថវិកា', 51],
  ['အင်္ဂါနေ့က ဂျနီဗာမြို့တွင် ကျင်းပသော ကော်မတီအစည်းအဝေးက ဘတ်ဂျက်ကို ပြန်လည်သုံးသပ်ရန် ဆုံးဖြတ်ခဲ့သည်။', 55],
  ['| Year | 2019 | 2020 | 2021 |\n| Sales | 1,204 | 1,377 | 1,522 |\n| Cost | 812.5 | 840.1 | 901.7 |', 51],
  ['for (let at = 0; at < text.length; at += 1) { if (seen.has(text[at])) continue; seen.add(text[at]) }', 36],
  ['[b12] It was late.\n[b13] ## The second day\n[b14] They left at 7:30 and came back at noon.', 31],
]

describe('the estimate of tokens', () => {
  it.each(counted)('holds for %s', (text, tokens) => {
    const { least, likely } = estimateTokens(text)
    expect(least).toBeLessThanOrEqual(tokens)
    expect(least).toBeGreaterThan(tokens * 0.3)
    expect(likely).toBeGreaterThan(tokens * 0.8)
    expect(likely).toBeLessThan(tokens * 1.8)
  })

  it('counts rows of one sign as few tokens', () => {
    expect(estimateTokens('-'.repeat(5000))).toEqual({ least: 0, likely: 1 })
    expect(estimateTokens('')).toEqual({ least: 0, likely: 0 })
  })
})
