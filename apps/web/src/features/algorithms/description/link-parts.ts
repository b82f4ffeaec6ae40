/** A part of a text; `href` is null for parts that are no address. */
interface TextPart {
  readonly text: string
  readonly href: string | null
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g
/** Punctuation behind an address belongs to the sentence. */
const PUNCTUATION = /[.,;:!?)\]}]+$/

/** Splits a plain text at the web addresses in it. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(PUNCTUATION, '')
    if (!URL.canParse(address)) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: address, href: address })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}
