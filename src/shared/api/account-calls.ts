import { z } from 'zod'
import * as account from '../account/accounts.ts'
import { defineCalls, emptySchema, idParams } from './contract.ts'

export const accountCalls = defineCalls({
  currentUser: { access: 'session', summary: 'The signed-in user', responses: { 200: account.userSchema } },
  login: { summary: 'Sign in', body: account.loginSchema, responses: { 200: account.userSchema } },
  register: {
    summary: 'Create an account and sign in',
    body: account.registerSchema,
    responses: { 201: account.userSchema },
  },
  logout: { summary: 'Sign out', responses: { 204: emptySchema } },
  signInOptions: { summary: 'Ways to sign in that are set up', responses: { 200: account.signInOptionsSchema } },
  forgotPassword: {
    tag: 'auth',
    summary: 'Request a link to set a new password',
    body: account.forgotPasswordSchema,
    responses: { 200: z.object({ message: z.string(), resetUrl: z.string().optional() }) },
  },
  resetPassword: {
    tag: 'auth',
    summary: 'Set a new password with the token of an emailed link',
    body: account.resetPasswordSchema,
    responses: { 200: z.object({ message: z.string() }) },
  },
  verifyEmail: {
    summary: 'Confirm an email address with the token of an emailed link',
    body: account.verifyEmailSchema,
    responses: { 200: account.verifiedEmailSchema },
  },
  account: { access: 'session', summary: 'How the user signs in', responses: { 200: account.accountSchema } },
  sendVerification: {
    access: 'session',
    summary: 'Send the confirmation link again',
    responses: { 200: account.mailAnswerSchema },
  },
  changeName: {
    access: 'session',
    summary: 'Change the name',
    body: account.changeNameSchema,
    responses: { 200: account.userSchema },
  },
  changePassword: {
    access: 'session',
    summary: 'Change the password, or set a first one',
    body: account.changePasswordSchema,
    responses: { 200: account.userSchema },
  },
  changeEmail: {
    access: 'session',
    summary: 'Request a link that changes the email address',
    body: account.changeEmailSchema,
    responses: { 200: account.mailAnswerSchema },
  },
  cancelEmailChange: {
    access: 'session',
    summary: 'Cancel an unconfirmed change of the email address',
    responses: { 204: emptySchema },
  },
  listSessions: {
    access: 'session',
    summary: 'Sessions, the most recently used first',
    responses: { 200: z.array(account.sessionSchema) },
  },
  endSession: { access: 'session', summary: 'Sign out one browser', params: idParams, responses: { 204: emptySchema } },
  endSessions: {
    access: 'session',
    summary: 'Sign out everywhere, or with keep=current everywhere else',
    query: z.object({ keep: z.literal('current').optional() }),
    responses: { 204: emptySchema },
  },
  listTokens: {
    access: 'session',
    summary: 'API tokens, the newest first',
    responses: { 200: z.array(account.tokenSchema) },
  },
  createToken: {
    access: 'session',
    summary: 'Create an API token',
    body: account.createTokenSchema,
    responses: { 201: account.createdTokenSchema },
  },
  revokeToken: { access: 'session', summary: 'Revoke an API token', params: idParams, responses: { 204: emptySchema } },
  deleteAccount: {
    access: 'session',
    summary: 'Delete the account and everything that belongs to it, permanently',
    body: account.deleteAccountSchema,
    responses: { 204: emptySchema },
  },
})
