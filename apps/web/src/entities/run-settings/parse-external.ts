/** The value of a typed external: null when empty, undefined when it is not a number. */
export function parseExternal(text: string): number | null | undefined {
  const trimmed = text.trim().replace('−', '-')
  if (trimmed === '') return null
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}
