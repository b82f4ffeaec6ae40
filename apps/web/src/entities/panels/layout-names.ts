import { CRYPTO_MARKETS, FOREX_MARKETS } from './built-in-names.ts'
import { type Layout, MAX_NAME_LENGTH } from './layout.ts'

/** What is wrong with the name of a new layout; null if nothing is. */
export function nameProblem(name: string, layouts: readonly Layout[]): string | null {
  const same = (other: string): boolean => other.toLowerCase() === name.toLowerCase()
  const builtIn = [FOREX_MARKETS, CRYPTO_MARKETS].find(same)
  if (builtIn !== undefined) return `New layout cannot be called '${builtIn}'`
  if (/[/\\]/.test(name)) return 'Layout name cannot contain slashes'
  if (name.trim() === '') return 'Please enter a name'
  if (/\p{Cc}/u.test(name)) return 'Layout name has a character that cannot be shown'
  // An address would read dots alone as a folder.
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Layout name needs a letter or a number'
  if (name.length > MAX_NAME_LENGTH) return `Layout name cannot be longer than ${MAX_NAME_LENGTH} characters`
  const taken = layouts.find((layout) => same(layout.name))
  return taken === undefined ? null : `There is a layout called '${taken.name}' already`
}

/** `Default 1`, or the first number that is free. */
export function defaultName(layouts: readonly Layout[]): string {
  for (let number = 1; ; number++) {
    const name = `Default ${number}`
    if (nameProblem(name, layouts) === null) return name
  }
}
