const WORDS = /[\p{L}\p{N}]+/gu

/** Whether a name has every word of a search, or a word that begins with it, as the server finds datasets. */
export function hasWords(name: string, search: string): boolean {
  const words = name.toLowerCase().match(WORDS) ?? []
  const wanted = search.toLowerCase().match(WORDS) ?? []
  return wanted.length > 0 && wanted.every((one) => words.some((word) => word.startsWith(one)))
}
