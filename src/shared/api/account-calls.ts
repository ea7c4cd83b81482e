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
    summary: 'The signed-in user',
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
    summary: 'Ways to sign in that are set up',
    responses: { 200: signInOptionsSchema },
  }),
  forgotPassword: defineCall({
    method: 'POST',
    path: '/api/forgot-password',
    tag: 'auth',
    summary: 'Request a link to set a new password',
    body: forgotPasswordSchema,
    responses: { 200: z.object({ message: z.string(), resetUrl: z.string().optional() }) },
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/reset-password',
    tag: 'auth',
    summary: 'Set a new password with the token of an emailed link',
    body: resetPasswordSchema,
    responses: { 200: z.object({ message: z.string() }) },
  }),
  verifyEmail: defineCall({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm an email address with the token of an emailed link',
    body: verifyEmailSchema,
    responses: { 200: z.object({ message: z.string(), email: z.string(), change: z.boolean() }) },
  }),
  account: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/account',
    summary: 'How the user signs in',
    responses: { 200: accountSchema },
  }),
  sendVerification: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/account/verification',
    summary: 'Send the confirmation link again',
    responses: { 200: mailAnswerSchema },
  }),
  changeName: defineCall({
    signedIn: true,
    method: 'PUT',
    path: '/api/account/name',
    summary: 'Change the name',
    body: changeNameSchema,
    responses: { 200: userSchema },
  }),
  changePassword: defineCall({
    signedIn: true,
    method: 'PUT',
    path: '/api/account/password',
    summary: 'Change the password, or set a first one',
    body: changePasswordSchema,
    responses: { 200: userSchema },
  }),
  changeEmail: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/account/email',
    summary: 'Request a link that changes the email address',
    body: changeEmailSchema,
    responses: { 200: mailAnswerSchema },
  }),
  cancelEmailChange: defineCall({
    signedIn: true,
    method: 'DELETE',
    path: '/api/account/email',
    summary: 'Cancel an unconfirmed change of the email address',
    responses: { 204: emptySchema },
  }),
  listSessions: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Sessions, the most recently used first',
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
    body: deleteAccountSchema,
    responses: { 204: emptySchema },
  }),
} as const

/** Path of the download of everything stored about the user, as a zip. */
export const myDataPath = '/api/account/export'

/** Path that "Continue with Google" leads to; takes an optional `returnTo`. */
export const googleSignInPath = '/api/auth/google'
