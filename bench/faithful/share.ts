/** How many of some sentences or summaries a check reports. */
export interface Share {
  reported: number
  of: number
}

export function shareOf<T>(items: readonly T[], isReported: (item: T) => boolean): Share {
  return { reported: items.filter(isReported).length, of: items.length }
}

export const ratioOf = ({ reported, of }: Share): number => reported / Math.max(1, of)

export const show = (share: Share): string => `${ratioOf(share).toFixed(3)} (${share.reported} of ${share.of})`

/** Mean of the share of errors caught and the share of correct items passed: .5 is chance. */
export const balancedAccuracy = (caught: Share, falseAlarms: Share): number =>
  (ratioOf(caught) + 1 - ratioOf(falseAlarms)) / 2
