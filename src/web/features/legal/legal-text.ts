import { deviceCookie, signedInCookie } from '../../../shared/account/cookies.ts'
import { retention } from '../../../shared/account/retention.ts'
import { graceDays } from '../../../shared/account/subscription-status.ts'
import { content } from '../../../shared/content.ts'
import { salesText } from '../../../shared/sales-text.ts'
import { PLAN_BEFORE_KEY } from '../../lib/plans/plan-before.ts'
import { sells } from '../../lib/site.ts'

const { legal, operator, productName, supportEmail } = content

const span = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const retentionSpans = Object.entries(retention).map(([name, count]) => {
  const [unit = ''] = /[A-Z][a-z]+(?=s$)/u.exec(name) ?? []
  return [name, span(count, unit.toLowerCase())]
})

/** How long the code keeps data, in words: `sessionIdleDays` is "14 days". */
export const spans: Readonly<Record<string, string>> = {
  ...Object.fromEntries(retentionSpans),
  logs: span(legal.logDays, 'day'),
  backups: span(legal.backupDays, 'day'),
}

/** Names the processors of a kind and what they receive; `otherwise` if there are none. */
function processors(kind: keyof typeof legal.processors, receives: string, otherwise: string): string {
  const names = legal.processors[kind].map(({ name, country }) => `${name} (${country})`).join(', ')
  return names === '' ? otherwise : `${names}. ${receives}`
}

/** Values of the `{placeholders}` in the Markdown files. */
const values: Readonly<Record<string, string>> = {
  ...spans,
  product: productName,
  operator: operator.name,
  operatorAddress: operator.address,
  mail: `[${supportEmail}](mailto:${supportEmail})`,
  signedInCookie,
  deviceCookie,
  planBeforeKey: PLAN_BEFORE_KEY,
  minimumAge: String(legal.minimumAge),
  moneyBackDays: String(legal.moneyBackDays),
  noticeDays: String(legal.noticeDays),
  graceDays: String(graceDays),
  cancellationAnswer: legal.cancellationAnswer,
  governingLaw: legal.governingLaw,
  courts: legal.courts,
  hosting: processors('hosting', 'Runs the servers and the database with all of the above.', 'Our own servers.'),
  files: processors('files', 'Stores uploaded files until we have read them.', 'Our own servers.'),
  languageModels: processors(
    'languageModels',
    'Receives the text of a source, its title, author, and site, and writes the summary. Not who requested it.',
    'None: our own servers write summaries, and no text leaves them.',
  ),
  email: processors(
    'mail',
    'Receives your address and first name to deliver what we send: confirmations, new passwords, notices.',
    'Our own mail server.',
  ),
  payments: processors(
    'payments',
    'Takes the payment and your card details; learns your email address and plan. A controller in its own right.',
    'None.',
  ),
  signIn: processors(
    'signIn',
    'Only if you continue with it: tells us who you are, and learns that you sign in here.',
    'None.',
  ),
}

function fill(text: string): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Unknown placeholder {${name}} in a legal text.`)
    return value
  })
}

/** Parses a legal text: Markdown with a lead, sections under `## Title {#id}`, `{placeholders}` for values, and parts for sales only. */
export function parseLegalText(markdown: string) {
  const [lead = '', ...sections] = fill(salesText(markdown, sells)).split(/^## /mu)
  return {
    lead,
    sections: sections.map((section) => {
      const [, title = '', id = '', body = ''] = /^(.+) \{#([\w-]+)\}\n(.*)$/su.exec(section) ?? []
      return { id, title, body }
    }),
  }
}
