import { isSameLayout, type Layout } from './layout.ts'

interface Versions {
  /** What both windows began with. */
  readonly base: readonly Layout[]
  readonly mine: readonly Layout[]
  readonly theirs: readonly Layout[]
}

/** Each layout as the window has it that changed it; null if both changed the same one, unless one of them is preferred. */
export function mergeLayouts(
  { base, mine, theirs }: Versions,
  preferred: 'mine' | 'theirs' | null,
): readonly Layout[] | null {
  const names = new Set([...theirs, ...mine].map(({ name }) => name))
  const merged: Layout[] = []
  for (const name of names) {
    const [before, here, there] = [base, mine, theirs].map((list) => list.find((one) => one.name === name))
    const isMine = isSame(before, there) || isSame(here, there)
    const isTheirs = isSame(before, here)
    if (!isMine && !isTheirs && preferred === null) return null
    const kept = isMine || (!isTheirs && preferred === 'mine') ? here : there
    if (kept !== undefined) merged.push(kept)
  }
  return merged
}

function isSame(one: Layout | undefined, other: Layout | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameLayout(one, other)
}
