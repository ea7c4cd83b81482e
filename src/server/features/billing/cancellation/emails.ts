import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { formatDay } from '../../../../shared/text/format.ts'
import type { Context } from '../../../db/database.ts'
import type { CancellationEmail } from '../../../mail/email-queue.ts'
import type { ComposedEmail } from '../../../mail/mailer.ts'
import { type EmailContent, greeting } from '../../../mail/render-email.ts'
import { recipientOf } from '../../accounts/email/email-links.ts'
import { type CancellationFacts, factsOf } from './cancellations.ts'
import { findCancellation } from './repo.ts'

const { productName, supportEmail } = content

function cancellationRequestedTemplate(
  facts: Pick<CancellationFacts, 'id' | 'userId' | 'email' | 'plan' | 'paidUntil' | 'reason'>,
): EmailContent {
  const { id, userId, email, plan, paidUntil, reason } = facts
  const until = paidUntil === null ? '' : `, paid until ${formatDay(paidUntil)}`
  return {
    subject: `A ${productName} user wants to cancel`,
    preview: `Please answer within ${content.legal.cancellationAnswer}.`,
    heading: 'A user wants to cancel',
    paragraphs: [
      `User: ${email} (${userId})`,
      `Plan: ${plan}${until}`,
      `Reason: ${reason}`,
      'To end the subscription with the paid period, or right away if a payment is late:',
      `precis cancellations process ${id}`,
      'To reject the request:',
      `precis cancellations reject ${id} --answer "..."`,
    ],
    footnote: `We promise users an answer within ${content.legal.cancellationAnswer}. Either command emails it.`,
  }
}

/** Sentence about the plan of a canceled subscription. */
function planAfterCancellation({ plan, paidUntil, isGiven }: Plan): string {
  const until = paidUntil === null ? '' : ` until ${formatDay(paidUntil)}`
  if (isGiven) return `You keep the ${plan} plan that we gave you${until}.`
  if (paidUntil === null) return 'It has ended, and we won’t collect any open payments. You keep your summaries.'
  return `You keep the ${plan} plan${until}, and your summaries after that, too.`
}

type Plan = Pick<CancellationFacts, 'plan' | 'paidUntil' | 'isGiven'>

/** For the user whose request was answered. */
function cancellationAnsweredTemplate(
  { status, answer, ...plan }: Plan & Pick<CancellationFacts, 'status' | 'answer'>,
  firstName: string | null,
  manageUrl: string,
): EmailContent {
  const action = { label: 'Manage subscription', url: manageUrl }
  const footnote = `Questions? Write to ${supportEmail}.`
  if (status === 'rejected') {
    return {
      subject: 'About your request to cancel',
      preview: 'Your subscription continues.',
      heading: 'Your subscription wasn’t canceled',
      paragraphs: [
        greeting(firstName),
        `You asked us to cancel your ${productName} subscription. Here’s why it continues:`,
        answer ?? '',
        'You can ask again at any time.',
      ],
      action,
      footnote,
    }
  }
  return {
    subject: `Your ${productName} subscription is canceled`,
    preview: 'You won’t be charged again.',
    heading: 'Your subscription is canceled',
    paragraphs: [
      greeting(firstName),
      'We’ve canceled your subscription, as you asked.',
      `You won’t be charged again. ${planAfterCancellation(plan)}`,
    ],
    action,
    footnote: `${footnote} If this wasn’t you, please write right away.`,
  }
}

/** Composes an email about a cancellation request; undefined when the request is gone along with its user. */
export async function composeCancellationEmail(
  context: Context,
  { kind, requestId }: CancellationEmail,
): Promise<ComposedEmail | undefined> {
  const found = await findCancellation(context.db, requestId)
  if (found === undefined) return undefined
  const facts = factsOf(context, found)
  const { userId } = facts
  if (kind === 'cancellation_requested') {
    return { to: supportEmail, userId, content: cancellationRequestedTemplate(facts) }
  }
  const { email, firstName } = recipientOf(found.user)
  const manageUrl = new URL(pagePaths.manageSubscription, context.config.http.appUrl).href
  return { to: email, userId, content: cancellationAnsweredTemplate(facts, firstName, manageUrl) }
}
