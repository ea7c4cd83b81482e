import { content } from '../../../shared/content.ts'
import { greeting } from './greeting.ts'
import type { LetterText } from './letter-texts.ts'

const { productName, supportEmail } = content

/** What letters say of a request to cancel a subscription. */
export interface CancellationForLetter {
  id: string
  userId: string
  email: string
  emailVerified: boolean
  firstName: string | null
  /** Name of the plan that the person has now. */
  plan: string
  /** Until when; null where no end is known. */
  paidUntil: Date | null
  /** Whether the plan is not paid for, but was given by an operator. */
  isGiven: boolean
  reason: string
  status: 'pending' | 'processed' | 'rejected'
  /** What the operator says to a rejected one. */
  answer: string | null
}

const dayOf = (date: Date): string => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** For the operator, with all that is needed to answer. */
export function cancellationRequestedText({
  id,
  userId,
  email,
  plan,
  paidUntil,
  reason,
}: CancellationForLetter): LetterText {
  const until = paidUntil === null ? '' : `, paid until ${dayOf(paidUntil)}`
  return {
    subject: `A ${productName} subscription is to be canceled`,
    preview: `To be answered within ${content.legal.cancellationAnswer}.`,
    heading: 'Somebody wants to cancel',
    paragraphs: [
      `Person: ${email} (${userId})`,
      `Plan: ${plan}${until}`,
      `Reason: ${reason}`,
      'To have the subscription end with the period that is paid for, or at once where a payment is late:',
      `precis cancellations process ${id}`,
      'To turn the request down:',
      `precis cancellations reject ${id} --answer "..."`,
    ],
    footnote: `People are told that they are answered within ${content.legal.cancellationAnswer}. Either command mails them.`,
  }
}

/** What becomes of a plan whose subscription is canceled. */
function keptText({ plan, paidUntil, isGiven }: Pick<CancellationForLetter, 'plan' | 'paidUntil' | 'isGiven'>): string {
  const until = paidUntil === null ? '' : ` until ${dayOf(paidUntil)}`
  if (isGiven) return `You keep the ${plan} plan that we have given you${until}.`
  const summaries = 'your summaries stay with you'
  if (paidUntil === null) return `It has ended, and what was not paid is not collected any more; ${summaries}.`
  return `You keep the ${plan} plan${until}; ${summaries} after that, too.`
}

/** For the person whose request was answered. */
export function cancellationAnsweredText(
  { firstName, status, answer, ...plan }: Omit<CancellationForLetter, 'email' | 'emailVerified'>,
  manageUrl: string,
): LetterText {
  const action = { label: 'Manage subscription', url: manageUrl }
  const footnote = `Questions? Write to ${supportEmail}.`
  if (status === 'rejected') {
    return {
      subject: 'About your request to cancel',
      preview: 'Your subscription goes on as it is.',
      heading: 'Your subscription was not canceled',
      paragraphs: [
        greeting(firstName),
        `You asked us to cancel your ${productName} subscription. It goes on as it is, for this reason:`,
        answer ?? '',
        'You can ask again at any time.',
      ],
      action,
      footnote,
    }
  }
  const kept = `Nothing more will be charged. ${keptText(plan)}`
  return {
    subject: `Your ${productName} subscription is canceled`,
    preview: 'Nothing more will be charged.',
    heading: 'Your subscription is canceled',
    paragraphs: [greeting(firstName), 'As you asked, your subscription is canceled.', kept],
    action,
    footnote: `${footnote} If it was not you who asked, please do so at once.`,
  }
}
