import type { ApiDocumentation, Member } from './parse-typings.ts'

/** A documented name: something in scope, or a member of a type. */
export interface DocEntry extends Member {
  /** `buy`, `indicators.RSI`, `Bar.close`. */
  readonly path: string
}

/** Every documented name, in the order of the typings. */
export function docEntries({ globals, types }: ApiDocumentation): DocEntry[] {
  return [
    ...globals.map((member) => ({ ...member, path: member.name })),
    ...types.flatMap(({ name, members }) =>
      members.map((member) => ({
        ...member,
        path: `${name === 'Indicators' ? 'indicators' : name}.${member.name}`,
      })),
    ),
  ]
}

/** Whether a word of a camel-case name starts with `search`, as `rsi` in `StochasticRSI`. */
function hasWordStart(name: string, search: string): boolean {
  return name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]/)
    .some((_, i, words) => words.slice(i).join('').toLowerCase().startsWith(search))
}

/** 0 is the best match, null is no match. Names rank before descriptions. */
function rank({ name, path, signature, text }: DocEntry, search: string): number | null {
  const lower = name.toLowerCase()
  if (lower === search || path.toLowerCase() === search) return 0
  if (lower.startsWith(search)) return 1
  if (hasWordStart(name, search)) return 2
  if (lower.includes(search)) return 3
  // Matches the beginnings of words: RSI must not match "conversion".
  const word = new RegExp(`\\b${search.replace(/[^\w ]/g, String.raw`\$&`)}`, 'i')
  if (word.test(text)) return 4
  return word.test(signature) || path.toLowerCase().startsWith(search) ? 5 : null
}

/** Matching entries, best first; entries of equal rank in the order of the documentation. */
export function searchDocs(entries: readonly DocEntry[], text: string): DocEntry[] {
  const search = text.trim().toLowerCase()
  if (search === '') return []
  return entries
    .flatMap((entry) => {
      const entryRank = rank(entry, search)
      return entryRank === null ? [] : [{ entry, rank: entryRank }]
    })
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ entry }) => entry)
}

/** Code that uses the entry: the example in its comment, or for an indicator a line with its defaults. */
export function exampleOf({ path, name, signature, text, example }: DocEntry): string | null {
  if (example !== null) return example
  if (!path.startsWith('indicators.')) return null
  const defaults = /^Defaults: (.+)\.$/m.exec(text)?.[1] ?? ''
  const values = defaults.split(', ').flatMap((part) => part.split(' ')[1] ?? [])
  const other = signature.includes('other: Series') ? ["bars('H1')"] : []
  const variable = /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1)
  return `const ${variable} = indicators.${name}(${['runInterval', ...other, ...values].join(', ')})`
}
