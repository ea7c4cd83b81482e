/** Words of the specification, and the test under `tests` that asserts them where a person sees them. */
export interface SpecWords {
  words: string
  test: string
  /** What the words of a test measure, where they are not what a person reads. */
  measures?: string
}

const read = (test: string, ...words: string[]): SpecWords[] => words.map((each) => ({ words: each, test }))

/** Every message, label and number that the specification gives to the string. */
export const specWords: SpecWords[] = [
  // Validation, section 5.
  ...read('browser/auth-forms', 'Please enter a valid email address.', 'Password must be at least 6 characters.'),
  ...read('browser/sign-in', 'First name is required.', 'Last name is required.'),
  ...read(
    'browser/auth-reset',
    'Please enter a valid email.',
    'Password must be at least 8 characters.',
    "Passwords don't match",
  ),
  ...read('browser/sign-in', 'URL Required', 'Please enter a valid URL to summarize.'),
  ...read('browser/summary-life', 'Content Required', 'Please enter some text content to summarize.'),
  ...read(
    'browser/refusals',
    'Content Too Long',
    'Content exceeds the 2,500 character limit for free users.',
    'Content exceeds the 2,500 character limit for your current plan.',
    'Content exceeds the 10,000 character limit for Elite.',
  ),
  ...read('browser/summary-life', '499 chars left', '3 over limit'),
  ...read('browser/uploads', 'File Required', 'Please upload a file to summarize.'),
  ...read('browser/refusals', 'E-Book Required', 'Please upload an EPUB file to summarize.'),
  ...read('browser/suggestions', 'Missing Information', 'Please fill in all fields'),
  ...read(
    'browser/cancel',
    'Reason Required',
    'Please provide a reason for canceling your subscription.',
    'Please provide a reason for cancellation.',
  ),
  ...read('browser/summary-life', 'Are you sure you want to delete this summary?'),
  // Errors, section 8.
  ...read(
    'browser/sign-in',
    'Unauthorized',
    'You are logged out. Logging in again...',
    'Session Expired',
    'Please log in again.',
    'Authentication Required',
  ),
  ...read('browser/retry', 'Upgrade Required'),
  ...read('browser/subscription-life', "You've reached your limit. Upgrade to Pro for unlimited summaries."),
  ...read(
    'browser/refusals',
    'Failed to create summary. Please try again.',
    'Upload Processing Failed',
    'Failed to process uploaded file',
    'Failed to process uploaded EPUB file',
  ),
  ...read(
    'browser/cancel',
    'Submission Failed',
    'Failed to submit cancellation request',
    'Request Failed',
    'Failed to submit cancellation request. Please try again.',
  ),
  ...read('browser/suggestions', 'Failed to submit suggestion'),
  ...read('browser/auth-forms', 'Login failed', 'Registration failed'),
  ...read('browser/sign-in', 'Logout failed'),
  ...read('browser/payment-return', 'Payment Verification Failed', 'Please contact support if the issue persists.'),
  ...read('browser/refusals', 'Delete Failed', 'Failed to delete summary', 'Failed to load summary details'),
  ...read('browser/export', 'Would you like to upgrade to Pro now?', 'Export failed'),
  ...read(
    'browser/pricing',
    'Subscription Error',
    'Failed to start subscription process',
    'Failed to sign up for starter plan',
    'Failed to create checkout session',
  ),
  ...read(
    'browser/payment-return',
    'Payment Canceled',
    'Your subscription setup was canceled. You can try again anytime.',
  ),
  ...read('browser/auth-reset', 'Failed to send reset email. Please try again.'),
  ...read('api/password-reset', 'Invalid reset token.'),
  ...read('browser/auth-reset', 'Failed to reset password', 'Failed to reset password. Please try again.'),
  // Successes, section 8.
  ...read('browser/auth-forms', 'Welcome back!', 'You have been successfully logged in.'),
  ...read('browser/summary-life', 'Account created!'),
  ...read('browser/sign-in', 'Logged out', 'You have been successfully logged out.'),
  ...read('browser/subscription-life', 'Payment Successful!'),
  ...read('browser/payment-return', 'Your Lite subscription has been activated.'),
  ...read('browser/summary-life', 'Summary Created'),
  ...read('browser/uploads', 'File Uploaded', 'E-Book Uploaded'),
  ...read('browser/cancel', 'Cancellation Request Submitted', 'You will be contacted within 1-2 business days.'),
  ...read('browser/suggestions', 'Suggestion Submitted!'),
  // Labels, sections 2 and 4.
  ...read('browser/sign-in', '404 Page Not Found', 'Did you forget to add the page to the router?'),
  ...read('browser/auth-forms', 'Signing In...', 'Creating Account...'),
  ...read(
    'browser/auth-reset',
    'Sending Reset Link...',
    'Resetting Password...',
    'Password Reset Successfully',
    'Continue to Login',
    'Request New Reset Link',
    'Back to Login',
  ),
  ...read('browser/summary-life', 'No summaries yet', 'Continue with Basic Summary'),
  ...read('browser/shell', 'Upgrade Now'),
  ...read(
    'browser/uploads',
    'Choose Your Plan',
    'Maybe Later',
    'Upgrade anytime • Cancel anytime • 30-day money-back guarantee',
  ),
  ...read('browser/cancel', 'Keep Subscription', 'Submit Request', 'Cancellation Requested'),
  ...read(
    'browser/suggestions',
    'Submit Another Suggestion',
    'Nice to have',
    'Would be helpful',
    'Really need this',
    'Essential for my workflow',
  ),
  ...read('browser/manage', 'Trial'),
  ...read('browser/consent', 'Accept All', 'Essential Only', 'Customize', 'Save Preferences'),
  // The upload widget, section 9.
  ...read(
    'browser/uploads',
    'You can only upload 1 file',
    'large.pdf exceeds maximum allowed size of 25 MB',
    'This file is smaller than the allowed size of 1 B',
    'You can only upload: .doc, .docx, .pdf',
    'Cannot add more files',
    'Cannot add the duplicate file',
    'Failed to upload ',
    'No Internet connection',
  ),
  // Times and numbers, section 9: the line of the test that measures them.
  { words: 'toBeGreaterThan(400)', test: 'browser/sign-in', measures: '500 ms from the dashboard to /api/login' },
  {
    words: 'leads there directly, a second later',
    test: 'browser/sign-in',
    measures: '1 s from other screens to /login',
  },
  { words: 'runFor(1999)', test: 'browser/retry', measures: '2 s to /subscribe where a plan stands in the way' },
  { words: 'runFor(1499)', test: 'browser/pricing', measures: '1.5 s from the plans to the dashboard' },
  {
    words: 'three seconds after a reset sign-in opens',
    test: 'browser/auth-reset',
    measures: '3 s from a reset to sign-in',
  },
  { words: 'runFor(4999)', test: 'browser/refusals', measures: 'a toast stays for 5 s' },
  { words: 'goes by a swipe of fifty pixels', test: 'browser/refusals', measures: 'swipe of 50 px to the right' },
  { words: "press('F8')", test: 'browser/sign-in', measures: 'F8 leads to the notifications' },
  { words: '\\$12\\.00', test: 'browser/manage', measures: '$12.00 where the provider returns no price' },
]
