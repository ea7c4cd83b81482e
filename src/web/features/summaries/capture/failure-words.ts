/** Why a page could not be collected, for the user. */
export const failureWords = {
  empty: 'There’s nothing to read on this page.',
  no_captions: 'Turn on the captions of this video, or open its transcript, then try again.',
}
