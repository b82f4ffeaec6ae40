/** Files of the published vectors. */
export const REFERENCE_FILES = ['untest.txt', 'atoz.txt', 'extra.txt']

/** Blocks whose printed numbers are inaccurate beyond their rounding, by how much at most, and why. */
export const INEXACT: Readonly<Record<string, readonly [bound: number, reason: string]>> = {
  'atoz.txt: ad': [3e-8, 'added up by hand from rounded steps: off by 0.0007 from the sixth bar on'],
  'extra.txt: abands 20': [1e-7, 'made from steps that were rounded to four decimals'],
  'extra.txt: cmo 10': [1e-5, 'one of its three numbers has two decimals, the others have four'],
  'extra.txt: kama 4': [3e-6, 'cut off after four decimals in places, not rounded'],
  'extra.txt: md 3': [3e-5, 'cut off after four decimals, not rounded'],
  'extra.txt: natr 4': [3e-4, 'divided by hand from average true ranges of four decimals'],
  'extra.txt: ppo 3 5': [2e-4, 'divided by hand from averages that were rounded'],
}

/** Blocks that cannot be compared, and why. */
export const NOT_COMPARABLE: Readonly<Record<string, string>> = {
  'atoz.txt: macd 12 26 9': 'weights of 0.15 and 0.075 for 12 and 26, where ordinary ones are 2 / 13 and 2 / 27',
  'untest.txt: ao': 'too short for a window of 34: it has no values',
  'untest.txt: mass 5': 'too short for its windows: it has no values',
}
