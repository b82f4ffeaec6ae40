import { optimizationStrategy } from '@tradeloom/contracts'
import { z } from 'zod'
import type { SearchDraft } from './search-draft.ts'

const text = z.string().max(40)
const external = z.object({
  exhaustive: z.object({ from: text, to: text, count: z.number().int().min(1).max(1000) }),
  stepped: z.object({
    isOptimized: z.boolean(),
    from: text,
    to: text,
    kind: z.enum(['decimal', 'integer', 'round']),
    decimalPlaces: text,
    roundTo: text,
  }),
})
const remembered = z.object({
  strategy: optimizationStrategy,
  externals: z.record(z.string(), external),
  genetic: z.object({
    generations: text,
    populationSize: text,
    survivorCount: text,
    mutationRate: text,
    noImprovementCount: text,
    maxBacktestsCount: text,
  }),
  budget: text,
  objectives: z
    .array(z.object({ metric: text, better: z.enum(['higher', 'lower']) }))
    .min(1)
    .max(3),
  constraints: z.array(z.object({ metric: text, bound: z.enum(['at-least', 'at-most']), value: text })).max(10),
  walkForward: z.object({
    isOn: z.boolean(),
    trainDays: text,
    testDays: text,
    embargoDays: text,
    anchored: z.boolean(),
    choose: z.enum(['best', 'plateau']),
    // Searches remembered before the matrix have none.
    moreTrainDays: text.default(''),
    moreTestDays: text.default(''),
  }),
})

/** Ranges belong to the externals of one algorithm. A convenience of the form, so it is not stored on the server. */
const keyOf = (userId: string, algorithmId: string): string => `tradeloom-new-optimization-${userId}-${algorithmId}`

/** The search that the user last started in this browser; null when there is none, or it has an outdated format. */
export function readRememberedSearch(userId: string | undefined, algorithmId: string): SearchDraft | null {
  if (userId === undefined) return null
  try {
    const parsed = remembered.safeParse(JSON.parse(localStorage.getItem(keyOf(userId, algorithmId)) ?? 'null'))
    return parsed.success ? { ...parsed.data, seed: '' } : null
  } catch {
    return null
  }
}

/** Without storage in the browser, the dialog starts with defaults the next time. */
export function rememberSearch(userId: string | undefined, algorithmId: string, search: SearchDraft): void {
  if (userId === undefined) return
  try {
    localStorage.setItem(keyOf(userId, algorithmId), JSON.stringify(search))
  } catch {
    localStorage.removeItem(keyOf(userId, algorithmId))
  }
}
