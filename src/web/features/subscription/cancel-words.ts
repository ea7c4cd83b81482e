/** What the screens that offer to cancel say, each in its own words. */
export interface CancelWords {
  /** Under the title 'Reason Required'. */
  required: string
  failedTitle: string
  failed: string
}

export const manageWords: CancelWords = {
  required: 'Please provide a reason for cancellation.',
  failedTitle: 'Request Failed',
  failed: 'Failed to submit cancellation request. Please try again.',
}

export const dashboardWords: CancelWords = {
  required: 'Please provide a reason for canceling your subscription.',
  failedTitle: 'Submission Failed',
  failed: 'Failed to submit cancellation request',
}
