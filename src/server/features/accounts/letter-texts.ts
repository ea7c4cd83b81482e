import { content } from '../../../shared/content.ts'
import { retention } from '../../../shared/retention.ts'
import type { EmailLinkRow } from '../../db/schema/index.ts'
import type { MailContent } from '../../mail/render-mail.ts'
import { greeting } from './greeting.ts'
import type { notices } from './letters.ts'

const { productName, supportEmail } = content

export type LetterText = Omit<MailContent, 'productName'>
export type Notice = (typeof notices)[number]

/** For somebody with an account who has forgotten their password, or has none. */
export function passwordResetText(firstName: string | null, url: string): LetterText {
  const lifetime = `${retention.resetLinkMinutes} minutes`
  return {
    subject: `Reset your ${productName} password`,
    preview: `The link works once, for ${lifetime}.`,
    heading: 'Set a new password',
    paragraphs: [
      greeting(firstName),
      `Someone, hopefully you, asked for a link that sets a new password for your ${productName} account.`,
      `It works once, for ${lifetime}, and only until you ask for another one.`,
    ],
    action: { label: 'Set a new password', url },
    footnote: 'If it was not you, you need not do anything: without this link, your password stays as it is.',
  }
}

/**
 * For an address that nobody has proved yet to be theirs. Whoever typed it may be anybody, so nothing else that they
 * typed, not even a name, stands in it.
 */
export function confirmEmailText(purpose: EmailLinkRow['purpose'], url: string): LetterText {
  const lifetime = `The link works once, for ${retention.emailLinkHours} hours.`
  if (purpose === 'change') {
    return {
      subject: 'Confirm your new email address',
      preview: `Your ${productName} account moves to this address once you do.`,
      heading: 'Confirm your new email address',
      paragraphs: [
        `Someone, hopefully you, asked that their ${productName} account use this address from now on.`,
        `Once it is confirmed, you sign in with it, and other browsers are signed out. ${lifetime}`,
      ],
      action: { label: 'Use this address', url },
      footnote: 'If it was not you, do not open the link. Nothing changes without it.',
    }
  }
  return {
    subject: 'Confirm your email address',
    preview: `So that we know that mail about your ${productName} account reaches you.`,
    heading: 'Confirm your email address',
    paragraphs: [
      `Someone, hopefully you, created a ${productName} account with this address. Please confirm that it is yours, so that we know that our mail reaches you.`,
      lifetime,
    ],
    action: { label: 'Confirm email address', url },
    footnote: `If it was not you, do not open the link, and write to ${supportEmail} to have the account removed.`,
  }
}

/** For the owner of an address that somebody asked to move another account to. */
export function addressTakenText(signInUrl: string): LetterText {
  return {
    subject: `You already have a ${productName} account`,
    preview: 'An address can have one account only, so nothing was changed.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone, hopefully you, asked to move another ${productName} account to this address. It has an account of its own already, and an address can have one only, so nothing was changed.`,
      'To move the other account here, first change the address of this one, or delete it.',
    ],
    action: { label: 'Sign in', url: signInUrl },
    footnote: 'If it was not you, you need not do anything.',
  }
}

const setNewPassword = `If it was not you, set a new password at once: that signs out every browser. If you can't, write to ${supportEmail}.`

const noticeTexts: Record<Notice, { subject: string; preview: string; says: string; ifNotYou: string }> = {
  password_changed: {
    subject: `Your ${productName} password was changed`,
    preview: 'All other browsers were signed out.',
    says: `The password of your ${productName} account was changed, and all other browsers were signed out.`,
    ifNotYou: setNewPassword,
  },
  password_reset: {
    subject: `Your ${productName} password was reset`,
    preview: 'All browsers were signed out.',
    says: `A new password was set for your ${productName} account, by a link that was mailed to you. All browsers were signed out.`,
    ifNotYou: setNewPassword,
  },
  email_changed: {
    subject: `The email address of your ${productName} account was changed`,
    preview: 'Mail about it goes to the new address.',
    says: `Your ${productName} account has a new email address. This one no longer signs in with the password, and gets no more mail about it. A Google account that is connected to it still signs in.`,
    ifNotYou: `If it was not you, write to ${supportEmail} at once, from this address.`,
  },
  google_joined: {
    subject: `Your ${productName} account was connected to Google`,
    preview: 'You can now sign in with Google, too.',
    says: `A Google account with this address was connected to your ${productName} account: it signs you in from now on, and so does your password, if you have one.`,
    ifNotYou: setNewPassword,
  },
  google_joined_without_password: {
    subject: `Your ${productName} account was connected to Google`,
    preview: 'The password it had was removed.',
    says: `A Google account with this address was connected to your ${productName} account: it signs you in from now on. The address had never been confirmed before, so the password that had been set was removed, and all other browsers were signed out. You can set a new one on your account page.`,
    ifNotYou: setNewPassword,
  },
  account_deleted: {
    subject: `Your ${productName} account was deleted`,
    preview: 'Nothing of it is left.',
    says: `Your ${productName} account was deleted, together with everything that belonged to it. This is the last mail about it.`,
    ifNotYou: `If it was not you, write to ${supportEmail}.`,
  },
}

/** Tells a person what has happened to their account. */
export function noticeText(notice: Notice, firstName: string | null, forgotPasswordUrl: string): LetterText {
  const { subject, preview, says, ifNotYou } = noticeTexts[notice]
  return {
    subject,
    preview,
    heading: subject,
    paragraphs: [greeting(firstName), says, ifNotYou],
    ...(ifNotYou === setNewPassword ? { action: { label: 'Set a new password', url: forgotPasswordUrl } } : {}),
  }
}
