/**
 * Information about how a run was computed, which no trader has to do anything about. The texts are part of stored
 * results, so the kind of each is read from it.
 */
const INFORMATION: readonly RegExp[] = [
  /ticks resolved the minutes where bars alone were ambiguous\.$/,
  /^(\S+: )?Decided by real ticks, because the bar left open what happened first: /,
  /^(\S+: )?Left out because the market was closed: /,
  /^(\S+: )?1 \S+ was taken as 1 \S+$/,
  /^The spread model was not used: the market data has its own bid and ask$/,
  /: a spread by hour of the week is assumed, .* pips\.$/,
  /: a fixed spread of \S+ pips is assumed\.$/,
]

/** Separates the warnings of a run from mere information about it; an unknown text is a warning. */
export function runRemarks(texts: readonly string[]): { readonly warnings: string[]; readonly notes: string[] } {
  const isNote = (text: string): boolean => INFORMATION.some((kind) => kind.test(text))
  return { warnings: texts.filter((text) => !isNote(text)), notes: texts.filter(isNote) }
}
