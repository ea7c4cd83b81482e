import { z } from 'zod'
import {
  accountSchema,
  changeEmailSchema,
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  forgotPasswordSchema,
  loginSchema,
  mailAnswerSchema,
  registerSchema,
  resetPasswordSchema,
  sessionSchema,
  signInOptionsSchema,
  userSchema,
  verifyEmailSchema,
} from '../accounts.ts'
import { defineCall, emptySchema, idParams } from './contract.ts'

/** Calls for signing in and for the user's account. */
export const accountCalls = {
  currentUser: defineCall({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in person',
    responses: { 200: userSchema },
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    body: loginSchema,
    responses: { 200: userSchema },
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account and sign in',
    body: registerSchema,
    responses: { 201: userSchema },
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out',
    responses: { 204: emptySchema },
  }),
  signInOptions: defineCall({
    method: 'GET',
    path: '/api/auth/options',
    summary: 'Which ways of signing in are set up here',
    responses: { 200: signInOptionsSchema },
  }),
  forgotPassword: defineCall({
    method: 'POST',
    path: '/api/forgot-password',
    tag: 'auth',
    summary: 'Ask for a link that sets a new password',
    description: [
      'The answer is the same whether or not an account has this address. The link is good for an hour and',
      'for one use. Where no mail server is set, and never in production, the answer carries it as',
      'resetUrl.',
    ].join(' '),
    body: forgotPasswordSchema,
    responses: { 200: z.object({ message: z.string(), resetUrl: z.string().optional() }) },
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/reset-password',
    tag: 'auth',
    summary: 'Set a new password with the token of a mailed link',
    description: 'Ends every session of the person, and every other link that was mailed to them.',
    body: resetPasswordSchema,
    responses: { 200: z.object({ message: z.string() }) },
  }),
  verifyEmail: defineCall({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm an email address with the token of a mailed link',
    description:
      'For the address of a new account, and for the new address of an old one. The link is good for 24 hours and for one use; nobody needs to be signed in.',
    body: verifyEmailSchema,
    responses: { 200: z.object({ message: z.string(), email: z.string(), change: z.boolean() }) },
  }),
  account: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/account',
    summary: 'How the signed-in person signs in',
    responses: { 200: accountSchema },
  }),
  sendVerification: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/account/verification',
    summary: 'Mail the link that confirms the own address once more',
    responses: { 200: mailAnswerSchema },
  }),
  changeName: defineCall({
    signedIn: true,
    method: 'PUT',
    path: '/api/account/name',
    summary: 'Change the own name',
    body: changeNameSchema,
    responses: { 200: userSchema },
  }),
  changePassword: defineCall({
    signedIn: true,
    method: 'PUT',
    path: '/api/account/password',
    summary: 'Change the own password, or set a first one',
    description:
      'Needs currentPassword; people without a password need a sign-in of the last ten minutes (else 403, sign_in_again). Ends all other sessions, and gives this one a new id.',
    body: changePasswordSchema,
    responses: { 200: userSchema },
  }),
  changeEmail: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/account/email',
    summary: 'Ask for a link that changes the own address to the one it is mailed to',
    description:
      'Needs what changing the password needs. The address changes when the link is opened, within 24 hours; the answer is the same whether or not another account has the new address.',
    body: changeEmailSchema,
    responses: { 200: mailAnswerSchema },
  }),
  cancelEmailChange: defineCall({
    signedIn: true,
    method: 'DELETE',
    path: '/api/account/email',
    summary: 'Forget a change of the own address that was not confirmed',
    responses: { 204: emptySchema },
  }),
  listSessions: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'The browsers one is signed in with, the last seen first',
    responses: { 200: z.array(sessionSchema) },
  }),
  endSession: defineCall({
    signedIn: true,
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'Sign out one browser',
    params: idParams,
    responses: { 204: emptySchema },
  }),
  endSessions: defineCall({
    signedIn: true,
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'Sign out everywhere, or with keep=current everywhere else',
    query: z.object({ keep: z.literal('current').optional() }),
    responses: { 204: emptySchema },
  }),
  deleteAccount: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/account/delete',
    summary: 'Delete the account and everything that belongs to it, permanently',
    description:
      'Needs what changing the password needs. A running subscription is cancelled first; where that fails (503), nothing is deleted.',
    body: deleteAccountSchema,
    responses: { 204: emptySchema },
  }),
} as const

/** A zip of all that is kept about the signed-in person: answered as a download. */
export const myDataPath = '/api/account/export'

/** Where "Continue with Google" leads, with `returnTo` where there is one. */
export const googleSignInPath = '/api/auth/google'
