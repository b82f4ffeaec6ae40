import type { ApiDocumentation, Member } from './parse-typings.ts'

/** One name of the API: something in scope, or a member of one of its types. */
export interface DocEntry extends Member {
  /** Where it stands: `buy`, `indicators.RSI`, `Bar.close`. */
  readonly path: string
}

/** Every name of the documentation, in its order. */
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

/** Whether `wanted` begins a word of a name in camel case, as `rsi` does in `StochasticRSI`. */
function beginsWord(name: string, wanted: string): boolean {
  return name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]/)
    .some((_, place, words) => words.slice(place).join('').toLowerCase().startsWith(wanted))
}

/** 0 is what one means by typing it; null does not match at all. Names come before what is said of them. */
function rank({ name, path, signature, text }: DocEntry, wanted: string): number | null {
  const lower = name.toLowerCase()
  if (lower === wanted || path.toLowerCase() === wanted) return 0
  if (lower.startsWith(wanted)) return 1
  if (beginsWord(name, wanted)) return 2
  if (lower.includes(wanted)) return 3
  // Words are looked for from their beginning: RSI is no part of a conversion.
  const word = new RegExp(`\\b${wanted.replace(/[^\w ]/g, String.raw`\$&`)}`, 'i')
  if (word.test(text)) return 4
  return word.test(signature) || path.toLowerCase().startsWith(wanted) ? 5 : null
}

/** What matches, the most likely first; equal ones in the order of the documentation. */
export function searchDocs(entries: readonly DocEntry[], text: string): DocEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  return entries
    .flatMap((entry) => {
      const place = rank(entry, wanted)
      return place === null ? [] : [{ entry, place }]
    })
    .toSorted((left, right) => left.place - right.place)
    .map(({ entry }) => entry)
}

/** What to write to use it: the example of its comment, and for an indicator a line with its defaults. */
export function exampleOf({ path, name, text, example }: DocEntry): string | null {
  if (example !== null) return example
  if (!path.startsWith('indicators.')) return null
  const defaults = /^Defaults: (.+)\.$/m.exec(text)?.[1] ?? ''
  const values = defaults.split(', ').flatMap((part) => part.split(' ')[1] ?? [])
  const variable = /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1)
  return `const ${variable} = indicators.${name}(${['runInterval', ...values].join(', ')})`
}
