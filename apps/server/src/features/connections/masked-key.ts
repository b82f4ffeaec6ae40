const LAST = 4
/** Of a shorter key the end would tell too much. */
const MIN_SHOWN = 12

/** A key as its owner sees it again. */
export function maskedKey(key: string): string {
  return `…${key.length < MIN_SHOWN ? '' : key.slice(-LAST)}`
}
