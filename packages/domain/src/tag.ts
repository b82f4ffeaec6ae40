export const MAX_TAG_LENGTH = 32
/** Different tags of one run. */
export const MAX_TAGS = 64

/** One line without control characters, and without a space at either end, where nobody would see it. */
const ONE_LINE = /^[^\s\p{Cc}](?:[^\p{Cc}\u2028\u2029]*[^\s\p{Cc}])?$/u

/** Whether scripts can name orders with a text. */
export function isTag(text: string): boolean {
  return text.length <= MAX_TAG_LENGTH && text.isWellFormed() && ONE_LINE.test(text)
}
