/** How well a name matches what was typed in lower case: 0 is the name itself, null is no match. */
export function rankName(name: string, search: string): number | null {
  const lower = name.toLowerCase()
  if (lower === search) return 0
  if (lower.startsWith(search)) return 1
  if (wordsOf(name).some((word) => word.toLowerCase().startsWith(search))) return 2
  return lower.includes(search) ? 3 : null
}

/** The rest of the name from each of its words on, those in camel case too. */
function wordsOf(name: string): string[] {
  return [...name.matchAll(/(?<![\p{L}\d])[\p{L}\d]|(?<=[\p{Ll}\d])\p{Lu}|(?<=\p{Lu})\p{Lu}(?=\p{Ll})/gu)].map(
    ({ index }) => name.slice(index),
  )
}
