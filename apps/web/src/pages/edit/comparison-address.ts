import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

/** In place of a version's id: the version that was cloned. */
export const ORIGIN = 'origin'

const side = z
  .union([z.literal(ORIGIN), z.guid()])
  .optional()
  .catch(undefined)

/** `?compare=<version>` compares it with the one before it, `&against=<version>` with any other. */
export const comparisonSearch = z.object({ compare: side, against: side })

export interface Comparison {
  readonly compare: string | null
  /** Null for the version before it. */
  readonly against: string | null
  /** Puts other versions into the address; null closes the comparison. */
  readonly show: (compare: string | null, against?: string) => void
}

/** What the address asks to compare, so that it can be linked and sent to others. */
export function useComparison(): Comparison {
  const { compare = null, against = null } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    compare,
    against,
    show: (next, other) =>
      void navigate({
        to: '.',
        search: (known: object) => ({ ...known, compare: next ?? undefined, against: other }),
        replace: compare !== null,
        resetScroll: false,
        // The page stays.
        ignoreBlocker: true,
      }),
  }
}
