import type { DocumentationNavigation } from '@tradeloom/contracts'
import type { DocumentationPlace } from '../../entities/documentation/documentation-queries.ts'

/** A page or a part of one, as a result of a search. */
export interface FoundPlace extends DocumentationPlace {
  readonly name: string
  /** `buy`, `indicators.RSI`, `Bar.close`; the title for a page of the guide. */
  readonly path: string
  readonly summary: string
}

interface Entry {
  readonly place: FoundPlace
  /** Other words by which it is found. */
  readonly words: string
}

/** Every page, and every named part of a page. */
function entriesOf({ sections }: DocumentationNavigation): Entry[] {
  return sections
    .flatMap(({ pages }) => pages)
    .flatMap(({ slug, title, path, summary, members, keywords }) => [
      { place: { slug, id: null, name: title, path: path ?? title, summary }, words: keywords.join(' ') },
      ...members.map(({ name, id }) => ({
        place: { slug, id, name, path: path === null ? `${title}: ${name}` : `${path}.${name}`, summary: '' },
        words: '',
      })),
    ])
}

/** Whether a word of a camel-case name starts with `search`, as `rsi` in `StochasticRSI`. */
function hasWordStart(name: string, search: string): boolean {
  return name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$ ]/)
    .some((_, i, words) => words.slice(i).join('').toLowerCase().startsWith(search))
}

/** 0 is the best match, null is no match. Names rank before descriptions. */
function rank({ place: { name, path, summary }, words }: Entry, search: string): number | null {
  const lower = name.toLowerCase()
  if (lower === search || path.toLowerCase() === search) return 0
  if (lower.startsWith(search)) return 1
  if (hasWordStart(name, search)) return 2
  if (lower.includes(search)) return 3
  // Matches the beginnings of words: RSI must not match "conversion".
  const word = new RegExp(`\\b${search.replace(/[^\w ]/g, String.raw`\$&`)}`, 'i')
  if (word.test(summary)) return 4
  return word.test(words) || path.toLowerCase().startsWith(search) ? 5 : null
}

/** Matching pages and parts, best first; those of equal rank in the order of the documentation. */
export function searchDocumentation(navigation: DocumentationNavigation, text: string): FoundPlace[] {
  const search = text.trim().toLowerCase()
  if (search === '') return []
  return entriesOf(navigation)
    .flatMap((entry) => {
      const entryRank = rank(entry, search)
      return entryRank === null ? [] : [{ entry, rank: entryRank }]
    })
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ entry }) => entry.place)
}
